CREATE TABLE orders (
  order_id     INTEGER PRIMARY KEY,
  event_id     TEXT    NOT NULL UNIQUE,
  user_id      INTEGER NOT NULL,
  item         TEXT    NOT NULL,
  amount_cents INTEGER NOT NULL,
  body         TEXT    NOT NULL,
  created_ms   INTEGER NOT NULL
)
