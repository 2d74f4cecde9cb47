CREATE TABLE payments (
  payment_id        INTEGER PRIMARY KEY,
  payment_intent_id TEXT    NOT NULL UNIQUE,
  order_id          INTEGER NOT NULL,
  amount_cents      INTEGER NOT NULL,
  charged_ms        INTEGER NOT NULL
)
