-- how a vendor's prices are made: rules by what they are of, what other currencies are worth to it, and a
-- number that each change raises, so that stores see that their prices may have changed
create table price_rule (
  price_rule_id integer generated always as identity primary key,
  vendor_id integer not null references vendor on delete cascade,
  place integer not null,
  dropshipper_id integer references dropshipper,
  market_id integer references market,
  brand text not null,
  cat1 text not null,
  cat2 text not null,
  cat3 text not null,
  cat4 text not null,
  cat5 text not null,
  markup_type_id smallint not null check (markup_type_id between 1 and 7),
  markup_value numeric,
  tiers jsonb not null,
  add_shipping boolean not null,
  add_dropship_fee boolean not null,
  minimum_margin numeric check (minimum_margin >= 0 and minimum_margin < 1),
  ignore_map boolean not null,
  cap_at_msrp boolean not null,
  round_to smallint check (round_to between 0 and 99),
  check ((markup_type_id in (3, 4)) = (markup_value is null)),
  unique (vendor_id, place)
);
create table price_rate (
  vendor_id integer not null references vendor on delete cascade,
  code text not null,
  rate numeric not null check (rate > 0),
  primary key (vendor_id, code)
);
alter table vendor
  add column currency_id smallint not null default 1 references currency,
  add column pricing_version integer not null default 0;
