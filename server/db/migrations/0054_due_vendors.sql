-- who is billed next, without a look at all vendors for every two hundred
create index vendor_due on vendor (next_charge_date, vendor_id)
  where vendor_status_id = 1 and deleted_tm is null and not is_staff;
-- what was paid of an invoice: asked before each refund and cancellation
create index vendor_charge_invoice on vendor_charge (invoice_id) where invoice_id is not null;
