-- An open invoice is closed by a person: it was paid another way, or won't be.
alter table money_approval drop constraint money_approval_act_check;
alter table money_approval add constraint money_approval_act_check
  check (act in ('manual_charge', 'refund', 'close_invoice'));
alter table money_alone drop constraint money_alone_act_check;
alter table money_alone add constraint money_alone_act_check
  check (act in ('manual_charge', 'refund', 'close_invoice'));
-- who wrote it off and why stands in the log, and is told beside it
alter table invoice
  add column written_off_reason text,
  add check (written_off_tm is null or paid_tm is null),
  add check ((written_off_tm is null) = (written_off_reason is null));
create index invoice_written_off_of_vendor on invoice (vendor_id, invoice_id) where written_off_tm is not null;
