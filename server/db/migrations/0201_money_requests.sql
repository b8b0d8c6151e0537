-- what support asks finance to do: whoever asked may not do it, so any approval is by another person
alter table money_approval add column is_request boolean not null default false;

-- what is known of a charge: its requests
create index money_approval_charge on money_approval (((request ->> 'vendor_charge_id')::bigint))
  where request ? 'vendor_charge_id';
