-- what a day's renewals charged, without reading all invoices
create index invoice_renewed on invoice (issued_on) include (vendor_id, total) where kind = 'renewal' and total > 0;
create index money_intent_retried on money_intent (insert_tm) include (vendor_id, amount)
  where kind = 'renewal' and try_no > 1;
-- Days on which renewals ran to their end, and what they charged: what is usual is learned from these.
create table renewal_day (
  day date primary key,
  completed_tm timestamptz not null,
  invoices integer not null,
  amount numeric(14,2) not null,
  vendors integer not null
);
-- what was usual before
insert into renewal_day (day, completed_tm, invoices, amount, vendors)
select day, day at time zone 'UTC', count(*), sum(amount), count(distinct vendor_id)
from (
  select issued_on as day, vendor_id, total as amount
  from invoice
  where kind = 'renewal' and total > 0
  union all
  select (insert_tm at time zone 'UTC')::date, vendor_id, amount
  from money_intent
  where kind = 'renewal' and try_no > 1) charged
where day between current_date - 62 and current_date
group by day;
-- A run that would charge more than usual: nothing is billed until two people agree. One row a day.
create table renewal_stop (
  renewal_stop_id integer generated always as identity primary key,
  day date not null unique,
  state text not null check (state in ('stopped', 'agreed', 'refused', 'over')),
  insert_tm timestamptz not null,
  -- what the day's run would charge, with what it has charged already, and the most that is usual
  invoices integer not null,
  most_invoices integer not null,
  amount numeric(14,2) not null,
  most_amount numeric(14,2) not null,
  vendors integer not null,
  percent integer not null,
  most_percent integer not null,
  -- since the last complete run; nothing: there was none
  days integer,
  most_days integer not null,
  refused_by integer references login,
  refused_by_name text,
  refused_tm timestamptz,
  reason text,
  check ((state = 'refused') <= (refused_by is not null and refused_tm is not null and reason is not null))
);
-- Who agreed, and to how much.
create table renewal_agreement (
  renewal_stop_id integer not null references renewal_stop on delete cascade,
  login_id integer not null references login,
  name text not null,
  invoices integer not null,
  amount numeric(14,2) not null,
  tm timestamptz not null,
  primary key (renewal_stop_id, login_id)
);
