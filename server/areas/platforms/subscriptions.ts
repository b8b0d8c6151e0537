import type { Parsed } from '#contract/index.ts'
import { checkForm } from '#contract/platforms/form.ts'
import { subscriptionsPageSize, type PlatformSubscription } from '#contract/platforms/platforms.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { contains, sortOrder } from '#server/platform/database/sql.ts'
import { filledOfVendors } from './filled.ts'
import { requirePlatform } from './known-platform.ts'
import { readFields } from './read.ts'
import { uses } from './uses.ts'

interface SubscriptionFilters {
  platform_id: number
  search: string
  market_id?: number | undefined
  sort: Parsed<'listPlatformSubscriptions'>['query']['sort']
}
type SubscriptionRow = Omit<PlatformSubscription, 'open_fields'>

const matchingSubscriptions = ({ platform_id, search, market_id }: Omit<SubscriptionFilters, 'sort'>) => {
  const like = contains(search)
  const matches = sql`(v.company ilike ${like} or c.email ilike ${like} or v.vendor_id::text = ${search})`
  return sql`
    from (${uses}) u
    join market k using (market_id)
    join vendor v using (vendor_id)
    left join contact c on c.contact_id = v.primary_contact_id
    where k.platform_id = ${platform_id}
      and ${market_id === undefined ? sql`true` : sql`k.market_id = ${market_id}`}
      and ${search ? matches : sql`true`}`
}

const keys = {
  id: sql`v.vendor_id`,
  company: sql`lower(v.company)`,
  email: sql`lower(nullif(c.email, ''))`,
  market: sql`lower(k.market_name)`,
  stores: sql`sum(u.stores)`,
  integrations: sql`sum(u.integrations)`,
  changed: sql`max(u.last_modified_tm)`,
} as const

/** Who uses a platform: one row per vendor and market. */
export const subscriptionsFound = (filters: SubscriptionFilters) => sql<SubscriptionRow>`
  select v.vendor_id, v.company, coalesce(c.email, '') as email, k.market_id, k.market_name,
    sum(u.stores)::int as stores, sum(u.integrations)::int as integrations,
    max(u.last_modified_tm) as last_modified_tm
  ${matchingSubscriptions(filters)}
  group by v.vendor_id, v.company, c.email, k.market_id, k.market_name
  order by ${sortOrder(filters.sort, keys).blanksLast}, v.vendor_id, k.market_id`

export async function listPlatformSubscriptions(
  { db }: Ctx,
  { params: { platform_id }, query }: Parsed<'listPlatformSubscriptions'>,
) {
  const filters = { platform_id, ...query }
  const [page, countResult] = await Promise.all([
    sql<SubscriptionRow>`
      ${subscriptionsFound(filters)}
      limit ${subscriptionsPageSize}
      offset ${(query.page - 1) * subscriptionsPageSize}`.execute(db),
    sql<{ market_id: number; market_name: string; vendors: number }>`
      select k.market_id, k.market_name, count(distinct v.vendor_id) as vendors
      ${matchingSubscriptions({ ...filters, market_id: undefined })}
      group by k.market_id, k.market_name
      order by lower(k.market_name), k.market_id`.execute(db),
  ])
  const markets = countResult.rows
  if (markets.length === 0) await requirePlatform(db, platform_id)
  const total = markets
    .filter((market) => query.market_id === undefined || market.market_id === query.market_id)
    .reduce((sum, market) => sum + market.vendors, 0)
  return { total, markets, subscriptions: await withOpenFields(db, page.rows, filters) }
}

/** For each form that was begun, the number of required fields that are missing or no longer fit. */
export async function withOpenFields(
  db: Db,
  rows: readonly SubscriptionRow[],
  { platform_id }: Pick<SubscriptionFilters, 'platform_id'>,
): Promise<PlatformSubscription[]> {
  const fields = await readFields(db, platform_id)
  const filledForms = await filledOfVendors(
    db,
    platform_id,
    rows.map((row) => row.vendor_id),
  )
  const open = new Map<string, number>()
  for (const form of filledForms) {
    const key = `${form.vendor_id} ${form.market_id}`
    open.set(key, (open.get(key) ?? 0) + Object.keys(checkForm(fields, form).faults).length)
  }
  return rows.map((row) => ({ ...row, open_fields: open.get(`${row.vendor_id} ${row.market_id}`) ?? null }))
}
