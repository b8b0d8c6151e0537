-- what a vendor's own feed changes of what the vendor is sold (docs/domain/custom-feeds.md, Custom feeds)
alter table vendor_custom_feed
  add column add_out_of_stock_product boolean not null default false,
  add column dynamic_pricing_tier text,
  add column insert_tm timestamptz not null default now();
-- when the search index last held all that the feed's products were
alter table feed add column indexed_tm timestamptz;

-- every custom feed has a feed
insert into feed (dropshipper_id, vendor_custom_feed_id, format)
select dropshipper_id, vendor_custom_feed_id, '{"kind": "csv"}'
from vendor_custom_feed c
where not exists (select from feed f where f.vendor_custom_feed_id = c.vendor_custom_feed_id);

-- a deleted custom feed of which a store still has products: they are to be taken down
create table ended_custom_feed (
  feed_id integer primary key,
  vendor_id integer not null references vendor on delete cascade,
  dropshipper_id integer not null references dropshipper,
  ended_tm timestamptz not null default now()
);
create index ended_custom_feed_vendor on ended_custom_feed (vendor_id);
