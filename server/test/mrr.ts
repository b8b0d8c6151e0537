import { keepMrrSpans } from '../areas/reports/public.ts'
import { brokenInvariants, type Invariants } from '../platform/database/invariants.ts'
import { sql } from '../platform/database/db.ts'
import type { Services } from '../platform/services.ts'

/** Every day is compared, or of long histories one in some. */
type Step = '1 day' | '17 days'
/** Recurring revenue reckoned a day at a time from invoice lines, periods, credit notes and status changes. */
const plainMrr = (step: Step) => sql`
  with note as materialized (
    select credit_note_of, issued_on, total from invoice where credit_note_of is not null)
  select p.vendor_id, d.day, (sum(l.amount) * 100)::int as cents
  from (
    select generate_series(min(starts), max(ends), ${step}::interval)::date as day from billing_period) d
  join billing_period p on p.starts <= d.day and p.ends > d.day
  join invoice_line l on l.invoice_id = p.invoice_id and l.kind in ('plan', 'manual', 'extra', 'frozen', 'promo')
  left join lateral (
    select to_id
    from vendor_status_change c
    where c.vendor_id = p.vendor_id and c.tm < (d.day + 1)::timestamp at time zone 'UTC'
    order by tm desc, vendor_status_change_id desc
    limit 1) s on true
  where coalesce(s.to_id, 1) not in (2, 3, 4)
    and (
      not exists (
        select
        from note c
        where c.credit_note_of = p.invoice_id and c.issued_on <= d.day
        group by c.credit_note_of
        having -sum(c.total) >= (select total from invoice i where i.invoice_id = p.invoice_id))
      -- a subscription is still there when the period ends, or was on this day
      or exists (
        select
        from subscription_event a
        where a.vendor_id = p.vendor_id and a.what = 'added' and a.tm < p.ends::timestamp at time zone 'UTC'
          and not exists (
            select
            from subscription_event e
            where e.vendor_id = a.vendor_id and e.dropshipper_id = a.dropshipper_id
              and e.what in ('ended', 'removed')
              and (e.tm, e.subscription_event_id) > (a.tm, a.subscription_event_id)
              and e.tm < least(p.ends, d.day + 1)::timestamp at time zone 'UTC')))
  group by p.vendor_id, d.day
  having sum(l.amount) > 0`

const spanInvariants = (step: Step): Invariants => ({
  'spans of a vendor neither overlap nor follow an open one': sql`
    select vendor_id as id
    from (
      select vendor_id, from_day, to_day, lead(from_day) over (partition by vendor_id order by from_day) as next
      from mrr_span) s
    where next < coalesce(to_day, 'infinity')`,
  'a span has revenue': sql`select vendor_id as id from mrr_span where mrr_cents <= 0`,
  'spans that meet differ, and say neither that the vendor left nor that it came': sql`
    select s.vendor_id as id
    from mrr_span s
    left join mrr_span p on p.vendor_id = s.vendor_id and p.to_day = s.from_day
    where (p.vendor_id is not null) = (s.arrival is not null)
      or p.departure is not null
      or (p.plan_cents, p.extra_cents, p.frozen_cents, p.codes_cents, p.plan_name)
        = (s.plan_cents, s.extra_cents, s.frozen_cents, s.codes_cents, s.plan_name)`,
  'a closed span that nothing continues says why': sql`
    select s.vendor_id as id
    from mrr_span s
    where s.to_day is not null
      and (s.departure is null) <> exists (
        select from mrr_span n where n.vendor_id = s.vendor_id and n.from_day = s.to_day)`,
  'a span knows the one before, and the day on which the vendor stops next': sql`
    select vendor_id as id
    from (
      select s.*, lag(mrr_cents) over w as before_cents, lag(to_day) over w as before_to,
        (
          select min(n.to_day)
          from mrr_span n
          where n.vendor_id = s.vendor_id and n.departure is not null and n.to_day > s.from_day) as next_stop
      from mrr_span s
      window w as (partition by vendor_id order by from_day)) s
    where (was_cents, was_to, stops_on) is distinct from (before_cents, before_to, next_stop)`,
  'each day’s revenue is what the invoices say': sql`
    with plain as materialized (${plainMrr(step)})
    select coalesce(s.vendor_id, p.vendor_id) as id
    from (
      select vendor_id, mrr_cents, day
      from mrr_span
      cross join lateral (
        select day
        from (select generate_series(min(starts), max(ends), ${step}::interval)::date as day from billing_period) d
        where day >= from_day and day < coalesce(to_day, covered_to)) d) s
    full join plain p using (vendor_id, day)
    where s.mrr_cents is distinct from p.cents`,
  'opening and movements are closing': sql`
    select vendor_id as id
    from mrr_span s
    left join lateral (select mrr_cents from mrr_span p where p.vendor_id = s.vendor_id and p.to_day = s.from_day) p on true
    group by vendor_id
    having sum(s.mrr_cents - coalesce(p.mrr_cents, 0)) - coalesce(sum(s.mrr_cents) filter (where s.departure is not null), 0)
      <> coalesce(sum(s.mrr_cents) filter (where s.to_day is null), 0)`,
  'nothing waits to be brought up to date': sql`select vendor_id as id from report_dirty where not spans_kept`,
})

/** Which of these are broken once the spans are up to date. */
export async function brokenSpans(services: Services, step: Step = '1 day'): Promise<string[]> {
  await keepMrrSpans(services)
  return brokenInvariants(services.db, spanInvariants(step))
}
