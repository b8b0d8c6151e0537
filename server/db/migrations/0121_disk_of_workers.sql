-- The free space where a worker writes files, which may be another machine's; null: unknown.
alter table job_server add column disk_free_bytes bigint;
