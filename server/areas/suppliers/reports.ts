import type { Parsed } from '#contract/index.ts'
import { failureLevel, failureMarks, type FailureRow } from '#contract/suppliers/failures.ts'
import { share } from '#contract/feeds/standing.ts'
import { endedBadly, endedWell } from '#server/areas/feeds/public.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { contains, sortOrder, singleRow } from '#server/platform/database/sql.ts'
import { requireSupplier, ownFeed } from '#server/areas/supplier-record/public.ts'

export const listSupplierFailures = ({ db }: Ctx) => readSupplierFailures(db)

/** Suppliers whose feed failed at least once in the window. */
export async function readSupplierFailures(db: Db): Promise<FailureRow[]> {
  const { rows } = await sql<Omit<FailureRow, 'level' | 'failure_rate'>>`
    with ended as (
      select r.*, ${endedBadly('r')} as bad
      from feed_run r
      join feed f using (feed_id)
      where ${ownFeed('f')}
        and (${endedWell('r')} or ${endedBadly('r')})
        and r.insert_tm > now() - make_interval(days => ${failureMarks.days}::int)
    )
    select d.dropshipper_id, d.supplier_name,
      count(*) as updates,
      count(*) filter (where bad) as failed,
      max(e.end_tm) filter (where bad) as last_failure_tm,
      (array_agg(e.reason order by e.feed_run_id desc) filter (where bad))[1] as last_reason,
      max(e.feed_run_id) filter (where bad) as last_run_id
    from ended e
    join dropshipper d using (dropshipper_id)
    group by d.dropshipper_id
    having count(*) filter (where bad) > 0
    order by (count(*) filter (where bad))::float8 / count(*) desc, failed desc, lower(d.supplier_name)
    limit 2000`.execute(db)
  return rows.map((r) => {
    const failure_rate = share(r.failed, r.updates) ?? 0
    return { ...r, failure_rate, level: failureLevel(failure_rate) }
  })
}

const subscriberPageSize = 100

export interface Subscriber {
  vendor_id: number
  company: string
  email: string
  access: number
  is_cancel_pending: boolean
  integrations: number
  insert_tm: string
}
interface SubscriberCounts {
  total: number
  none: number
  ebay: number
  legacy: number
  cancel_pending: number
}

const subscribersOf = (id: number, search: string) => {
  const like = contains(search)
  const searchCondition = sql`(v.company ilike ${like} or c.email ilike ${like} or v.vendor_id::text = ${search})`
  return sql`
    from subscription s
    join vendor v using (vendor_id)
    left join contact c on c.contact_id = v.primary_contact_id
    where s.dropshipper_id = ${id}
      and ${search ? searchCondition : sql`true`}`
}
type SubscribersAsked = Pick<Parsed<'listSubscribers'>['query'], 'search' | 'sort'>
const subscriberKeys = {
  id: sql`v.vendor_id`,
  company: sql`lower(v.company)`,
  email: sql`lower(nullif(c.email, ''))`,
  access: sql`case when s.is_legacy then 2 when s.has_ebay_access then 1 else 0 end`,
  state: sql`s.is_cancel_pending`,
  integrations: sql`integrations`,
  since: sql`s.insert_tm`,
} as const
/** A supplier's subscribers in the chosen order. Access: 2 legacy, else 1 eBay access, else 0 none. */
export const subscribersFound = (id: number, { search, sort }: SubscribersAsked) => sql<Subscriber>`
  select v.vendor_id, v.company, coalesce(c.email, '') as email,
    case when s.is_legacy then 2 when s.has_ebay_access then 1 else 0 end as access,
    s.is_cancel_pending, s.insert_tm,
    (
      select count(*)
      from vendor_market_map m
      where m.vendor_id = s.vendor_id and m.dropshipper_id = s.dropshipper_id and ${activeIntegration}
    ) as integrations
  ${subscribersOf(id, search)}
  order by ${sortOrder(sort, subscriberKeys).blanksLast}, v.vendor_id`

export async function listSubscribers({ db }: Ctx, { params, query }: Parsed<'listSubscribers'>) {
  const subscribers = subscribersOf(params.id, query.search)
  const [page, countResult] = await Promise.all([
    sql<Subscriber>`
      ${subscribersFound(params.id, query)}
      limit ${subscriberPageSize}
      offset ${(query.page - 1) * subscriberPageSize}`.execute(db),
    sql<SubscriberCounts>`
      select count(*) as total,
        count(*) filter (where not s.is_legacy and not s.has_ebay_access) as none,
        count(*) filter (where not s.is_legacy and s.has_ebay_access) as ebay,
        count(*) filter (where s.is_legacy) as legacy,
        count(*) filter (where s.is_cancel_pending) as cancel_pending
      ${subscribers}`.execute(db),
  ])
  const { total, ...counts } = singleRow(countResult.rows)
  if (total === 0) await requireSupplier(db, params.id)
  return { total, counts, subscriptions: page.rows }
}
