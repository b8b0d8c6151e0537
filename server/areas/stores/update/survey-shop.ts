import { sql, type Db } from '#server/platform/database/db.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { ShopFault } from '../shops/ask.ts'
import type { Whole } from '../shops/market.ts'
import { askShop, takeMeter, type OpenShop } from '../send/open-shop.ts'

/** What a market showed of all its products, and when it was asked. */
export interface Survey {
  whole: Whole
  /** Anything sent since is newer. */
  asked_tm: string
}
interface Call {
  store_call_id: number
  call_key: string
  ticket: string | null
  asked_tm: string
}
/** A survey older than this is useless. */
const mostHours = 6
/** How often a job looks for the result, each time a second later; then another job continues. */
const looks = 3
const nextLookMs = 15_000

/**
 * Asks a market for everything it shows at once, if enough products are compared to make this faster. The
 * call is recorded first, so that a later job finds it.
 * @returns the survey, or when to look again, in ms; undefined: products are read one by one
 */
export async function surveyShop(shop: OpenShop, updateId: number): Promise<Survey | number | undefined> {
  const { db, pace, signal } = shop.job
  const whole = shop.market.whole
  if (!whole) return undefined
  const call = (await openSurvey(db, updateId)) ?? (await beginSurvey(shop, updateId, whole.from))
  if (!call) return undefined
  try {
    const ticket = call.ticket ?? (await askShop(() => whole.ask(call.call_key)))
    await keep(shop, call, sql`state = 'accepted', ticket = ${ticket}`)
    for (let look = 1; ; look++) {
      const products = await askShop(() => whole.read(ticket))
      await keep(shop, call, sql`ticket = ${ticket}`)
      if (products) return { whole: products, asked_tm: call.asked_tm }
      if (look === looks) return databaseNow() + nextLookMs
      await pace.sleep(look * 1000, signal)
    }
  } catch (error) {
    if (!(error instanceof ShopFault) || (error.why !== 'missing' && error.why !== 'invalid')) throw error
    await keep(shop, call, sql`state = 'failed', end_tm = now(), said = ${error.message}`)
    return undefined
  }
}

async function openSurvey(db: Db, updateId: number): Promise<Call | undefined> {
  await sql`
    update store_call
    set state = 'failed', end_tm = now(), said = 'It is too old'
    where store_update_id = ${updateId}
      and told = 'compared'
      and state in ('sending', 'accepted')
      and insert_tm < now() - make_interval(hours => ${mostHours})`.execute(db)
  const { rows } = await sql<Call>`
    select store_call_id, call_key, ticket, insert_tm as asked_tm
    from store_call
    where store_update_id = ${updateId} and told = 'compared' and state in ('sending', 'accepted')
    order by store_call_id
    limit 1`.execute(db)
  return rows[0]
}

/** Starts none if too few products are left, or if the market failed before. */
async function beginSurvey(shop: OpenShop, updateId: number, from: number): Promise<Call | undefined> {
  const { bucket } = shop.market.call(['quantity'])
  const { rows } = await sql<Call>`
    insert into store_call (vendor_store_id, store_update_id, bucket, told, products)
    select ${shop.storeId}, u.store_update_id, ${bucket.name}, 'compared', many.n
    from store_update u
    cross join lateral (
      select count(*) as n
      from store_product sp
      where sp.vendor_store_id = ${shop.storeId} and sp.in_store and sp.product_id > u.compared_to) many
    where u.store_update_id = ${updateId}
      and many.n >= ${from}
      and not exists (
        select
        from store_call c
        where c.store_update_id = u.store_update_id
          and c.told = 'compared'
          and c.ticket is not null
          and c.state = 'failed'
          and c.insert_tm > now() - make_interval(hours => ${mostHours}))
    returning store_call_id, call_key, ticket, insert_tm as asked_tm`.execute(shop.job.db)
  return rows[0]
}

const keep = (shop: OpenShop, call: Call, to: ReturnType<typeof sql>) => {
  const { requests, spent: points } = takeMeter(shop.market)
  return sql`
    update store_call
    set requests = requests + ${requests}, spent = spent + ${points}, ${to}
    where store_call_id = ${call.store_call_id}`.execute(shop.job.db)
}

/** All of it was compared. */
export const endSurvey = (db: Db, updateId: number) =>
  sql`
    update store_call
    set state = 'done', live = products, end_tm = now()
    where store_update_id = ${updateId} and told = 'compared' and state = 'accepted'`.execute(db)
