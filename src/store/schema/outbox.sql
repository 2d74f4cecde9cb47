CREATE TABLE outbox (
  event_id     TEXT    NOT NULL PRIMARY KEY,
  bus          TEXT    NOT NULL,
  payload      TEXT    NOT NULL,
  created_ms   INTEGER NOT NULL,
  published_ms INTEGER
)
