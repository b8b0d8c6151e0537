import { dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import type { MonthChoice } from '#contract/reports/customers.ts'
import {
  mostPartnerVendors,
  type WholesalerMonth,
  type WholesaleSubscriber,
} from '#contract/reports/partners.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { monthOr } from '../months.ts'
import { activeSpans, listedNow, monthEnd, monthStart, partnerSupplier } from './active-spans.ts'

export const getJmWholesaleReport = ({ db, clock }: Ctx, { query }: Parsed<'getJmWholesaleReport'>) =>
  readJmWholesaleReport(db, query, dayOf(clock.now()))

type Sums = Pick<WholesalerMonth, 'opening' | 'added' | 'ended' | 'closing' | 'with_integration' | 'total'>
const none: Sums = { opening: 0, added: 0, ended: 0, closing: 0, with_integration: 0, total: 0 }

/** Who subscribed to the wholesaler in a month: before it, new, ended, and at its end. */
export async function readJmWholesaleReport(
  db: Db,
  choice: MonthChoice,
  today: string,
): Promise<WholesalerMonth> {
  const month = monthOr(choice, today)
  const supplier = await partnerSupplier(db, 'wholesaler')
  if (!supplier) return { supplier, ...month, ...none, subscribers: [] }
  const { rows } = await sql<WholesaleSubscriber & { sums: Sums }>`
    with subscribed as materialized (
      select vendor_id, since, until
      from (
        select e.vendor_id, e.tm as since, e.what,
          coalesce(lead(e.tm) over (partition by e.vendor_id order by e.tm, e.subscription_event_id), 'infinity') as until
        from subscription_event e
        join vendor v using (vendor_id)
        where e.dropshipper_id = ${supplier.dropshipper_id}
          and e.what in ('added', 'ended', 'removed')
          and not v.is_staff) e
      where what = 'added' and since < ${monthEnd(month)} and until >= ${monthStart(month)}
    ), active as (
      select vendor_id, count(distinct vendor_market_map_id) as integrations
      from (${activeSpans(supplier, month)}) a
      where until = ${monthEnd(month)}
      group by vendor_id
    ), subscribers as (
      select vendor_id, max(since) as since, max(until) as until, min(since) < ${monthStart(month)} as was_before,
        max(until) >= ${monthEnd(month)} as is_at_end
      from subscribed
      group by vendor_id
    ), sums as (
      select count(*) filter (where since < ${monthStart(month)}) as opening,
        count(*) filter (where since >= ${monthStart(month)}) as added,
        count(*) filter (where until < ${monthEnd(month)}) as ended,
        count(*) filter (where until >= ${monthEnd(month)}) as closing,
        (
          select count(*)
          from subscribers
          join active using (vendor_id)
          where is_at_end) as with_integration,
        (select count(*) from subscribers) as total
      from subscribed
    )
    select s.vendor_id, v.company, (s.since at time zone 'UTC')::date::text as since,
      case
        when s.was_before then case when s.is_at_end then 'kept' else 'lost' end
        else case when s.is_at_end then 'new' else 'passed' end
      end as state,
      case when not s.is_at_end then (s.until at time zone 'UTC')::date::text end as ended,
      case when s.is_at_end then coalesce(a.integrations, 0) else 0 end as integrations,
      coalesce(l.listed, 0) as listed, l.last_sent_tm, (select to_jsonb(x) from sums x) as sums
    from subscribers s
    join vendor v using (vendor_id)
    left join active a using (vendor_id)
    left join (${listedNow(supplier)}) l using (vendor_id)
    order by s.is_at_end, s.since desc, lower(v.company), s.vendor_id
    limit ${mostPartnerVendors}`.execute(db)
  return {
    supplier,
    ...month,
    ...(rows[0]?.sums ?? none),
    subscribers: rows.map(({ sums: _sums, ...subscriber }) => subscriber),
  }
}
