-- what a vendor's basic info says beside its plan; null: priority support is as the plan has it
alter table vendor
  add column logo_key text,
  add column order_volume text not null default 'Unknown'
    check (order_volume in ('Unknown', '0', '1-100', '101-500', '501-2000', '2001-5000', '5000+')),
  add column priority_support boolean,
  add column optimized_sync_oa boolean not null default false;
alter table plan_type add column priority_support boolean not null default false;
create table vendor_category (
  vendor_id integer not null references vendor on delete cascade,
  catalog_category_id integer not null references catalog_category,
  primary key (vendor_id, catalog_category_id)
);

alter table contact
  add column phone text not null default '',
  add column alternate_phone text not null default '',
  add column address2 text not null default '',
  add column province text not null default '';

create table vendor_note (
  vendor_note_id integer generated always as identity primary key,
  vendor_id integer not null references vendor on delete cascade,
  note text not null,
  note_type smallint not null check (note_type between 0 and 11),
  pinned boolean not null default false,
  written_by integer references login on delete set null,
  written_by_name text not null,
  insert_tm timestamptz not null default now(),
  update_tm timestamptz
);
create index vendor_note_newest on vendor_note (vendor_id, pinned desc, vendor_note_id desc);

-- how far the set-up of an integration is, and the store that it fills
alter table vendor_market_map
  add column vendor_store_id integer references vendor_store on delete set null,
  add column market_is_on boolean not null default true,
  add column supplier_account_confirmed boolean not null default false,
  add column access_details_provided boolean not null default false,
  add column tools_configured boolean not null default false,
  add column insert_tm timestamptz not null default now();
update vendor_market_map set insert_tm = last_modified_tm;

create table restricted_access (
  vendor_id integer not null references vendor on delete cascade,
  dropshipper_id integer not null references dropshipper,
  note text not null,
  added_by text not null,
  created_tm timestamptz not null default now(),
  primary key (vendor_id, dropshipper_id)
);

-- what a vendor let us do on a market; the token itself is kept with its store
create table platform_auth (
  platform_auth_id integer generated always as identity primary key,
  vendor_id integer not null references vendor on delete cascade,
  market_id integer not null references market,
  account_name text not null,
  authorized_tm timestamptz not null default now(),
  expires_tm timestamptz,
  revoked_tm timestamptz,
  last_used_tm timestamptz,
  unique (vendor_id, market_id, account_name)
);

-- a vendor's log by type, and the newest change of one kind of a record, however long its log is
create index activity_vendor_type on activity (vendor_id, type, activity_id desc);
create index activity_record_type on activity (entity, entity_id, type, activity_id desc);
drop index activity_record;
