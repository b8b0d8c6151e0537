-- goals and numbers of a month that people enter; each save is a row, the newest one counts
create table report_goal (
  report_goal_id integer generated always as identity primary key,
  year smallint not null,
  month smallint not null check (month between 1 and 12),
  which text not null check (which in ('weekly', 'monthly', 'new_visitors', 'helpscout', 'live_chat')),
  -- as it was typed; empty: removed
  text text not null,
  value numeric(14,2),
  less_than boolean not null default false,
  reason text,
  by_login integer not null,
  by_name text not null,
  tm timestamptz not null default now(),
  check ((text = '') = (value is null))
);
create index report_goal_month on report_goal (year, month, which, report_goal_id desc);
