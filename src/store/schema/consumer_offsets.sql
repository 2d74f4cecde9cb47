CREATE TABLE consumer_offsets (
  "partition"  INTEGER NOT NULL PRIMARY KEY,
  next_offset  INTEGER NOT NULL
)
