-- what updates took to 0 in a store, or told another price, without a person having been asked: a day's
create table store_move (
  vendor_store_id integer not null references vendor_store on delete cascade,
  product_id bigint not null,
  moved_tm timestamptz not null default now(),
  -- it was sold until then
  sank boolean not null,
  -- what it cost until then, where that is what changed
  price numeric(14,2),
  primary key (vendor_store_id, product_id, moved_tm)
);

-- of each product that was moved so within 24 hours: since when, whether it went to 0, and what it cost before
create view store_moved as
select vendor_store_id, product_id, min(moved_tm) as since, bool_or(sank) as sank,
  (array_agg(price order by moved_tm) filter (where price is not null))[1] as price
from store_move
where moved_tm > now() - interval '24 hours'
group by vendor_store_id, product_id;
