-- a report with its filters under a name, emailed by a schedule at 07:00 UTC
create table report_mail (
  report_mail_id integer generated always as identity primary key,
  login_id integer not null references login on delete cascade,
  report text not null,
  name text not null,
  -- the report’s address after the question mark
  search text not null,
  every text not null check (every in ('day', 'week', 'month')),
  -- of the week from Monday, or of the month
  day smallint check (day between 1 and 28),
  formats text[] not null check (formats <@ '{pdf,csv}'),
  insert_tm timestamptz not null default now(),
  stopped_tm timestamptz,
  stopped_by_name text,
  check ((every = 'day') = (day is null)),
  check (every <> 'week' or day <= 7)
);
create index report_mail_running on report_mail (report_mail_id) where stopped_tm is null;

create table report_mail_recipient (
  report_mail_id integer not null references report_mail on delete cascade,
  login_id integer not null references login on delete cascade,
  primary key (report_mail_id, login_id)
);
create index report_mail_recipient_login on report_mail_recipient (login_id);

-- each day on which a schedule was due, once
create table report_mail_sending (
  report_mail_sending_id integer generated always as identity primary key,
  report_mail_id integer not null references report_mail on delete cascade,
  due_on date not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  -- what it waits for, or why it failed
  why text,
  job_id bigint,
  recipients integer,
  -- the numbers of the email, which the next one is compared with
  figures jsonb,
  ended_tm timestamptz,
  unique (report_mail_id, due_on)
);
create index report_mail_sending_waiting on report_mail_sending (report_mail_sending_id) where state = 'waiting';

-- files attached to emails until those are sent
create table mail_file (
  mail_file_id integer generated always as identity primary key,
  name text not null,
  type text not null,
  content bytea not null,
  tm timestamptz not null default now()
);
create index mail_file_age on mail_file (tm);
alter table mail add column files integer[] not null default '{}';
