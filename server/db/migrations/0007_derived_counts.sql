-- counted from vendor_market_map where they are shown
alter table vendor
  drop column total_active_integrations,
  drop column total_cancel_pending,
  drop column total_freeze_pending,
  drop column total_frozen;

-- a supplier's own entry in the order manager has its name
update oim_supplier o
set supplier_name = d.supplier_name
from dropshipper d
where d.dropshipper_id = o.dropshipper_id
  and not o.is_custom
  and o.supplier_name <> d.supplier_name;

-- a hidden supplier is not featured; the others close up, by way of places that none has
update dropshipper set featured_order = null where allow_browse < 0;
update dropshipper set featured_order = featured_order + 1000000 where featured_order is not null;
update dropshipper d
set featured_order = x.place
from (
  select dropshipper_id, row_number() over (order by featured_order) as place
  from dropshipper
  where featured_order is not null) x
where x.dropshipper_id = d.dropshipper_id;
