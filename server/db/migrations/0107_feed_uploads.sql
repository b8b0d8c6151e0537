-- Who uploaded which file of a feed in the last day, so that unsaved ones have a limit per person.
create table feed_upload (
  key text primary key,
  login_id integer not null references login on delete cascade,
  bytes bigint not null,
  tm timestamptz not null default now()
);
create index feed_upload_login on feed_upload (login_id);
