-- A report’s figures by day: in cents or vendors, made from MRR spans, the ledger and invoices. Figures of a whole month
-- (vendors who left, cohorts) are on its first day.
create table report_day (
  measure text not null check (measure in (
    'mrr', 'vendors', 'came', 'movement', 'collected', 'written_off', 'billed', 'credited', 'earned',
    'left', 'lost', 'retained', 'cohort_vendors', 'cohort_mrr')),
  day date not null,
  -- the kind of movement, money, paper or cohort
  key text not null default '',
  -- earned money is a fraction of a cent a day
  value numeric(20,8) not null,
  primary key (measure, day, key)
);
-- When they were last brought up to date, and the last night they were made again from last month on.
create table report_kept (
  only_row boolean primary key default true check (only_row),
  kept_tm timestamptz,
  nightly_on date,
  -- last month, while something keeps it from being closed by itself
  open_month date,
  open_since timestamptz,
  open_reason text
);
insert into report_kept default values;

-- A mark is deleted once both are up to date: the vendor’s spans, and the figures from its day on.
alter table report_dirty add column spans_kept boolean not null default false;
create index report_dirty_spans on report_dirty (report_dirty_id) where not spans_kept;

create or replace function mark_report_dirty() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'invoice' then
    insert into report_dirty (vendor_id, from_day, what)
    select vendor_id, min(issued_on), case kind when 'credit_note' then 'credit_note' else 'invoice' end
    from touched
    group by 1, 3;
  elsif tg_argv[0] = 'period' then
    insert into report_dirty (vendor_id, from_day, what)
    select vendor_id, min(starts), 'period' from touched group by vendor_id;
  elsif tg_argv[0] = 'ledger' then
    insert into report_dirty (vendor_id, from_day, what, spans_kept)
    select t.vendor_id, (t.tm at time zone 'UTC')::date,
      case
        when t.key like 'dispute %' then 'dispute_' || coalesce((
          select d.state
          from dispute d
          where d.gateway = split_part(t.key, ' ', 2) and d.gateway_ref = split_part(t.key, ' ', 3)), 'open')
        when t.key like 'write-off %' then case when t.reverses is null then 'write_off' else 'write_off_reversed' end
        when t.reverses is not null then 'refund_failed'
        when exists (
          select
          from vendor_charge c
          where t.key like 'charge %'
            and c.vendor_charge_id = case when t.key like 'charge %' then split_part(t.key, ' ', 2)::bigint end
            and c.vendor_charge_trans_type_id = 3)
        then 'refund'
        else 'payment'
      end,
      true
    from touched t
    -- papers have their own marks, and credit is no money
    where t.key like 'charge %' or t.key like 'dispute %' or t.key like 'write-off %'
    group by 1, 2, 3;
  else
    insert into report_dirty (vendor_id, from_day, what)
    select vendor_id, min((tm at time zone 'UTC')::date), 'status' from touched where from_id is not null group by vendor_id;
  end if;
  return null;
end $$;
create trigger ledger_booked after insert on ledger_transaction
  referencing new table as touched for each statement execute function mark_report_dirty('ledger');
