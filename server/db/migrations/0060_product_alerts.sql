-- which address hears of which supplier's changes, how often, and what it was told last
create table product_alert (
  product_alert_id integer primary key generated always as identity,
  vendor_id integer not null references vendor on delete cascade,
  email text not null,
  email_key text not null generated always as (lower(email)) stored,
  dropshipper_id integer not null references dropshipper on delete cascade,
  alert_frequency_id smallint not null default 2 check (alert_frequency_id between 1 and 3),
  next_on date not null,
  -- the supplier's run up to which it was told, and the one before: what the last mail was about
  since_run_id bigint not null,
  since_tm timestamptz not null,
  shown_run_id bigint not null,
  shown_tm timestamptz not null,
  told_tm timestamptz,
  -- two alerts may change places in one save
  constraint product_alert_once unique (vendor_id, email_key, dropshipper_id) deferrable initially deferred
);
create index product_alert_due on product_alert (next_on);
