-- a link given out by which a shop posts its keys once; of the link's secret only a hash is kept
create table store_grant (
  vendor_store_id integer primary key references vendor_store on delete cascade,
  token_hash text not null unique,
  requested_by integer references login (login_id) on delete set null,
  requested_by_name text not null,
  expires_tm timestamptz not null
);
