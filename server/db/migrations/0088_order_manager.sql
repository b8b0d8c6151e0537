-- What an order-manager supplier asks of who orders through it: fields as a platform's form has.
alter table oim_supplier add column configs jsonb not null default '[]';

-- The suppliers of a vendor's order manager; a deleted one keeps its settings until it is brought back.
create table vendor_order_supplier (
  vendor_id integer not null references vendor on delete cascade,
  supplier_id integer not null references oim_supplier,
  test_mode boolean not null default false,
  insert_tm timestamptz not null,
  delete_tm timestamptz,
  primary key (vendor_id, supplier_id)
);
create table vendor_order_config (
  vendor_id integer not null,
  supplier_id integer not null,
  field_handle text not null,
  -- one of both: what is secret is sealed
  value text,
  secret text,
  primary key (vendor_id, supplier_id, field_handle),
  foreign key (vendor_id, supplier_id) references vendor_order_supplier on delete cascade,
  check ((value is null) <> (secret is null))
);

-- Where a vendor's orders come from.
create table order_channel (
  channel_id integer generated always as identity primary key,
  vendor_id integer not null references vendor on delete cascade,
  channel_name text not null,
  supported_channel_id integer not null references market,
  enable_order_automation boolean not null,
  test_mode boolean not null,
  use_order_number_as_po boolean not null,
  fetch_last_xdays_order smallint not null check (fetch_last_xdays_order between 1 and 60),
  active boolean not null,
  disable_tracking_update boolean not null,
  insert_tm timestamptz not null,
  delete_tm timestamptz
);
create index order_channel_vendor on order_channel (vendor_id);
