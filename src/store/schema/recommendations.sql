CREATE TABLE recommendations (
  user_id     INTEGER NOT NULL PRIMARY KEY,
  last_bought TEXT    NOT NULL,
  order_id    INTEGER NOT NULL
)
