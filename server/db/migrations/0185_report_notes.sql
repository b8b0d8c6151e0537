-- what happened on a day and explains a report’s figures, such as a price rise
create table report_note (
  report_note_id integer generated always as identity primary key,
  day date not null,
  text text not null,
  -- null: on all reports
  report text,
  by_login integer not null,
  by_name text not null,
  tm timestamptz not null default now()
);
create index report_note_day on report_note (day, report_note_id);
