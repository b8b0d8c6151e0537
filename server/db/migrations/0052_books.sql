-- What the gateway has and we haven't, or have otherwise: kept until it is gone or accepted.
create table gateway_difference (
  gateway_difference_id bigint generated always as identity primary key,
  gateway text not null,
  kind text not null check (kind in ('payment', 'refund')),
  -- the gateway's name of it; of what it hasn't got, our intent's
  ref text not null,
  what text not null check (what in ('unknown', 'missing', 'amount', 'state')),
  vendor_id integer references vendor,
  money_intent_id text references money_intent,
  -- how each side has it, as a person reads it
  ours text not null,
  theirs text not null,
  found_tm timestamptz not null,
  seen_tm timestamptz not null,
  gone_tm timestamptz,
  accepted_by integer references login,
  accepted_by_name text,
  accepted_tm timestamptz,
  accepted_reason text,
  unique (gateway, ref, what),
  check ((accepted_tm is null) = (accepted_reason is null))
);
create index gateway_difference_open on gateway_difference (found_tm)
  where gone_tm is null and accepted_tm is null;
-- what the gateway lists while it is compared; lost with a crash, and then listed again
create unlogged table gateway_listed (
  kind text not null,
  ref text not null,
  key text not null,
  amount numeric(12,2) not null,
  state text not null,
  primary key (kind, ref)
);
-- up to when the gateway was asked for its events, and compared
create table gateway_watch (
  gateway text primary key,
  events_upto timestamptz not null,
  reconciled_tm timestamptz
);
alter table gateway_event
  add column next_try_tm timestamptz,
  add column last_error text;

alter table dispute
  -- how often its money has moved
  add column turn smallint not null default 0,
  add column changed_tm timestamptz;
create index dispute_charge on dispute (vendor_charge_id);
create index dispute_vendor on dispute (vendor_id);

alter table money_intent
  -- the limit of a second person when it was asked for; nothing: there was none, or nobody asked
  add column second_person_above numeric(12,2),
  -- who decided what became of it where nobody could find out
  add column decided_by integer references login;
-- a credit note whose refund failed is corrected by one invoice
create unique index invoice_correction on invoice (credit_note_of) where kind = 'manual';

-- What must hold of money: how each was found, the last time it was looked at.
create table books_check (
  name text primary key,
  broken integer not null,
  -- the first rows that break it
  found jsonb not null,
  checked_tm timestamptz not null,
  broken_since timestamptz
);
