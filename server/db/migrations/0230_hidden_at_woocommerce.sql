-- products that were hidden at WooCommerce are shown again; what a person hid there stays hidden
update store_product sp
set remote = sp.remote || '{"hidden": true}'
from vendor_store st
join market m using (market_id)
where st.vendor_store_id = sp.vendor_store_id
  and m.market_name ~* 'woo\s*commerce'
  and sp.remote is not null
  and sp.in_store
  and sp.active is false;
