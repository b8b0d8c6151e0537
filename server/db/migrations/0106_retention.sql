-- How many days records of a kind are kept, where somebody chose other days than the program's.
create table retention (
  kind text primary key,
  days integer not null
);
-- Each kind's size and what was removed, one row a day; the newest also says how far the removal has come.
create table retention_day (
  kind text not null,
  day date not null,
  rows bigint not null,
  bytes bigint not null,
  removed bigint not null default 0,
  upto bigint not null default 0,
  done_tm timestamptz,
  primary key (kind, day)
);
-- The products' states before an applied run are no longer stored: it can't be rolled back or compared.
alter table feed_run add column changes_removed_tm timestamptz;
-- Days are cheap to find from the oldest on; both are written rarely.
create index gateway_event_tm on gateway_event (tm) where processed_tm is not null;
create index client_error_last on client_error (last_tm);
