import { dayOf } from '#contract/billing/days.ts'
import type { Parsed, Result } from '#contract/index.ts'
import { mostCustomerRows, type StatusChange } from '#contract/reports/customers.ts'
import { endOf, startOf } from '#server/areas/marketing/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { seesMoney } from './cancels.ts'
import { monthOr } from './months.ts'

/** Changes of status, counted by month, and each of them; a vendor’s first status is none. */
export async function getStatusChanges({ db, clock, who }: Ctx, { query }: Parsed<'getStatusChanges'>) {
  const { start, end } = monthOr(query, dayOf(clock.now()))
  const found = sql`
    select c.*, v.company
    from vendor_status_change c
    join vendor v using (vendor_id)
    where c.from_id is not null
      and not v.is_staff
      and c.tm >= ${startOf(start)}::timestamptz
      and c.tm < ${endOf(end)}::timestamptz`
  const [{ rows: counts }, { rows: changes }] = await Promise.all([
    sql<Result<'getStatusChanges'>['counts'][number]>`
      select date_trunc('month', tm at time zone 'UTC')::date::text as month, from_id, to_id, why,
        count(*) as changes, count(distinct vendor_id) as vendors
      from (${found}) f
      group by 1, 2, 3, 4
      order by 1, 5 desc, 2, 3, 4`.execute(db),
    sql<StatusChange>`
      with found as (
        ${found}
        order by c.tm desc, c.vendor_status_change_id desc
        limit ${mostCustomerRows})
      select f.vendor_id, f.company, f.tm, f.from_id, f.to_id, f.why, f.by_name,
        case when ${seesMoney(who.role)}::boolean then (coalesce((
          select s.mrr_cents
          from mrr_span s
          where s.vendor_id = f.vendor_id
            and s.from_day < (f.tm at time zone 'UTC')::date
            and (s.to_day is null or s.to_day >= (f.tm at time zone 'UTC')::date)), 0) / 100.0)::numeric(14,2)::text
        end as mrr
      from found f
      order by f.tm desc, f.vendor_status_change_id desc`.execute(db),
  ])
  return { start, end, counts, changes, total: counts.reduce((sum, row) => sum + row.changes, 0) }
}
