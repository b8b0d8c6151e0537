import { setTimeout } from 'node:timers/promises'
import { testSeconds } from '#contract/stores/connection-test.ts'
import { shopOf } from '#contract/stores/shops.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { KnownStore } from '../record/known-store.ts'
import { opensAt } from '../send/calls.ts'
import { ShopFault, throttled } from '../shops/ask.ts'
import { openMarket } from '../shops/open.ts'
import type { Bucket, Market } from '../shops/market.ts'
import { takeUsage } from '../send/open-shop.ts'

/** Signs in to a store's market with the saved credentials, for a person who is waiting. */
export function signIn({ db, secrets, config }: Ctx, store: KnownStore): Market {
  const kind = shopOf({ market_id: store.store.market_id, market_name: store.market_name })
  if (!kind || store.store.protocol !== 'api')
    throw conflict('Orders need an API connection. Change the store’s connection to API')
  const { store_admin_url: address, store_admin_login: login } = store.store
  if (address === '' || store.store_admin_secret === null)
    throw conflict('The admin address or token is missing. Enter both')
  const market = openMarket(kind, {
    address,
    market_id: store.store.market_id,
    login,
    app: config,
    shop: {
      token: secrets.open(store.store_admin_secret),
      allowHosts: config.fetchAllowHosts,
      milliseconds: testSeconds * 1000,
    },
  })
  const { ordersIn: bucket } = market
  if (!bucket) return market
  const within = <T>(requestKind: string, question: () => Promise<T>) =>
    withinAllowance(db, { storeId: store.vendor_store_id, market, bucket, kind: requestKind }, question)
  return {
    ...market,
    orders: (...request) => within('orders', () => market.orders(...request)),
    ship: (...shipment) => within('shipment', () => market.ship(...shipment)),
  }
}

/** Counts in the allowance of the store's updates, which then have that much less. */
async function withinAllowance<T>(
  db: Db,
  { storeId, market, bucket, kind }: { storeId: number; market: Market; bucket: Bucket; kind: string },
  question: () => Promise<T>,
): Promise<T> {
  const opens = await opensAt(db, storeId, bucket)
  if (opens > databaseNow()) throw throttled(opens)
  try {
    return await question()
  } finally {
    const { requests, spent: points } = takeUsage(market, bucket)
    if (requests > 0)
      await sql`
        insert into store_call (vendor_store_id, bucket, told, products, state, requests, spent, end_tm)
        values (${storeId}, ${bucket.name}, ${kind}, 0, 'done', ${requests}, ${points}, now())`.execute(db)
  }
}

/** How long a person waits beyond the request itself. */
const waitedMs = 3000
/** Retries once if the market has room within moments. */
export async function retryIfThrottled<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof ShopFault) || error.why !== 'throttled') throw error
    // a market that gives no time counts by the second
    const ms = error.opensAt === undefined ? 1000 : error.opensAt - databaseNow()
    if (ms > waitedMs) throw error
    await setTimeout(Math.max(0, ms))
    return question()
  }
}
