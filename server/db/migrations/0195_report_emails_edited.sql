-- A schedule has an hour of the day in UTC and can be edited: days before the edit aren’t made up for.
alter table report_mail
  add column hour smallint not null default 7 check (hour between 0 and 23),
  add column rescheduled_tm timestamptz;
-- A person’s copy: its number is in its stop link, so that a link dies with its copy; and how many emails in a row
-- weren’t opened by their link.
alter table report_mail_recipient
  add column copy_id integer generated always as identity unique,
  add column unopened integer not null default 0;
