-- suppliers that customers want to have; open until it is subscribed, withdrawn or too old
create table supplier_request (
  supplier_request_id integer generated always as identity primary key,
  vendor_id integer not null references vendor on delete cascade,
  dropshipper_id integer not null references dropshipper on delete cascade,
  comment text not null default '',
  insert_tm timestamptz not null default now(),
  withdrawn_tm timestamptz
);
create index supplier_request_open on supplier_request (vendor_id, dropshipper_id) where withdrawn_tm is null;
create index supplier_request_supplier on supplier_request (dropshipper_id);
