-- IS Direct, the second product: its plans, users and orders as they were last read, and what was changed here.
create table direct_plan_type (
  -- the id of IS Direct
  direct_plan_type_id integer primary key,
  name text not null,
  monthly_fee numeric(12,2) not null check (monthly_fee >= 0),
  monthly_orders integer not null check (monthly_orders >= 0),
  -- whether a user may change to it
  is_offered boolean not null default true
);
create table direct_user (
  -- the id of IS Direct
  direct_user_id integer primary key,
  email text not null,
  direct_plan_type_id integer references direct_plan_type,
  next_charge_date date,
  monthly_orders_remaining integer not null check (monthly_orders_remaining >= 0),
  registered_at timestamptz not null,
  -- the editable fields at IS Direct when they were last read, and the version that they had there
  remote jsonb,
  remote_version text,
  -- the fields whose value here replaces the one in remote, and isn’t sent yet
  unsent text[] not null default '{}',
  synced_tm timestamptz
);
create index direct_user_newest on direct_user (registered_at, direct_user_id);
create index direct_user_email on direct_user (lower(email), direct_user_id);
create table direct_order (
  -- the id of IS Direct
  direct_order_id bigint primary key,
  direct_user_id integer not null references direct_user,
  ordered_at timestamptz not null,
  changed_at timestamptz not null,
  state text not null check (state in ('placed', 'shipped', 'canceled')),
  cost numeric(12,2) not null check (cost >= 0),
  paid_at timestamptz
);
create index direct_order_user on direct_order (direct_user_id, ordered_at desc, direct_order_id desc)
  include (paid_at, cost);
create index direct_order_changed on direct_order (direct_user_id, changed_at desc);
-- How far the sync of all users came.
create table direct_sync (
  one boolean primary key default true check (one),
  -- orders that changed before this are here
  orders_through timestamptz,
  users_tm timestamptz
);
insert into direct_sync default values;
