-- a vendor that one of staff keeps for themselves, and who was let in all the same
create table vendor_lock (
  vendor_lock_id integer generated always as identity primary key,
  vendor_id integer not null unique references vendor on delete cascade,
  locked_by integer not null references login on delete cascade,
  locked_by_vendor_id integer not null references vendor on delete cascade,
  locked_by_name text not null,
  reason text not null,
  insert_tm timestamptz not null,
  worked_tm timestamptz not null
);
create index vendor_lock_holder on vendor_lock (locked_by);
create index vendor_lock_holder_vendor on vendor_lock (locked_by_vendor_id);
create table vendor_lock_access (
  vendor_lock_id integer not null references vendor_lock on delete cascade,
  login_id integer not null references login on delete cascade,
  insert_tm timestamptz not null,
  primary key (vendor_lock_id, login_id)
);
create index vendor_lock_access_login on vendor_lock_access (login_id);

-- who has a vendor's page open; what a crash of the database takes is said again within a minute
create unlogged table vendor_viewer (
  vendor_id integer not null references vendor on delete cascade,
  login_id integer not null references login on delete cascade,
  name text not null,
  since timestamptz not null,
  tm timestamptz not null,
  primary key (vendor_id, login_id)
);
create index vendor_viewer_login on vendor_viewer (login_id);

-- a deleted account is kept for a while, then erased
alter table vendor
  add column deleted_tm timestamptz,
  add column deleted_by_name text,
  add column erased_tm timestamptz,
  add check (erased_tm is null or deleted_tm is not null);
create index vendor_deleted on vendor (deleted_tm) where erased_tm is null and deleted_tm is not null;
