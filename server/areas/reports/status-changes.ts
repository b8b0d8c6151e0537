import { dayOf } from '#contract/billing/days.ts'
import type { Parsed, Result } from '#contract/index.ts'
import { mostCustomerRows, type StatusChange, type StatusChangeFilters } from '#contract/reports/customers.ts'
import { endOf, startOf } from '#server/areas/marketing/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { seesMoney } from './cancels.ts'
import { monthOr } from './months.ts'

type Change = Omit<StatusChange, 'mrr'>

/** Changes of status, newest first; a vendor’s first status is none. */
export function selectStatusChanges(filters: StatusChangeFilters, today: string) {
  const { start, end } = monthOr(filters, today)
  const { from_id = null, to_id = null } = filters
  return sql<Change>`
    select c.vendor_status_change_id, c.vendor_id, v.company, c.tm, c.from_id, c.to_id, c.why, c.by_name
    from vendor_status_change c
    join vendor v using (vendor_id)
    where c.from_id is not null
      and not v.is_staff
      and c.tm >= ${startOf(start)}::timestamptz
      and c.tm < ${endOf(end)}::timestamptz
      and (${from_id}::smallint is null or c.from_id = ${from_id}::smallint)
      and (${to_id}::smallint is null or c.to_id = ${to_id}::smallint)
    order by c.tm desc, c.vendor_status_change_id desc`
}

/** Changes of status, counted by month, and each of those that the filters match. */
export const getStatusChanges = ({ db, clock, who }: Ctx, { query }: Parsed<'getStatusChanges'>) =>
  readStatusChanges(db, query, { today: dayOf(clock.now()), withMoney: seesMoney(who.role) })

export async function readStatusChanges(
  db: Db,
  query: StatusChangeFilters,
  { today, withMoney }: { today: string; withMoney: boolean },
) {
  const { from_id: _from, to_id: _to, ...choice } = query
  const [{ rows: counts }, { rows: changes }] = await Promise.all([
    sql<Result<'getStatusChanges'>['counts'][number]>`
      select date_trunc('month', tm at time zone 'UTC')::date::text as month, from_id, to_id, why,
        count(*) as changes, count(distinct vendor_id) as vendors
      from (${selectStatusChanges(choice, today)}) f
      group by 1, 2, 3, 4
      order by 1, 5 desc, 2, 3, 4`.execute(db),
    sql<StatusChange>`
      with found as (
        ${selectStatusChanges(query, today)}
        limit ${mostCustomerRows})
      select f.vendor_id, f.company, f.tm, f.from_id, f.to_id, f.why, f.by_name,
        case when ${withMoney}::boolean then (coalesce((
          select s.mrr_cents
          from mrr_span s
          where s.vendor_id = f.vendor_id
            and s.from_day < (f.tm at time zone 'UTC')::date
            and (s.to_day is null or s.to_day >= (f.tm at time zone 'UTC')::date)), 0) / 100.0)::numeric(14,2)::text
        end as mrr
      from found f
      order by f.tm desc, f.vendor_status_change_id desc`.execute(db),
  ])
  const isListed = ({ from_id, to_id }: { from_id: number; to_id: number }) =>
    (query.from_id === undefined || from_id === query.from_id) &&
    (query.to_id === undefined || to_id === query.to_id)
  const total = counts.filter(isListed).reduce((sum, row) => sum + row.changes, 0)
  return { ...monthOr(query, today), counts, changes, total }
}
