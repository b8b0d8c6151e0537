-- the part of what a card paid that was returned as credit; it can't be refunded to the card any more
alter table vendor_charge
  add column credited numeric(12, 2) not null default 0,
  drop constraint vendor_charge_refunds;
alter table vendor_charge
  add constraint vendor_charge_refunds
    check (refunded >= 0 and refund_reserved >= 0 and credited >= 0
      and refunded + refund_reserved + credited <= greatest(amount, 0));
