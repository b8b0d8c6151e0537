import { setTimeout } from 'node:timers/promises'
import { shopOf } from '#contract/stores/shops.ts'
import type { RunningJob } from '#server/platform/jobs/jobs.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { StoreRefused } from './file-drop.ts'
import type { SentTotals } from './keep-sent.ts'
import { ShopFault } from '../shops/ask.ts'
import type { Bucket, Market } from '../shops/market.ts'
import { openMarket } from '../shops/open.ts'

/** A job waits this long for a market; if it takes longer, the job ends and another one continues. */
const waitedMs = 10_000
/** When to retry if the market doesn't say. */
export const throttledMs = 60_000
const requestMs = 60_000

export interface ShopStore {
  vendor_store_id: number
  vendor_store_name: string
  market_id: number
  market_name: string
  store_admin_url: string
  store_admin_login: string
  store_admin_secret: string | null
}
type Job = RunningJob<unknown>
/** A store's market with a job signed in to it. A job opens it once, because the market holds its access token. */
export interface OpenShop {
  job: Job
  storeId: number
  market: Market
  totals: SentTotals
}

/** Signs in to a store's market. */
export function openShop(job: Job, store: ShopStore, totals: SentTotals): OpenShop {
  const kind = shopOf(store)
  if (!kind || store.store_admin_url === '' || store.store_admin_secret === null)
    throw new StoreRefused('The admin address or token is missing. Enter both')
  const market = openMarket(kind, {
    market_id: store.market_id,
    address: store.store_admin_url,
    login: store.store_admin_login,
    app: job.config,
    shop: {
      token: job.secrets.open(store.store_admin_secret),
      allowHosts: job.config.fetchAllowHosts,
      milliseconds: requestMs,
      signal: job.signal,
    },
  })
  return { job, storeId: store.vendor_store_id, market, totals }
}

/** Takes the usage since the last call, in the unit of its allowance. */
export function takeUsage(market: Market, { unit }: Bucket) {
  const { requests, spent: points } = takeMeter(market)
  return { requests, spent: { points, feeds: 1, requests }[unit] }
}
/** Takes the usage of requests outside a call, which only count in allowances of points. */
export function takeMeter(market: Market) {
  const { requests, points } = market.meter
  Object.assign(market.meter, { requests: 0, points: 0 })
  return { requests, spent: points }
}

/** Waits for a moment if it is near. @returns false: it isn't */
export async function waitUntil(moment: number, signal: AbortSignal): Promise<boolean> {
  const ms = moment - databaseNow()
  if (ms > waitedMs) return false
  if (ms > 0) await setTimeout(ms, undefined, { signal })
  return true
}

/** A store stops when its market refuses it as a whole. */
export const storeRefused = ({ message, mend, why }: ShopFault) =>
  new StoreRefused(`${message} ${mend}`, why === 'credentials')

/** A read that is refused stops the store, too. */
export async function askShop<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (error instanceof ShopFault && (error.why === 'credentials' || error.why === 'permission'))
      throw storeRefused(error)
    throw error
  }
}
