import { addDays, addMonths } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import { revenuePageSize } from '#contract/reports/monthly-revenue.ts'
import type { MrrMovement, MrrMovementFilters } from '#contract/reports/recurring-revenue.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { monthOf } from '../monthly-revenue.ts'
import { movementsOf } from '../mrr.ts'

const movementsIn = ({ month, kind }: MrrMovementFilters) => {
  const start = monthOf(month)
  return sql`
    select *
    from (${movementsOf({ start, end: addDays(addMonths(start, 1), -1) })}) m
    where ${kind === undefined ? sql`true` : sql`m.kind = ${kind}`}`
}

/** What moved MRR in a month, vendor by vendor, newest first. */
export const mrrMovements = (_db: Db, filters: MrrMovementFilters) => sql<MrrMovement>`
  select m.day::text as day, m.vendor_id, v.company, m.kind, (m.cents / 100.0)::numeric(14,2)::text as amount
  from (${movementsIn(filters)}) m
  join vendor v using (vendor_id)
  order by m.day desc, abs(m.cents) desc, m.vendor_id, m.kind`

/** The movements of a month or of one kind; their sum is the number that leads to them. */
export async function listMrrMovements({ db }: Ctx, { query }: Parsed<'listMrrMovements'>) {
  const { page, ...filters } = query
  const [sums, movements] = await Promise.all([
    sql<{ total: number; amount: string }>`
      select count(*)::int as total, (coalesce(sum(cents), 0) / 100.0)::numeric(14,2)::text as amount
      from (${movementsIn(filters)}) m`.execute(db),
    sql<MrrMovement>`
      ${mrrMovements(db, filters)}
      limit ${revenuePageSize} offset ${(page - 1) * revenuePageSize}`.execute(db),
  ])
  return { ...singleRow(sums.rows), movements: movements.rows }
}
