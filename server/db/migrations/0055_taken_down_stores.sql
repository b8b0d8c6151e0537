-- An update that takes a vendor's products out of its stores, because it hasn't paid.
alter table store_update
  drop constraint store_update_kind_check,
  add constraint store_update_kind_check
    check (kind in ('changed', 'full', 'dry', 'back', 'compare', 'delist'));
-- what is taken down so is looked at anew once its vendor has paid
alter table store_outbox alter column seen_hash drop not null;

-- whose products were to be gone before: their stores' next update takes them out
update vendor_store st
set behind_since = coalesce(behind_since, now())
from vendor v
where v.vendor_id = st.vendor_id and v.vendor_status_id = 3;
