-- since when the gateway can't be asked for its events, and what it said last
alter table gateway_watch
  add column failing_since timestamptz,
  add column failure text;
