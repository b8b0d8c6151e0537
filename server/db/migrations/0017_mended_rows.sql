-- A run of mended rows alone: which run they complete, and the file that holds them.
alter table feed_run
  add column mends_run_id bigint references feed_run on delete set null,
  add column mended_key text;
create index feed_run_mends on feed_run (mends_run_id) where mends_run_id is not null;
