CREATE TABLE analytics (
  metric TEXT    NOT NULL PRIMARY KEY,
  count  INTEGER NOT NULL
)
