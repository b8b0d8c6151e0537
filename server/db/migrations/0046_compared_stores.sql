-- what a store shows is read from its market and compared with what it was told
alter table store_update
  drop constraint store_update_kind_check,
  add constraint store_update_kind_check check (kind in ('changed', 'full', 'dry', 'back', 'compare')),
  drop constraint store_update_state_check,
  add constraint store_update_state_check check (state in (
    'asked', 'planning', 'held', 'sending', 'accepted', 'sent', 'nothing', 'dry', 'discarded', 'superseded',
    'compared')),
  -- up to which product it is compared, and how many differ, by how
  add column compared_to bigint not null default 0,
  add column differing jsonb not null default '{}';

alter table store_product
  -- how often in turn
  add column refused_times smallint not null default 0,
  -- what it was known to show last, where that isn't known now
  add column last_quantity int,
  add column last_price numeric(14, 2),
  -- how the market showed it otherwise than it was told, until it is told again
  add column differs_update_id bigint,
  add column differs text,
  add column differs_from jsonb,
  add column differs_by jsonb;
create index store_product_differs on store_product (differs_update_id) where differs_update_id is not null;

create index store_update_held on store_update (vendor_store_id) where state = 'held';

-- its integration sends one product a call
alter table store_outbox add column alone boolean not null default false;
drop index store_outbox_next;
create index store_outbox_next on store_outbox (store_update_id, lane, told, alone, product_id);

-- since when what it is brought up to date with now, or waits for a person, is behind
alter table vendor_store add column late_since timestamptz;
-- from when on what changes is the next update's
alter table store_update add column counted_tm timestamptz;
-- all of it is to be told again, asked for then
alter table store_product add column again_tm timestamptz;

-- what tells the store nothing may run beside what is left of an update
drop index store_update_at_work;
create unique index store_update_at_work on store_update (vendor_store_id)
  where state in ('planning', 'sending') and kind not in ('dry', 'compare');

-- what a person let an update do beyond the store's bounds, until it is done or not wanted any more
create table store_approval (
  vendor_store_id integer not null references vendor_store on delete cascade,
  product_id bigint not null references product on delete cascade,
  -- it may be taken to 0, or off sale
  sinks boolean not null,
  -- it may have this price
  price numeric,
  primary key (vendor_store_id, product_id)
);
create index store_approval_product on store_approval (product_id);

-- what a market showed, page by page, until it is compared
create table store_shown (
  store_update_id bigint not null references store_update on delete cascade,
  sku text not null,
  quantity integer,
  price numeric,
  active boolean,
  primary key (store_update_id, sku)
);
-- under which its market's next page is asked for; blank: all of them are read
alter table store_update add column shown_cursor text;

-- what is asked of orders is of no update, but of the market's allowance
alter table store_call alter column store_update_id drop not null;

-- in which its shop's own amounts are, and when it was asked
alter table vendor_store add column shop_currency text, add column shop_currency_tm timestamptz;
