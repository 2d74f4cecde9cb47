CREATE TABLE emails_sent (
  email_id INTEGER PRIMARY KEY,
  event_id TEXT    NOT NULL,
  order_id INTEGER NOT NULL,
  sent_ms  INTEGER NOT NULL
)
