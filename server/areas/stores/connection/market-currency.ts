import { opensAt } from '../send/calls.ts'
import type { PricingSet } from '#contract/pricing/price-rules.ts'
import { pricesIn, whyStopped } from '#contract/stores/currency.ts'
import { readPriceSet } from '#server/areas/listings/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { Refused } from '../send/file-drop.ts'
import { byInterface } from '../record/known-store.ts'
import { ShopFault } from '../shops/ask.ts'
import { refusedBy, type OpenShop } from '../send/open-shop.ts'
import { asFound, type Store } from '../update/updated-store.ts'

export interface PricedStore {
  market_id: number
  market_name: string
  drop_to: unknown
  store_admin_url: string
  shop_currency: string | null
}

/**
 * Prices in another currency than the market's aren't counted for it at all.
 * @throws Refused what to do
 */
export function refuseOtherCurrency(store: PricedStore, set: PricingSet): void {
  const why = whyStopped({ ...store, by_interface: byInterface(store) }, set)
  if (why !== null) throw new Refused(why)
}

/** A shop hardly ever changes it. */
const keptMs = 24 * 3600 * 1000
/**
 * Asks a shop in which currency its own amounts are: before it is told anything, then once a day, and where that
 * would stop it. One that doesn't let it be seen is told as ever.
 */
export async function learnCurrency(of: OpenShop, store: Store): Promise<string | null> {
  const { shop_currency: known, shop_currency_tm: asked } = store
  if (!of.market.currency) return null
  if (asked !== null && Date.now() - Date.parse(asked) < keptMs) {
    const set = await readPriceSet(of.job.db, store.vendor_id)
    if (whyStopped({ ...store, by_interface: true }, set) === null) return known
  }
  const opens = await opensAt(of.job.db, of.storeId, of.market.call(['quantity']).bucket)
  if (opens > Date.now()) {
    if (known !== null) return known
    throw new ShopFault('quota', 'The market takes no more for now.', 'It goes on by itself.', {
      opensAt: opens,
    })
  }
  const now = await currencyNow(of, known)
  await sql`
    update vendor_store
    set shop_currency = ${now}, shop_currency_tm = now()
    where vendor_store_id = ${of.storeId} and ${asFound(store)}`.execute(of.job.db)
  return now
}

async function currencyNow({ market }: OpenShop, known: string | null): Promise<string | null> {
  try {
    const now = await market.currency!()
    return /^[A-Z]{3}$/.test(now) ? now : known
  } catch (error) {
    if (!(error instanceof ShopFault)) throw error
    if (error.why === 'credentials') throw refusedBy(error)
    const passes = error.why === 'throttled' || error.why === 'quota' || error.why === 'outage'
    if (passes && known === null) throw error
    return known
  }
}

/** Stores that were stopped by their currency go on once the rules are others. */
export const resumePriced = (tx: Tx, vendorId: number) =>
  sql`
    update vendor_store
    set stopped_reason = null, stopped_tm = null
    where vendor_id = ${vendorId} and starts_with(stopped_reason, ${pricesIn})`.execute(tx)
