-- A double-entry ledger: every movement sums to zero, is never changed, only reversed.
create table ledger_account (account text primary key, name text not null);
insert into ledger_account values
  ('receivable', 'Owed by customers'), ('gateway', 'At the gateway'), ('outside', 'Paid outside the gateway'),
  ('third_party', 'Owed by third parties'), ('carried', 'Carried over'), ('credit', 'Customers’ credit'),
  ('credit_granted', 'Credit given'), ('revenue_plan', 'Plans'), ('revenue_extra', 'Extras'),
  ('revenue_frozen', 'Frozen suppliers'), ('revenue_manual', 'Manual charges'), ('discount', 'Promo codes'),
  ('refunds', 'Refunds'), ('tax', 'Tax'), ('disputed', 'Held by disputes'), ('dispute_loss', 'Lost to disputes'),
  ('bad_debt', 'Written off');
create table ledger_transaction (
  ledger_transaction_id bigint generated always as identity primary key,
  -- what it is the booking of: a movement is booked once
  key text not null unique,
  vendor_id integer not null references vendor,
  tm timestamptz not null,
  what text not null,
  reverses bigint unique references ledger_transaction
);
create index ledger_transaction_vendor on ledger_transaction (vendor_id, ledger_transaction_id);
create table ledger_posting (
  ledger_transaction_id bigint not null references ledger_transaction,
  line_no smallint not null,
  vendor_id integer not null,
  account text not null references ledger_account,
  amount numeric(14,2) not null check (amount <> 0),
  primary key (ledger_transaction_id, line_no)
);
create index ledger_posting_vendor on ledger_posting (vendor_id, account) include (amount);
create function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct ledger_transaction_id from added) a
    join ledger_posting p using (ledger_transaction_id)
    group by a.ledger_transaction_id
    having sum(p.amount) <> 0 or count(*) < 2)
  then raise exception 'a movement of the ledger doesn’t sum to zero'; end if;
  return null;
end $$;
create trigger ledger_balanced after insert on ledger_posting
  referencing new table as added for each statement execute function refuse_unbalanced();
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only added to';
end $$;
create trigger ledger_posting_kept before update or delete or truncate on ledger_posting
  for each statement execute function refuse_change();
create trigger ledger_transaction_kept before update or delete or truncate on ledger_transaction
  for each statement execute function refuse_change();

-- what a vendor has from before is its opening balance
insert into ledger_transaction (key, vendor_id, tm, what)
select 'opening credit of ' || vendor_id, vendor_id, now(), 'Credit from before'
from vendor
where credit_available <> 0;
insert into ledger_posting
select t.ledger_transaction_id, l.line_no, v.vendor_id, l.account, l.sign * v.credit_available
from ledger_transaction t
join vendor v using (vendor_id)
cross join (values (1, 'credit_granted', 1), (2, 'credit', -1)) l (line_no, account, sign);
alter table vendor
  add constraint vendor_credit check (credit_available >= 0),
  -- the day that a vendor's charges fall on: months are counted from it, so that the 31st comes back
  add column billing_anchor date,
  add column suspended_on date;

-- Who pays: what the gateway calls a vendor, and its card.
create table payment_customer (
  vendor_id integer primary key references vendor,
  gateway text not null,
  customer text not null,
  unique (gateway, customer)
);
create table payment_method (
  payment_method_id integer generated always as identity primary key,
  vendor_id integer not null references vendor,
  gateway text not null,
  method text not null,
  card_type_id smallint,
  brand text not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  exp_month smallint not null,
  exp_year smallint not null,
  name_on_card text not null default '',
  insert_tm timestamptz not null,
  removed_tm timestamptz,
  unique (gateway, method)
);
create unique index payment_method_current on payment_method (vendor_id) where removed_tm is null;

-- who its bills are made out to, where that isn't the primary contact
create table billing_contact (
  vendor_id integer primary key references vendor on delete cascade,
  contact jsonb not null
);

-- Papers: numbered without gaps in their series.
create table invoice_counter (series text primary key, last bigint not null default 0);
insert into invoice_counter (series) values ('INV'), ('CN');
create table invoice (
  invoice_id bigint generated always as identity primary key,
  vendor_id integer not null references vendor,
  series text not null references invoice_counter,
  number bigint not null,
  kind text not null check (kind in ('renewal', 'manual', 'credit_note')),
  issued_on date not null,
  issued_tm timestamptz not null,
  total numeric(12,2) not null,
  -- nothing: of a charge from before papers were kept
  credit_note_of bigint references invoice,
  -- who it is made out to, as it was then
  bill_to jsonb not null,
  paid_tm timestamptz,
  written_off_tm timestamptz,
  -- an open one's next try of the card, and how many there were
  next_try date,
  tries smallint not null default 0,
  unique (series, number),
  check (total >= 0 or kind = 'credit_note')
);
create index invoice_vendor on invoice (vendor_id, invoice_id desc);
create index invoice_to_try on invoice (next_try) where next_try is not null;
create index invoice_open on invoice (vendor_id) where paid_tm is null and written_off_tm is null;
create table invoice_line (
  invoice_id bigint not null references invoice,
  line_no smallint not null,
  kind text not null,
  text text not null,
  amount numeric(12,2) not null,
  primary key (invoice_id, line_no)
);

-- What was paid for: a vendor's periods follow each other without overlap.
create table billing_period (
  vendor_id integer not null references vendor,
  starts date not null,
  ends date not null,
  -- nothing: the first of a chain, and why a chain begins anew
  follows date check (follows = starts),
  anew text check (anew in ('first', 'moved', 'resumed')),
  invoice_id bigint not null unique references invoice,
  plan_name text,
  -- what the plan cost of it, promo codes taken off
  plan_fee numeric(12,2) not null,
  primary key (vendor_id, starts),
  unique (vendor_id, ends),
  foreign key (vendor_id, follows) references billing_period (vendor_id, ends) on update cascade,
  check (ends > starts),
  check ((follows is null) = (anew is not null))
);
-- what goes onto the next bill beside what is billed each month
create table bill_item (
  bill_item_id bigint generated always as identity primary key,
  vendor_id integer not null references vendor,
  kind text not null check (kind in ('proration', 'carried')),
  text text not null,
  amount numeric(12,2) not null check (amount <> 0),
  insert_tm timestamptz not null,
  invoice_id bigint references invoice
);
create index bill_item_open on bill_item (vendor_id) where invoice_id is null;

-- Money that is to move at the gateway: written before, settled after.
create table money_intent (
  -- the gateway's idempotency key
  money_intent_id text primary key,
  vendor_id integer not null references vendor,
  kind text not null check (kind in ('renewal', 'manual', 'auth', 'refund')),
  amount numeric(12,2) not null check (amount > 0),
  state text not null default 'open' check (state in ('open', 'succeeded', 'declined', 'failed')),
  gateway text not null,
  gateway_ref text,
  -- what is sent, word for word, whenever it is sent again
  request jsonb not null,
  -- as a person reads it: Visa 4242
  card text,
  -- of a renewal: what it pays, and the how manieth try it is
  invoice_id bigint references invoice,
  try_no smallint,
  -- of a refund
  refund_of bigint references vendor_charge,
  -- what settling it does beside: type, description, lines
  terms jsonb not null default '{}',
  asked_by integer,
  asked_by_name text not null default 'Feedstock',
  insert_tm timestamptz not null,
  sent_tm timestamptz,
  checks smallint not null default 0,
  next_check_tm timestamptz not null,
  -- nobody could find out what became of it: a person decides
  flagged_tm timestamptz,
  last_error text,
  settled_tm timestamptz,
  unique (invoice_id, try_no),
  unique (gateway, gateway_ref)
);
create index money_intent_open on money_intent (next_check_tm) where state = 'open';
create index money_intent_vendor on money_intent (vendor_id) where state = 'open';

alter table vendor_charge
  add column vendor_charge_type_id smallint,
  add column ghost boolean not null default false,
  add column money_intent_id text unique references money_intent,
  add column invoice_id bigint references invoice,
  add column card text,
  add column card_exception text,
  add column decline_code text,
  add column refund_of bigint references vendor_charge,
  -- what was given back of it, and what is being given back
  add column refunded numeric(12,2) not null default 0,
  add column refund_reserved numeric(12,2) not null default 0,
  add constraint vendor_charge_refunds
    check (refunded >= 0 and refund_reserved >= 0 and refunded + refund_reserved <= greatest(amount, 0));
create index vendor_charge_refund on vendor_charge (refund_of) where refund_of is not null;

-- Events of the gateway, each taken once, and disputes.
create table gateway_event (
  gateway text not null,
  event_id text not null,
  type text not null,
  about jsonb,
  tm timestamptz not null,
  processed_tm timestamptz,
  tries smallint not null default 0,
  primary key (gateway, event_id)
);
create index gateway_event_open on gateway_event (tm) where processed_tm is null;
create table dispute (
  gateway text not null,
  gateway_ref text not null,
  vendor_charge_id bigint not null references vendor_charge,
  vendor_id integer not null references vendor,
  amount numeric(12,2) not null,
  reason text not null,
  state text not null check (state in ('inquiry', 'open', 'won', 'lost')),
  insert_tm timestamptz not null,
  primary key (gateway, gateway_ref)
);

-- A second person for amounts above a limit.
create table money_setting (
  only_row boolean primary key default true check (only_row),
  second_person_above numeric(12,2)
);
insert into money_setting values (true, 1000);
create table money_approval (
  money_approval_id bigint generated always as identity primary key,
  vendor_id integer not null references vendor,
  act text not null check (act in ('manual_charge', 'refund')),
  amount numeric(12,2) not null,
  request jsonb not null,
  asked_by integer not null references login,
  asked_by_name text not null,
  insert_tm timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused')),
  decided_by integer references login,
  decided_by_name text,
  decided_tm timestamptz,
  money_intent_id text references money_intent,
  check (state <> 'approved' or decided_by <> asked_by)
);
create index money_approval_waiting on money_approval (vendor_id) where state = 'waiting';
