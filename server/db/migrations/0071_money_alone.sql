-- Vendors of whom a step of the renewals fails: set aside with its cause, so that the others are billed.
create table renewal_trouble (
  vendor_id integer not null references vendor on delete cascade,
  step text not null check (step in ('bill', 'retry', 'delist')),
  error text not null,
  since_tm timestamptz not null,
  tries integer not null,
  next_try_tm timestamptz not null,
  primary key (vendor_id, step)
);

-- What one person moved by hand without a second one; several in a day count together.
create table money_alone (
  money_alone_id bigint generated always as identity primary key,
  login_id integer not null references login,
  vendor_id integer not null references vendor,
  act text not null check (act in ('manual_charge', 'refund')),
  amount numeric(12,2) not null check (amount > 0),
  tm timestamptz not null,
  -- the limit of then
  second_person_above numeric(12,2),
  -- nothing: recorded at once, nobody was asked
  money_intent_id text references money_intent
);
create index money_alone_of on money_alone (vendor_id, login_id, tm);

-- Whose days it settles: no more comes off for them than is kept of that invoice.
alter table bill_item add column of_invoice bigint references invoice;
