CREATE TABLE processed_events (
  event_id     TEXT    NOT NULL,
  handler      TEXT    NOT NULL,
  bus          TEXT    NOT NULL,
  processed_ms INTEGER NOT NULL,
  PRIMARY KEY (event_id, handler)
)
