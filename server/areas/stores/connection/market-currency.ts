import { databaseNow } from '#server/platform/clock.ts'
import { opensAt } from '../send/calls.ts'
import type { PricingSet } from '#contract/pricing/price-rules.ts'
import { pricesIn, whyStopped } from '#contract/stores/currency.ts'
import { readPriceSet } from '#server/areas/listings/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { StoreRefused } from '../send/file-drop.ts'
import { byInterface } from '../record/known-store.ts'
import { ShopFault } from '../shops/ask.ts'
import { storeRefused, type OpenShop } from '../send/open-shop.ts'
import { isUnchangedStore, type Store } from '../update/store.ts'

export interface PricedStore {
  market_id: number
  market_name: string
  drop_to: unknown
  store_admin_url: string
  shop_currency: string | null
}

/**
 * Prices in another currency than the market's are not planned at all.
 * @throws Refused what to do
 */
export function refuseOtherCurrency(store: PricedStore, set: PricingSet): void {
  const reason = whyStopped({ ...store, by_interface: byInterface(store) }, set)
  if (reason !== null) throw new StoreRefused(reason)
}

/** A shop hardly ever changes its currency. */
const keptMs = 24 * 3600 * 1000
/**
 * Asks a shop for the currency of its amounts: before anything is sent, then once a day, and when the currency
 * would stop the store. A shop that doesn't tell is updated as usual.
 */
export async function learnCurrency(shop: OpenShop, store: Store): Promise<string | null> {
  const { shop_currency: knownCurrency, shop_currency_tm: lastAsked } = store
  if (!shop.market.currency) return null
  if (lastAsked !== null && databaseNow() - Date.parse(lastAsked) < keptMs) {
    const set = await readPriceSet(shop.job.db, store.vendor_id)
    if (whyStopped({ ...store, by_interface: true }, set) === null) return knownCurrency
  }
  const opens = await opensAt(shop.job.db, shop.storeId, shop.market.call(['quantity']).bucket)
  if (opens > databaseNow()) {
    if (knownCurrency !== null) return knownCurrency
    throw new ShopFault('quota', 'The market’s rate limit is used up.', 'Updates resume automatically.', {
      opensAt: opens,
    })
  }
  const now = await currencyNow(shop, knownCurrency)
  await sql`
    update vendor_store
    set shop_currency = ${now}, shop_currency_tm = now()
    where vendor_store_id = ${shop.storeId} and ${isUnchangedStore(store)}`.execute(shop.job.db)
  return now
}

async function currencyNow({ market }: OpenShop, knownCurrency: string | null): Promise<string | null> {
  try {
    const now = await market.currency?.()
    return now !== undefined && /^[A-Z]{3}$/.test(now) ? now : knownCurrency
  } catch (error) {
    if (!(error instanceof ShopFault)) throw error
    if (error.why === 'credentials') throw storeRefused(error)
    const passes = error.why === 'throttled' || error.why === 'quota' || error.why === 'outage'
    if (passes && knownCurrency === null) throw error
    return knownCurrency
  }
}

/** Stores that were stopped by their currency resume when the price rules change. */
export const resumeStoresOfCurrency = (tx: Tx, vendorId: number) =>
  sql`
    update vendor_store
    set stopped_reason = null, stopped_tm = null
    where vendor_id = ${vendorId} and starts_with(stopped_reason, ${pricesIn})`.execute(tx)
