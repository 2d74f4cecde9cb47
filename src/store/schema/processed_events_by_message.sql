CREATE TABLE processed_events (
  message_id   TEXT    NOT NULL,
  handler      TEXT    NOT NULL,
  bus          TEXT    NOT NULL,
  processed_ms INTEGER NOT NULL,
  PRIMARY KEY (message_id, handler)
)
