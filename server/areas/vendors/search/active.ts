import { vendorStatus } from '#contract/vendors/status.ts'
import type { Parsed } from '#contract/index.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { InputOf } from '#server/platform/files/exported.ts'
import type { Ctx } from '#server/platform/services.ts'
import { hasIntegration, healthConditions, severalConditions } from './several.ts'
import { idsFound, readPage } from './search-vendors.ts'

const all = { term: '' }
type ActiveFilters = InputOf<'active_vendors'>

const anyIntegration = { market: [], supplier: [] }
/** Whether vendor `v` is an active user (docs/domain/vendors.md, Active users) through an integration of these kinds. */
const isActive = (kinds: Parameters<typeof hasIntegration>[0]) => sql<boolean>`
  v.vendor_status_id = ${sql.lit(vendorStatus.active)} and not v.is_staff and ${hasIntegration(kinds)}`
export const activeUser = isActive(anyIntegration)

const ownedBy = (owner: number) =>
  owner === 0 ? sql`v.crm_owner_vendor_id is null` : sql`v.crm_owner_vendor_id = ${owner}`

const filterConditions = ({ market, supplier, ...f }: ActiveFilters) => ({
  where: sql.join(
    [
      isActive({ market, supplier }),
      ...severalConditions({ plan: f.plan, manager: f.manager }),
      ...healthConditions({ health: f.health }),
      f.crm_owner.length > 0 && sql`(${sql.join(f.crm_owner.map(ownedBy), sql` or `)})`,
      f.days_from !== undefined && sql`v.insert_tm <= now() - make_interval(days => ${f.days_from}::int)`,
      // less than a day more: whole days are counted
      f.days_to !== undefined && sql`v.insert_tm > now() - make_interval(days => ${f.days_to + 1}::int)`,
      f.billing_failing && sql`v.billing_failures > 0`,
    ].filter((condition) => condition !== false),
    sql` and `,
  ),
})

export async function listActiveVendors({ db }: Ctx, { body }: Parsed<'listActiveVendors'>) {
  const { total, total_is_exact, vendors } = await readPage(db, { ...body, ...all }, filterConditions(body))
  return {
    total,
    total_is_exact,
    vendors: vendors.map(({ best: _best, matched: _matched, ...vendor }) => vendor),
  }
}

/** The ids of active users, in order. */
export const activeVendors = (_db: Db, input: ActiveFilters) =>
  idsFound({ sort: input.sort, page: 1, ...all }, filterConditions(input))

export async function listActiveChoices({ db }: Ctx) {
  const namedRows = async (table: string, id: string, name: string) =>
    (
      await sql<{ id: number; name: string }>`
        select ${sql.ref(id)} as id, ${sql.ref(name)} as name
        from ${sql.table(table)}
        order by lower(${sql.ref(name)}), 1
        limit 5000`.execute(db)
    ).rows
  const [plans, markets, suppliers] = await Promise.all([
    namedRows('plan_type', 'vendor_plan_type_id', 'name'),
    namedRows('market', 'market_id', 'market_name'),
    namedRows('dropshipper', 'dropshipper_id', 'supplier_name'),
  ])
  return { plans, markets, suppliers }
}
