import type { Parsed } from '#contract/index.ts'
import type { Allowance, StoreCall, StoreCalls } from '#contract/stores/calls.ts'
import { shopOf } from '#contract/stores/shops.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { allowanceNow, parseParts } from '../send/calls.ts'
import { knownStore } from '../record/known-store.ts'
import type { Bucket, Market } from '../shops/market.ts'
import { openMarket } from '../shops/open.ts'

/** A store's allowances, its newest calls, and what its market refuses now. */
export async function getStoreCalls(
  ctx: Ctx,
  { params }: Parsed<'getStoreCalls'>,
): Promise<StoreCalls | null> {
  const id = params.vendor_store_id
  const storeRecord = await knownStore(ctx.db, { vid: params.vendor_id, id })
  const shop = shopOf({ market_id: storeRecord.store.market_id, market_name: storeRecord.market_name })
  if (storeRecord.store.protocol !== 'api' || !shop) return null
  // only its constants are read: without a token no request is made
  const market = openMarket(shop, {
    market_id: storeRecord.store.market_id,
    address: storeRecord.store.store_admin_url,
    login: storeRecord.store.store_admin_login,
    app: ctx.config,
    shop: { token: '', allowHosts: [], milliseconds: 0 },
  })
  const { db } = ctx
  const waiting = await countWaiting(db, id, market)
  const [store, calls, refusals, allowances] = await Promise.all([
    db
      .selectFrom('vendor_store')
      .select(['waits_until', 'waits_for'])
      .where('vendor_store_id', '=', id)
      .executeTakeFirstOrThrow(),
    newestCalls(db, id),
    readRefusals(db, id),
    Promise.all(market.buckets.map((bucket) => allowanceOf(db, id, bucket, waiting.get(bucket.name) ?? 0))),
  ])
  return { shop, ...store, allowances, calls, refusals }
}

/** How many products wait, by allowance. */
async function countWaiting(db: Db, id: number, market: Market): Promise<Map<string, number>> {
  const { rows } = await sql<{ told: string; n: number }>`
    select o.told, count(*)::int as n
    from store_update u
    join store_outbox o using (store_update_id)
    where u.vendor_store_id = ${id} and u.state = 'sending' and o.store_call_id is null
    group by o.told`.execute(db)
  const waiting = new Map<string, number>()
  for (const { told: parts, n } of rows) {
    const { name } = market.call(parseParts(parts)).bucket
    waiting.set(name, (waiting.get(name) ?? 0) + n)
  }
  return waiting
}

async function allowanceOf(db: Db, id: number, bucket: Bucket, waiting: number): Promise<Allowance> {
  const { name, unit, limit, seconds } = bucket
  const { used, opens } = await allowanceNow(db, id, bucket)
  const opens_tm = opens > databaseNow() ? new Date(opens).toISOString() : null
  return { name, unit, limit, seconds, used, waiting, opens_tm }
}

async function newestCalls(db: Db, id: number): Promise<StoreCall[]> {
  const { rows } = await sql<StoreCall>`
    select store_call_id, store_update_id, told, bucket, state, products, live, refused, requests, said,
      insert_tm, end_tm, poll_tm
    from store_call
    where vendor_store_id = ${id} and store_update_id is not null
    order by store_call_id desc
    limit 50`.execute(db)
  return rows
}

async function readRefusals(db: Db, id: number): Promise<StoreCalls['refusals']> {
  const { rows } = await sql<StoreCalls['refusals'][number]>`
    select sp.refused_why as why, sp.refused_text as text, count(*)::int as products, min(p.sku) as sku,
      max(sp.refused_update_id) as store_update_id
    from store_product sp
    join product p using (product_id)
    where sp.vendor_store_id = ${id} and sp.refused_tm is not null
    group by 1, 2
    order by 3 desc, 2
    limit 20`.execute(db)
  return rows
}
