import { dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import type { MonthChoice } from '#contract/reports/customers.ts'
import {
  mostPartnerVendors,
  type DataProviderMonth,
  type ProviderVendor,
} from '#contract/reports/partners.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { monthOr, withTotal } from '../months.ts'
import { activeSpans, listedNow, monthStart, partnerSupplier } from './active-spans.ts'

export const getEtilizeReport = ({ db, clock }: Ctx, { query }: Parsed<'getEtilizeReport'>) =>
  readEtilizeReport(db, query, dayOf(clock.now()))

type Row = ProviderVendor & { total: number; new_vendors: number; all_integrations: number }

/** Vendors who had an active integration of the data provider on some day of a month. */
export async function readEtilizeReport(
  db: Db,
  choice: MonthChoice,
  today: string,
): Promise<DataProviderMonth> {
  const month = monthOr(choice, today)
  const supplier = await partnerSupplier(db, 'data_provider')
  if (!supplier) return { supplier, ...month, vendors: [], total: 0, new_vendors: 0, integrations: 0 }
  const { rows } = await sql<Row>`
    with span as materialized (
      ${activeSpans(supplier, month)}
    ), vendors as (
      select vendor_id, count(distinct vendor_market_map_id) filter (where until > ${monthStart(month)}) as integrations,
        (greatest(min(since) filter (where until > ${monthStart(month)}), ${monthStart(month)}) at time zone 'UTC')::date
          as first_day,
        ((max(until) - interval '1 microsecond') at time zone 'UTC')::date as last_day,
        min(since) >= ${monthStart(month)} as is_new
      from span
      group by vendor_id
      having max(until) > ${monthStart(month)}
    )
    select u.vendor_id, v.company, u.first_day::text, u.last_day::text, u.integrations, u.is_new,
      coalesce(l.listed, 0) as listed, l.last_sent_tm, count(*) over () as total,
      count(*) filter (where u.is_new) over () as new_vendors, sum(u.integrations) over ()::int as all_integrations
    from vendors u
    join vendor v using (vendor_id)
    left join (${listedNow(supplier)}) l using (vendor_id)
    where not v.is_staff
    order by u.first_day, lower(v.company), u.vendor_id
    limit ${mostPartnerVendors}`.execute(db)
  const { rows: found, total } = withTotal(rows)
  return {
    supplier,
    ...month,
    vendors: found.map(({ new_vendors: _new, all_integrations: _all, ...vendor }) => vendor),
    total,
    new_vendors: rows[0]?.new_vendors ?? 0,
    integrations: rows[0]?.all_integrations ?? 0,
  }
}
