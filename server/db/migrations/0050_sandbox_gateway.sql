-- The sandbox's own books, as a gateway elsewhere would keep them: no key leads to or from other tables,
-- and no card's number is in them.
create table sandbox_card (
  -- these names hold the key that a thing was created with
  method text primary key,
  customer text not null,
  behaviour text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  exp_month smallint not null check (exp_month between 1 and 12),
  exp_year smallint not null,
  -- how many of its charges were refused
  refused integer not null default 0,
  created_tm timestamptz not null
);
create table sandbox_payment (
  ref text primary key,
  vendor_id integer not null,
  customer text not null,
  method text not null references sandbox_card,
  amount numeric(12,2) not null check (amount > 0),
  description text not null,
  hold boolean not null,
  state text not null default 'ready' check (state in ('ready', 'held', 'succeeded', 'refused', 'canceled')),
  code text,
  decline_code text,
  message text,
  created_tm timestamptz not null,
  confirmed_tm timestamptz,
  -- when its answer comes; it is open until then
  answered_tm timestamptz,
  -- what became of it was told to nobody
  untold boolean not null default false,
  check (state <> 'refused' or (code is not null and message is not null))
) with (fillfactor = 80);
create index sandbox_payment_created on sandbox_payment (created_tm, ref);
create index sandbox_payment_untold on sandbox_payment (confirmed_tm) where untold;
create table sandbox_refund (
  ref text primary key,
  payment text not null references sandbox_payment,
  amount numeric(12,2) not null check (amount > 0),
  -- what it is at first, and what it is from settles_tm on
  state text not null check (state in ('open', 'succeeded')),
  settled_state text not null check (settled_state in ('succeeded', 'failed')),
  created_tm timestamptz not null,
  settles_tm timestamptz not null
);
create index sandbox_refund_payment on sandbox_refund (payment);
create index sandbox_refund_created on sandbox_refund (created_tm, ref);
create index sandbox_refund_settles on sandbox_refund (settles_tm) where state <> settled_state;
create table sandbox_dispute (
  ref text primary key,
  payment text not null unique references sandbox_payment,
  amount numeric(12,2) not null check (amount > 0),
  reason text not null,
  inquiry boolean not null,
  won boolean not null,
  created_tm timestamptz not null,
  closes_tm timestamptz not null
);
create index sandbox_dispute_created on sandbox_dispute (created_tm);
create index sandbox_dispute_closes on sandbox_dispute (closes_tm);
