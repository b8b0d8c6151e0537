-- reports that are slow to compute are kept for some minutes; whoever computed them is kept beside them
create table report_cache (
  report text primary key,
  answer jsonb not null,
  computed_tm timestamptz not null,
  computed_by integer
);
