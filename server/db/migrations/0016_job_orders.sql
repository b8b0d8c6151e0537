-- Jobs by when they ended and by how long they took. What runs or waits has no end yet: it stands before what
-- ended last, and below what took no time at all.
create index job_by_end on job ((coalesce(job_end_time, 'infinity'::timestamptz)), job_id);
create index job_by_time on job ((coalesce(job_end_time - job_start_time, interval '-1 second')), job_id);
-- the few that failed: a category or type of which none did is not looked for among all
create index job_failed_by_end on job ((coalesce(job_end_time, 'infinity'::timestamptz)), job_id)
  include (category, job_type) where job_status = 3;
create index job_failed_by_time on job ((coalesce(job_end_time - job_start_time, interval '-1 second')), job_id)
  include (category, job_type) where job_status = 3;
