-- one of staff looks at a vendor's account as its customer, in one session, for a while
create table customer_view (
  customer_view_id integer generated always as identity primary key,
  session_hash bytea not null,
  login_id integer not null references login on delete cascade,
  viewer text not null,
  vendor_id integer not null references vendor on delete cascade,
  customer_login_id integer not null references login on delete cascade,
  customer text not null,
  began_tm timestamptz not null,
  ends_tm timestamptz not null,
  ended_tm timestamptz
);
create index customer_view_viewer on customer_view (login_id);
create index customer_view_vendor on customer_view (vendor_id);
create index customer_view_customer on customer_view (customer_login_id);
create index customer_view_open on customer_view (ends_tm) where ended_tm is null;
