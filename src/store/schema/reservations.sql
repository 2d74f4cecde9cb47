CREATE TABLE reservations (
  event_id    TEXT    NOT NULL PRIMARY KEY,
  item        TEXT    NOT NULL,
  reserved_ms INTEGER NOT NULL
)
