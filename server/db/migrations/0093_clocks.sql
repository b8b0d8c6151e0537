-- Processes whose machine's clock differs too much from the database's: a row while it does.
create table clock_off (
  server text primary key,
  ahead_seconds int not null,
  tm timestamptz not null default now()
);
-- A turn counts when it is done: `tm` is the start of the last one that was. A failed one is retried soon.
alter table timer_turn add column failed_tm timestamptz;
alter table timer_turn alter column tm drop not null, alter column tm drop default;
