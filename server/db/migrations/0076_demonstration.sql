-- Whether the demonstration was made whole: a start that was killed meanwhile leaves a part of it.
create table demonstration (
  one boolean primary key default true check (one),
  begun_tm timestamptz not null default now(),
  ready_tm timestamptz
);
