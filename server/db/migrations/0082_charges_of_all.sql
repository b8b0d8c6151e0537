-- charges of all vendors are listed by time or amount, and by what is rare of them: how they stand (the
-- expression of server/areas/billing/charges.ts), their type, what they are for
create index vendor_charge_tm on vendor_charge (tm, vendor_charge_id);
create index vendor_charge_amount on vendor_charge (amount, vendor_charge_id);
create index vendor_charge_state on vendor_charge ((
  case
    when vendor_charge_status_id = 2 then 'declined'
    when vendor_charge_status_id = 3 then 'failed'
    when refund_tm is not null then 'refunded'
    when refunded > 0 then 'refunded_in_part'
    else 'success' end), vendor_charge_trans_type_id, tm, vendor_charge_id);
create index vendor_charge_type on vendor_charge (vendor_charge_trans_type_id, tm, vendor_charge_id);
-- what rarely comes together is found without a look at the rows
create index vendor_charge_for on vendor_charge (
  vendor_charge_type_id, vendor_charge_trans_type_id, (
  case
    when vendor_charge_status_id = 2 then 'declined'
    when vendor_charge_status_id = 3 then 'failed'
    when refund_tm is not null then 'refunded'
    when refunded > 0 then 'refunded_in_part'
    else 'success' end), tm, vendor_charge_id)
  where vendor_charge_type_id is not null;
