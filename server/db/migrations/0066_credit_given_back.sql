-- What of the credit that paid a charge came back with its refunds: it comes back once.
alter table vendor_charge
  add column credit_back numeric(12,2) not null default 0 check (credit_back between 0 and credit_used);
update vendor_charge c
set credit_back = least(c.credit_used, r.back)
from (
  select refund_of, sum((terms->>'credit_back')::numeric / 100) as back
  from money_intent
  where kind = 'refund' and state = 'succeeded'
  group by refund_of) r
where c.vendor_charge_id = r.refund_of;
