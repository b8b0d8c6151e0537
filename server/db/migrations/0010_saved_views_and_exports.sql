-- a list's filters, sort and columns under a name
create table saved_view (
  saved_view_id integer generated always as identity primary key,
  login_id integer not null references login on delete cascade,
  list text not null,
  name text not null,
  search text not null,
  columns jsonb not null,
  shared boolean not null default false,
  insert_tm timestamptz not null default now(),
  updated_tm timestamptz not null default now()
);
create unique index saved_view_name on saved_view (login_id, list, lower(name));
create index saved_view_shared on saved_view (list) where shared;

-- a list taken out as a file; a large one is made by a job and kept for a week
create table list_export (
  list_export_id integer generated always as identity primary key,
  login_id integer not null references login on delete cascade,
  list text not null,
  format text not null,
  columns jsonb not null,
  input jsonb not null,
  file_name text not null,
  job_id bigint,
  file_key text,
  rows_written integer,
  bytes bigint,
  insert_tm timestamptz not null default now()
);
create index list_export_age on list_export (insert_tm);

-- every product that a held or a dry run would change
alter table feed_run add column changes_key text;
