-- what each worker used, once a minute
create table server_sample (
  server text not null,
  minute timestamptz not null,
  cpu real not null,
  memory_bytes bigint not null,
  running_jobs integer not null,
  queued integer not null,
  primary key (minute, server)
);
