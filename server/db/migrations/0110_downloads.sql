-- Files that a worker downloads at once, beside the jobs that take its vCPUs
alter table job_server
  add column downloads integer not null default 0,
  add column downloads_in_use integer not null default 0;
