CREATE TABLE stock (
  item     TEXT    NOT NULL PRIMARY KEY,
  quantity INTEGER NOT NULL
)
