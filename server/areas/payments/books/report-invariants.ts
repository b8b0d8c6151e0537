// What must hold of what reports are made from (docs/domain/customer-reports.md), so that no report tells something else.
import { sql } from '#server/platform/database/db.ts'
import type { Invariant } from './invariant.ts'

export const overlappingSpans: Invariant = {
  text: 'Spans of a vendor’s recurring revenue overlap',
  rows: sql`
    select to_char(from_day, 'YYYY-MM-DD') as id, vendor_id
    from (
      select vendor_id, from_day, to_day, lead(from_day) over (partition by vendor_id order by from_day) as next
      from mrr_span) s
    where next < coalesce(to_day, 'infinity')`,
}

export const spanDifferences: Invariant = {
  text: 'Recurring revenue differs from the invoice of its first day',
  rows: sql`
    select to_char(s.from_day, 'YYYY-MM-DD') as id, s.vendor_id
    from mrr_span s
    join billing_period p on p.vendor_id = s.vendor_id and p.starts = s.from_day
    cross join lateral (
      select coalesce(sum(amount), 0) * 100 as cents
      from invoice_line l
      where l.invoice_id = p.invoice_id and l.kind in ('plan', 'manual', 'extra', 'frozen', 'promo')) l
    where l.cents <> s.mrr_cents
      and not exists (select from report_dirty d where d.vendor_id = s.vendor_id and not d.spans_kept)`,
}

/** The last event by its time, or, where a clock was set back, the one added last. */
export const subscriptionHistoryGaps: Invariant = {
  text: 'An ended subscription has no event, or one that is there has ended',
  rows: sql`
    select coalesce(e.dropshipper_id, s.dropshipper_id) as id, coalesce(e.vendor_id, s.vendor_id) as vendor_id
    from (
      select vendor_id, dropshipper_id,
        (array_agg(what order by tm desc, subscription_event_id desc))[1] as latest,
        (array_agg(what order by subscription_event_id desc))[1] as added_last
      from subscription_event
      group by vendor_id, dropshipper_id) e
    full join subscription s using (vendor_id, dropshipper_id)
    where e.vendor_id is null
      or (e.latest in ('ended', 'removed')) = (s.vendor_id is not null)
        and (e.added_last in ('ended', 'removed')) = (s.vendor_id is not null)`,
}

export const statusHistoryGaps: Invariant = {
  text: 'A vendor’s last status change isn’t its status',
  rows: sql`
    select v.vendor_id as id, v.vendor_id
    from vendor v
    left join (
      select vendor_id, (array_agg(to_id order by tm desc, vendor_status_change_id desc))[1] as latest,
        (array_agg(to_id order by vendor_status_change_id desc))[1] as added_last
      from vendor_status_change
      group by vendor_id) c using (vendor_id)
    where c.latest is distinct from v.vendor_status_id and c.added_last is distinct from v.vendor_status_id`,
}

export const staleReports: Invariant = {
  text: 'A change isn’t in the reports after an hour',
  rows: sql`
    select report_dirty_id as id, vendor_id
    from report_dirty
    where tm < now() - interval '1 hour'`,
}

export const closedMonthGaps: Invariant = {
  text: 'A closed month has no numbers',
  rows: sql`
    select to_char(c.month, 'YYYY-MM') as id, null::int as vendor_id
    from report_closing c
    where not exists (select from report_month m where m.report_closing_id = c.report_closing_id)`,
}
