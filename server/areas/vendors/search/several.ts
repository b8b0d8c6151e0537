import type { Parsed } from '#contract/index.ts'
import { fullHealth, healthFloors, type HealthLevel } from '#contract/vendors/health.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { managedBy } from './managed-by.ts'

type Filters = Partial<Parsed<'searchVendors'>['body']>

/** Conditions on vendor `v`, each true if one of its values is. */
export function severalConditions({ plan = [], manager = [], market = [], supplier = [] }: Filters) {
  return [
    plan.length > 0 && sql`v.vendor_plan_type_id = any(${plan}::smallint[])`,
    manager.length > 0 &&
      sql`(${sql.join(
        manager.map((owner) => managedBy(owner || null)),
        sql` or `,
      )})`,
    market.length + supplier.length > 0 && hasIntegration({ market, supplier }),
  ].filter((condition) => typeof condition === 'object')
}

/** Whether vendor `v` has an active integration in one of these markets, of one of these suppliers. */
export const hasIntegration = ({
  market,
  supplier,
}: {
  market: number[]
  supplier: number[]
}) => sql<boolean>`
  exists (
    select
    from vendor_market_map m
    where m.vendor_id = v.vendor_id
      and ${activeIntegration}
      ${market.length > 0 ? sql`and m.market_id = any(${market}::int[])` : sql``}
      ${supplier.length > 0 ? sql`and m.dropshipper_id = any(${supplier}::int[])` : sql``})`

const scoresOf = (level: HealthLevel) => {
  const ceiling = { poor: healthFloors.fair, fair: healthFloors.good, good: fullHealth + 1 }[level]
  return sql`h.score >= ${sql.lit(healthFloors[level])} and h.score < ${sql.lit(ceiling)}`
}
/** Whether row `h` of vendor_health has one of these levels. */
export const hasLevel = (levels: readonly HealthLevel[]) =>
  sql<boolean>`(${sql.join(levels.map(scoresOf), sql` or `)})`

/** The same for what is kept of each vendor's health. */
export function healthConditions({ health = [], owed_min: lowest, owed_max: highest }: Filters) {
  const parts = [
    health.length > 0 && hasLevel(health),
    lowest !== undefined && sql`h.owed >= ${lowest}::numeric`,
    highest !== undefined && sql`h.owed <= ${highest}::numeric`,
  ].filter((condition) => typeof condition === 'object')
  if (parts.length === 0) return []
  return [
    sql`exists (
      select from vendor_health h where h.vendor_id = v.vendor_id and ${sql.join(parts, sql` and `)})`,
  ]
}
