-- what is expected is of one field or part, and of one direction
alter table feed_expectation
  add column field text,
  add column part text,
  add column sign smallint not null default 1 check (sign in (-1, 1));
update feed_expectation e
set field = widest.field, part = widest.part, sign = case when widest.value < 0 then -1 else 1 end
from (
  select distinct on (r.feed_run_id, m.name) r.feed_run_id, m.name, m.field, m.part, m.value
  from feed_run r
  cross join jsonb_to_recordset(r.decision->'measures') as m(name text, field text, part text, value float8)
  where r.feed_run_id in (select feed_run_id from feed_expectation)
  order by r.feed_run_id, m.name, abs(m.value) desc
) widest
where widest.feed_run_id = e.feed_run_id
  and widest.name = e.measure;
