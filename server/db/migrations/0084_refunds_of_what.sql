-- a refund is for what its charge was for, and goes back to its card: among the charges of a purpose none was
-- counted as given back
update vendor_charge r
set vendor_charge_type_id = coalesce(r.vendor_charge_type_id, c.vendor_charge_type_id),
  card = coalesce(r.card, c.card)
from vendor_charge c
where c.vendor_charge_id = r.refund_of and (r.vendor_charge_type_id is null or r.card is null);
