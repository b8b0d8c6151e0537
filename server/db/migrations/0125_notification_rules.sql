-- Who hears of a notification, by which way, and what became of each message (docs/domain/notification-rules.md).
alter table system_message add parent_id bigint references system_message on delete set null;
create index system_message_parent on system_message (parent_id) where parent_id is not null;

create table notice_endpoint (
  notice_endpoint_id integer generated always as identity primary key,
  name text not null,
  form text not null check (form in ('standard', 'slack', 'teams')),
  -- an address of Slack or Teams is a secret itself
  url_sealed text not null,
  host text not null,
  secret_sealed text,
  previous_secret_sealed text,
  previous_until timestamptz,
  state text not null default 'on' check (state in ('on', 'failing', 'off')),
  failures integer not null default 0,
  failing_since timestamptz,
  off_reason text,
  made_by_name text not null,
  insert_tm timestamptz not null default now(),
  version integer not null default 1,
  check ((form = 'standard') = (secret_sealed is not null)),
  check ((state = 'off') = (off_reason is not null))
);

create table notice_rule (
  notice_rule_id integer generated always as identity primary key,
  -- null: the team's
  owner_login_id integer references login on delete cascade,
  name text not null,
  -- empty: all
  categories text[] not null default '{}',
  min_severity smallint not null default 0 check (min_severity between 0 and 2),
  scope text not null default 'all' check (scope in ('all', 'mine', 'suppliers', 'vendors')),
  scope_ids integer[] not null default '{}',
  target text not null check (target in ('person', 'role', 'manager', 'turn', 'endpoint')),
  to_login_id integer references login on delete cascade,
  to_role text check (to_role in ('support', 'account_manager', 'finance', 'admin')),
  to_endpoint_id integer references notice_endpoint on delete cascade,
  at_once boolean not null default false,
  active boolean not null default true,
  insert_tm timestamptz not null default now(),
  version integer not null default 1,
  check ((target = 'person') = (to_login_id is not null)),
  check ((target in ('role', 'manager')) = (to_role is not null)),
  check ((target = 'endpoint') = (to_endpoint_id is not null)),
  check ((scope in ('suppliers', 'vendors')) = (cardinality(scope_ids) > 0))
);
create index notice_rule_owner on notice_rule (owner_login_id) where owner_login_id is not null;
create index notice_rule_login on notice_rule (to_login_id) where to_login_id is not null;
create index notice_rule_endpoint on notice_rule (to_endpoint_id) where to_endpoint_id is not null;
-- of a vendor without an account manager, the role hears
insert into notice_rule (name, categories, min_severity, target, to_role, at_once) values
  ('Urgent problems', '{}', 2, 'turn', null, true),
  ('Stores', '{store}', 1, 'manager', 'support', true),
  ('Feeds and vendors', '{feed,vendor}', 0, 'manager', 'support', false),
  ('Money', '{money}', 0, 'role', 'finance', false),
  ('System', '{system}', 0, 'role', 'admin', false);

-- without a row, the defaults of contract/notifications/hours.ts
create table notice_person (
  login_id integer primary key references login on delete cascade,
  time_zone text not null,
  quiet_from time not null,
  quiet_until time not null,
  work_days integer[] not null check (work_days <@ '{1,2,3,4,5,6,7}'),
  digests time[] not null check (cardinality(digests) between 1 and 4),
  away_until date,
  version integer not null default 1
);

create table notice_turn (
  notice_turn_id integer generated always as identity primary key,
  step smallint not null check (step in (1, 2)),
  login_id integer not null references login on delete cascade,
  from_tm timestamptz not null,
  until_tm timestamptz not null,
  check (until_tm > from_tm),
  exclude using gist (tstzrange(from_tm, until_tm) with &&) where (step = 1),
  exclude using gist (tstzrange(from_tm, until_tm) with &&) where (step = 2)
);
create index notice_turn_login on notice_turn (login_id);

create table notice_silence (
  notice_silence_id integer generated always as identity primary key,
  -- null: for all
  login_id integer references login on delete cascade,
  category text,
  kind text,
  dropshipper_id integer references dropshipper on delete cascade,
  vendor_id integer references vendor on delete cascade,
  from_tm timestamptz not null default now(),
  until_tm timestamptz not null,
  reason text not null,
  made_by_name text not null,
  check (until_tm > from_tm and until_tm <= from_tm + interval '90 days'),
  check (num_nonnulls(category, kind, dropshipper_id, vendor_id) > 0)
);
create index notice_silence_until on notice_silence (until_tm);
create index notice_silence_login on notice_silence (login_id) where login_id is not null;
create index notice_silence_supplier on notice_silence (dropshipper_id) where dropshipper_id is not null;
create index notice_silence_vendor on notice_silence (vendor_id) where vendor_id is not null;

create table notice_delivery (
  notice_delivery_id bigint generated always as identity primary key,
  system_message_id bigint not null references system_message on delete cascade,
  phase text not null check (phase in ('begin', 'flapping', 'reminder', 'end', 'test')),
  -- which reminder, or which end of a problem that came back
  turn smallint not null default 0,
  notice_rule_id integer references notice_rule on delete set null,
  digest boolean not null default false,
  login_id integer references login on delete cascade,
  notice_endpoint_id integer references notice_endpoint on delete cascade,
  insert_tm timestamptz not null default clock_timestamp(),
  due_tm timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped')),
  dropped text check (dropped in ('ended', 'reopened', 'dismissed', 'taken', 'parent', 'endpoint')),
  tries smallint not null default 0,
  claimed_tm timestamptz,
  sent_tm timestamptz,
  webhook_id text,
  answer_status smallint,
  answer_text text,
  answer_ms integer,
  check (num_nonnulls(login_id, notice_endpoint_id) = 1),
  check ((state = 'dropped') = (dropped is not null)),
  check ((state = 'sent') = (sent_tm is not null)),
  unique nulls not distinct (system_message_id, phase, turn, login_id, notice_endpoint_id)
);
create index notice_delivery_due on notice_delivery (due_tm) where state = 'waiting';
create index notice_delivery_sending on notice_delivery (claimed_tm) where state = 'sending';
create index notice_delivery_person on notice_delivery (login_id, notice_delivery_id desc) where login_id is not null;
create index notice_delivery_endpoint on notice_delivery (notice_endpoint_id, notice_delivery_id desc) where notice_endpoint_id is not null;
create index notice_delivery_rule on notice_delivery (notice_rule_id) where notice_rule_id is not null;
