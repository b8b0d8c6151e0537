-- What was received from each vendor, at the gateway and outside of it, up to the movement that ledger_summed names.
create table vendor_received (
  vendor_id integer primary key references vendor,
  amount numeric(14,2) not null,
  -- the first payment
  first_tm timestamptz
);
insert into vendor_received (vendor_id, amount, first_tm)
select p.vendor_id, sum(p.amount), min(t.tm) filter (where p.amount > 0)
from ledger_posting p
join ledger_transaction t using (ledger_transaction_id)
where p.account in ('gateway', 'outside')
  and p.ledger_transaction_id <= (select through from ledger_summed)
group by p.vendor_id;
-- what came in after a report’s last day
create index ledger_transaction_tm on ledger_transaction (tm) include (vendor_id, ledger_transaction_id);
