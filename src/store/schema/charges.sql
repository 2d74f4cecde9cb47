CREATE TABLE charges (
  charge_id    INTEGER PRIMARY KEY,
  order_id     INTEGER NOT NULL UNIQUE REFERENCES orders (order_id),
  amount_cents INTEGER NOT NULL,
  charged_ms   INTEGER NOT NULL
)
