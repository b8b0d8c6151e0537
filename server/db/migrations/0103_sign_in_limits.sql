-- attempts that wait longer the more of them fail (server/platform/back-off.ts)
create table attempt_limit (
  bucket text primary key,
  attempts double precision not null,
  tm timestamptz not null default now(),
  next_tm timestamptz not null
);
create index attempt_limit_tm on attempt_limit (tm);
-- failed sign-ins of a login, by network and ten minutes: each is one row of the log
create table sign_in_failure (
  login_id integer not null references login on delete cascade,
  network text not null,
  begin_tm timestamptz not null,
  times integer not null,
  activity_id integer not null,
  primary key (login_id, network, begin_tm)
);
-- when its owner was last emailed about failed sign-ins
alter table login add column warned_tm timestamptz;
