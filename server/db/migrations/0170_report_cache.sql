-- reports that are slow to compute are kept for some minutes; beside them is who asked for it again
create table report_cache (
  report text primary key,
  answer jsonb not null,
  computed_tm timestamptz not null,
  computed_by integer
);
