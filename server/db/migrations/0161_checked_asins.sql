-- What the rule suggested when a person decided: 2 wrong of the last 100 sure ones stop a supplier's bulk acceptance.
alter table product_asin_decision
  add column class text check (class in ('green', 'amber', 'grey', 'none')),
  add column suggested text;
create index product_asin_decision_sure on product_asin_decision (market_id, tm)
  where how = 'person' and class = 'green' and undone_tm is null;

create table asin_hold_lift (
  dropshipper_id integer not null references dropshipper on delete cascade,
  market_id integer not null references market,
  lifted_by_name text not null,
  lifted_tm timestamptz not null default now(),
  primary key (dropshipper_id, market_id)
);
