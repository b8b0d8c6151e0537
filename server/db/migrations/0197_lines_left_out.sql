alter table feed_run add column rows_left_out bigint not null default 0;
alter table feed_run_issue drop constraint feed_run_issue_severity_check;
alter table feed_run_issue add constraint feed_run_issue_severity_check
  check (severity in ('rejected', 'warning', 'left_out', 'note'));
