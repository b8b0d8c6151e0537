-- A subscription that can't end or freeze keeps its vendor from being billed.
alter table renewal_trouble drop constraint renewal_trouble_step_check;
alter table renewal_trouble add constraint renewal_trouble_step_check
  check (step in ('settle', 'bill', 'retry', 'delist'));
-- What it is in words; what the database or the program said of it stays beside it.
alter table renewal_trouble add column cause text not null default 'program'
  check (cause in ('slow', 'refused', 'program'));
