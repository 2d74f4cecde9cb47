CREATE TABLE analytics_facts (
  event_id    TEXT    NOT NULL PRIMARY KEY,
  order_id    INTEGER NOT NULL,
  recorded_ms INTEGER NOT NULL
)
