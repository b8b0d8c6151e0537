-- Months that were closed: their figures stay as they were then, and what differs since is next to them.
create table report_closing (
  report_closing_id integer generated always as identity primary key,
  month date not null check (extract(day from month) = 1),
  closed_tm timestamptz not null,
  -- null: by itself
  closed_by integer,
  closed_by_name text not null,
  reopened_tm timestamptz,
  reopened_by_name text,
  reopen_reason text,
  check ((reopened_tm is null) = (reopen_reason is null))
);
create unique index report_closing_of on report_closing (month) where reopened_tm is null;
create table report_month (
  report_closing_id integer not null references report_closing on delete cascade,
  month date not null,
  measure text not null,
  key text not null default '',
  value bigint not null,
  frozen_tm timestamptz not null,
  -- null: as it was
  value_now bigint,
  differs_tm timestamptz,
  -- what changed it: [{what, vendor_id, day}]
  differs_why jsonb not null default '[]',
  primary key (report_closing_id, measure, key),
  check (value_now <> value),
  check ((value_now is null) = (differs_tm is null))
);
create index report_month_differs on report_month (month) where value_now is not null;

create function keep_closed_figures() returns trigger language plpgsql as $$
begin
  if (new.month, new.measure, new.key, new.value, new.frozen_tm)
    is distinct from (old.month, old.measure, old.key, old.value, old.frozen_tm)
  then raise exception 'Figures of a closed month never change';
  end if;
  return new;
end $$;
create trigger closed_figures_stay before update on report_month
  for each row execute function keep_closed_figures();

-- Reopening a month waits for a second person.
alter table money_approval
  drop constraint money_approval_act_check,
  add constraint money_approval_act_check check (act in (
    'manual_charge', 'refund', 'close_invoice', 'basic_info', 'plan_type', 'custom_plan', 'use_custom_plan',
    'extras', 'apply_code', 'replace_code', 'remove_code', 'promo_code', 'cancel_after_refund',
    'approval_limit', 'reopen_month'));
