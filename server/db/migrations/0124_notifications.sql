-- A notification is a problem with a key: it begins, is counted, may get worse and ends
-- (docs/domain/notifications.md).
alter table system_message
  -- a row written inside a long transaction would otherwise be older than what was read meanwhile
  alter insert_tm set default clock_timestamp(),
  add kind text,
  add event_key text check (length(event_key) <= 255),
  add severity smallint not null default 0 check (severity between 0 and 2),
  add count integer not null default 1,
  add began_tm timestamptz not null default clock_timestamp(),
  add last_tm timestamptz not null default clock_timestamp(),
  add ended_tm timestamptz,
  add ended_by text check (ended_by in ('itself', 'worse', 'point')),
  add reopened smallint not null default 0,
  add flapping_tm timestamptz,
  add taken_by integer references login on delete set null,
  add taken_by_name text,
  add taken_tm timestamptz,
  add snoozed_until timestamptz,
  add dismissed_by integer references login on delete set null,
  add dismissed_by_name text,
  add dismissed_tm timestamptz,
  add previous_id bigint references system_message on delete set null,
  add vendor_id integer references vendor on delete cascade,
  add version integer not null default 1;

-- what earlier notifications reported is over: a problem that still exists begins a new one
update system_message
set kind = case
    when category = 'feed warned' then 'feed_warned'
    when category like 'feed%' then 'feed'
    when category = 'store' then 'store'
    when category = 'registration' then 'registration'
    when category = 'subscription' then 'pause'
    when category = 'money' then 'renewal'
    else 'feedback'
  end,
  category = case
    when category like 'feed%' and category <> 'feedback' then 'feed'
    when category in ('store', 'money') then category
    else 'vendor'
  end,
  began_tm = insert_tm, last_tm = insert_tm, ended_tm = insert_tm, ended_by = 'point';

alter table system_message
  alter kind set not null,
  add check ((ended_tm is null) = (ended_by is null));

drop index system_message_newest;
create index system_message_newest on system_message (insert_tm desc, id desc);
create unique index system_message_one_open on system_message (event_key) where ended_tm is null and event_key is not null;
create index system_message_key on system_message (event_key, id desc) where event_key is not null;
create index system_message_active on system_message (insert_tm desc, id desc) where not dismissed;
create index system_message_standing on system_message (insert_tm desc, id desc) where not dismissed and ended_tm is null;
create index system_message_by_category on system_message (category, insert_tm desc, id desc);
create index system_message_by_supplier on system_message (dropshipper_id, insert_tm desc, id desc) where dropshipper_id is not null;
create index system_message_by_custom on system_message (vendor_custom_feed_id, insert_tm desc, id desc) where vendor_custom_feed_id is not null;
create index system_message_previous on system_message (previous_id) where previous_id is not null;
create index system_message_of_vendor on system_message (vendor_id) where vendor_id is not null;

-- what the program saw, until it is counted a moment later
create table notice_inbox (
  event_id bigint generated always as identity primary key,
  tm timestamptz not null default clock_timestamp(),
  since_tm timestamptz,
  kind text not null,
  event_key text not null check (length(event_key) <= 255),
  what text not null check (what in ('begin', 'end', 'point')),
  severity smallint not null check (severity between 0 and 2),
  message text not null,
  link text,
  dropshipper_id integer,
  vendor_custom_feed_id integer,
  vendor_id integer
);
create index notice_inbox_key on notice_inbox (event_key);

-- what a notification consists of
create table notice_event (
  event_id bigint primary key,
  system_message_id bigint not null references system_message on delete cascade,
  tm timestamptz not null,
  what text not null,
  severity smallint not null,
  message text not null
);
create index notice_event_message on notice_event (system_message_id, event_id desc);
create index notice_event_tm on notice_event (tm);
