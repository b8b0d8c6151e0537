-- what customers ask their account manager for: a supplier, another plan, or to close the account
create table customer_request (
  customer_request_id integer generated always as identity primary key,
  vendor_id integer not null references vendor on delete cascade,
  kind text not null check (kind in ('supplier', 'plan', 'close')),
  dropshipper_id integer references dropshipper on delete cascade,
  vendor_plan_type_id smallint references plan_type,
  comment text not null default '',
  requested_by text,
  insert_tm timestamptz not null default now(),
  withdrawn_tm timestamptz,
  answered_tm timestamptz,
  answered_by_name text,
  accepted boolean,
  answer text not null default '',
  check ((kind = 'supplier') = (dropshipper_id is not null)),
  check ((kind = 'plan') = (vendor_plan_type_id is not null)),
  check ((answered_tm is null) = (accepted is null))
);
create index customer_request_vendor on customer_request (vendor_id, kind, insert_tm desc);
create index customer_request_supplier on customer_request (dropshipper_id);
create index customer_request_plan on customer_request (vendor_plan_type_id);
insert into customer_request (vendor_id, kind, dropshipper_id, comment, insert_tm, withdrawn_tm)
select vendor_id, 'supplier', dropshipper_id, comment, insert_tm, withdrawn_tm
from supplier_request
order by supplier_request_id;
drop table supplier_request;
