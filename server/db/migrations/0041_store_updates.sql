-- what a store shows of each product, as it was told last, and as it was before the update that told it
alter table store_product rename column sent_hash to seen_hash;
alter table store_product
  alter column seen_hash drop not null,
  alter column sent_tm drop not null,
  alter column sent_tm drop default,
  add column in_store boolean not null default false,
  add column quantity integer,
  add column price numeric(14,2),
  add column list_price numeric(14,2),
  add column active boolean,
  add column content_hash bigint,
  add column store_update_id bigint,
  add column before jsonb;
update store_product set in_store = true, seen_hash = null;

create index store_product_update on store_product (store_update_id) where in_store;

create table store_update (
  store_update_id bigint generated always as identity primary key,
  vendor_store_id integer not null references vendor_store on delete cascade,
  kind text not null check (kind in ('changed', 'full', 'dry', 'back')),
  state text not null
    check (state in ('asked', 'planning', 'held', 'sending', 'sent', 'nothing', 'dry', 'discarded', 'superseded')),
  -- the update whose products are sent as they were before it
  back_of bigint,
  job_id bigint,
  requested_by text not null,
  -- what stood in the store before it, and what it changes
  shown integer not null default 0,
  selling integer not null default 0,
  priced integer not null default 0,
  created integer not null default 0,
  zeroed integer not null default 0,
  price_changed integer not null default 0,
  price_beyond integer not null default 0,
  quantity_changed integer not null default 0,
  content_changed integer not null default 0,
  withheld jsonb not null default '{}',
  reasons text[] not null default '{}',
  sent integer not null default 0,
  files integer not null default 0,
  bytes bigint not null default 0,
  insert_tm timestamptz not null default now(),
  planned_tm timestamptz,
  end_tm timestamptz,
  decided_by text,
  decided_reason text
);
create index store_update_newest on store_update (vendor_store_id, store_update_id desc);
create unique index store_update_at_work on store_update (vendor_store_id) where state in ('planning', 'sending');

-- what of an update waits to be sent: what brings a product down first, then prices and quantities, then the rest
create table store_outbox (
  store_update_id bigint not null references store_update on delete cascade,
  lane smallint not null,
  product_id bigint not null,
  told text not null,
  sku text not null,
  title text,
  changes jsonb not null,
  before jsonb not null,
  seen_hash bigint not null,
  content_hash bigint,
  primary key (store_update_id, product_id)
);
create index store_outbox_next on store_outbox (store_update_id, lane, told, product_id);

-- from which shares of a store's products on an update asks a person, and from which change of a price
alter table vendor_store
  add column hold_zero_percent numeric(5,2) not null default 20 check (hold_zero_percent between 0 and 100),
  add column hold_price_percent numeric(5,2) not null default 20 check (hold_price_percent between 0 and 100),
  add column price_bound_percent numeric(7,2) not null default 30 check (price_bound_percent > 0),
  -- why nothing is sent until a person has mended it
  add column stopped_reason text,
  add column stopped_tm timestamptz;
