CREATE TABLE idempotency_keys (
  "key"      TEXT    NOT NULL PRIMARY KEY,
  status     TEXT    NOT NULL,
  order_id   INTEGER,
  created_ms INTEGER NOT NULL
)
