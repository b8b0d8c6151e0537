import { sellingCurrencies, type CurrencyId } from '#contract/pricing/rules.ts'
import type { PricingSet } from '#contract/pricing/price-rules.ts'
import { currencyOf, shopOf, shops } from '#contract/stores/shops.ts'
import { sql, type Tx } from '#server/platform/db.ts'
import { Refused } from './file-drop.ts'
import { byInterface } from './known-store.ts'

export interface PricedStore {
  market_id: number
  market_name: string
  drop_to: unknown
  store_admin_url: string
}
const pricesIn = 'Feedstock prices in '

/**
 * A market's interface takes each amount as one of its own currency: prices in another aren't counted for it
 * at all.
 * @throws Refused what to do
 */
export function refuseOtherCurrency(store: PricedStore, { rules, currency_id }: PricingSet): void {
  const kind = shopOf(store)
  // a vendor without rules sends no prices
  if (!kind || !byInterface(store) || rules.length === 0) return
  const ours = sellingCurrencies[currency_id as CurrencyId]
  const theirs = currencyOf(kind, { market_id: store.market_id, address: store.store_admin_url })
  if (theirs === undefined || theirs === ours) return
  const sold = (Object.values(sellingCurrencies) as string[]).includes(theirs)
  const mend = sold
    ? `choose ${theirs} with the price rules, or send this store files`
    : 'send this store files'
  throw new Refused(`${pricesIn}${ours}, ${shops[kind].name} takes ${theirs}: ${mend}.`)
}

/** Stores that were stopped by their currency go on once the rules are others. */
export const resumePriced = (tx: Tx, vendorId: number) =>
  sql`
    update vendor_store
    set stopped_reason = null, stopped_tm = null
    where vendor_id = ${vendorId} and starts_with(stopped_reason, ${pricesIn})`.execute(tx)
