-- what the Jobs list is searched by: the subjects and causes of all jobs, each once
create table job_term (
  kind text not null check (kind in ('subject', 'cause')),
  term text not null,
  primary key (kind, term)
);
create index job_term_search on job_term using gin (term gin_trgm_ops);
insert into job_term
select 'subject', subject
from job
where subject is not null
group by subject
union all
select 'cause', cause
from job
where cause is not null
group by cause;

create function keep_new_job_terms() returns trigger language plpgsql as $$
begin
  insert into job_term
  select distinct 'subject', subject from fresh where subject is not null
  union all
  select distinct 'cause', cause from fresh where cause is not null
  on conflict do nothing;
  return null;
end $$;
create trigger job_terms_of_new after insert on job
  referencing new table as fresh
  for each statement execute function keep_new_job_terms();

create function keep_job_cause() returns trigger language plpgsql as $$
begin
  insert into job_term values ('cause', new.cause) on conflict do nothing;
  return null;
end $$;
create trigger job_term_of_reason after update on job
  for each row when (new.reason is not null and new.reason is distinct from old.reason)
  execute function keep_job_cause();

create index job_subject_newest on job (subject, job_id desc) include (job_status, category, job_type);
create index job_cause_newest on job (cause, job_id desc) where cause is not null;

-- the open jobs in the order in which they are taken and shown
drop index job_open;
create index job_open on job (job_status, job_rank desc, job_id) where job_status in (1, 4);
