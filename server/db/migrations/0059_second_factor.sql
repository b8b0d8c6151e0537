-- a second factor is asked for once it is confirmed; last_step is of the newest code that was used
create table second_factor (
  login_id integer primary key references login on delete cascade,
  secret text not null,
  begun_tm timestamptz not null default now(),
  confirmed_tm timestamptz,
  last_step bigint not null default 0
);
create table recovery_code (
  login_id integer not null references second_factor on delete cascade,
  code_hash bytea not null,
  used_tm timestamptz,
  primary key (login_id, code_hash)
);
