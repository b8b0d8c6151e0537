-- Monthly recurring revenue of each vendor as spans of days with the same figures, made from invoice lines, billing
-- periods, credit notes and status changes; half-open: to_day is the first day without.
create table mrr_span (
  vendor_id integer not null references vendor on delete cascade,
  from_day date not null,
  -- null: still open
  to_day date,
  -- the end of the last billed period in it
  covered_to date not null,
  plan_cents integer not null,
  extra_cents integer not null,
  frozen_cents integer not null,
  -- what promo codes take off, negative
  codes_cents integer not null,
  mrr_cents integer not null generated always as (plan_cents + extra_cents + frozen_cents + codes_cents) stored,
  plan_name text,
  -- vendor ids of staff on the first day
  manager_vendor_id integer,
  crm_owner_vendor_id integer,
  -- how the vendor came to pay; null: the span continues another one
  arrival text check (arrival in ('new', 'reactivation', 'recovered')),
  -- why it stopped; null: another span continues it, or it is open
  departure text check (departure in ('canceled', 'unpaid')),
  primary key (vendor_id, from_day),
  check (to_day > from_day),
  check (departure is null or to_day is not null)
);
create index mrr_span_from on mrr_span (from_day) include (to_day, mrr_cents);
create index mrr_span_departed on mrr_span (to_day) where departure is not null;
create index mrr_span_open on mrr_span (covered_to) where to_day is null;

-- Vendors whose spans must be made again, and the least day that changed.
create table report_dirty (
  report_dirty_id bigint generated always as identity primary key,
  vendor_id integer not null references vendor on delete cascade,
  from_day date not null,
  what text not null,
  tm timestamptz not null default now()
);
create index report_dirty_vendor on report_dirty (vendor_id);
create function mark_report_dirty() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'invoice' then
    insert into report_dirty (vendor_id, from_day, what)
    select vendor_id, min(issued_on), 'invoice' from touched group by vendor_id;
  elsif tg_argv[0] = 'period' then
    insert into report_dirty (vendor_id, from_day, what)
    select vendor_id, min(starts), 'period' from touched group by vendor_id;
  else
    insert into report_dirty (vendor_id, from_day, what)
    select vendor_id, min((tm at time zone 'UTC')::date), 'status' from touched where from_id is not null group by vendor_id;
  end if;
  return null;
end $$;
create trigger invoice_added after insert on invoice
  referencing new table as touched for each statement execute function mark_report_dirty('invoice');
create trigger billing_period_added after insert on billing_period
  referencing new table as touched for each statement execute function mark_report_dirty('period');
create trigger billing_period_changed after update on billing_period
  referencing new table as touched for each statement execute function mark_report_dirty('period');
create trigger billing_period_removed after delete on billing_period
  referencing old table as touched for each statement execute function mark_report_dirty('period');
create trigger status_change_added after insert on vendor_status_change
  referencing new table as touched for each statement execute function mark_report_dirty('status');

insert into report_dirty (vendor_id, from_day, what)
select vendor_id, min(starts), 'period'
from billing_period
group by vendor_id;
