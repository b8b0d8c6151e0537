import { sellingCurrencies, type CurrencyId } from '../pricing/rules.ts'
import { currencyOf, shopOf, shops } from './shops.ts'

/** How the sentence begins that such a store is stopped with. */
export const pricesIn = 'Feedstock prices in '
export interface CurrencyStore {
  market_id: number
  market_name: string
  store_admin_url: string
  by_interface: boolean
  /** Its shop's own, as far as it was asked. */
  shop_currency: string | null
}
interface Rules {
  rules: readonly unknown[]
  currency_id: number
}

/**
 * A market's interface takes each amount as one of its own currency: prices in another can't be told it.
 * @returns none: they are in its own, no prices are made, or its own isn't known
 */
export function otherCurrency(
  store: CurrencyStore,
  { rules, currency_id }: Rules,
): { sentence: string; mend: string } | undefined {
  const kind = shopOf(store)
  // a vendor without rules sends no prices
  if (!kind || !store.by_interface || rules.length === 0) return undefined
  const vendorCurrency = sellingCurrencies[currency_id as CurrencyId]
  const marketCurrency = currencyOf(kind, { market_id: store.market_id, address: store.store_admin_url })
  const shopCurrency = marketCurrency ?? store.shop_currency
  if (shopCurrency === null || shopCurrency === vendorCurrency) return undefined
  const { name } = shops[kind]
  const isSellingCurrency = (Object.values(sellingCurrencies) as string[]).includes(shopCurrency)
  return {
    sentence: `${pricesIn}${vendorCurrency}, but ${marketCurrency ? name : `this ${name} store`} uses ${shopCurrency}`,
    mend: isSellingCurrency
      ? `choose ${shopCurrency} in the price rules, or use a file connection`
      : 'use a file connection',
  }
}
/** The same in one sentence; null: nothing stops it. */
export function whyStopped(store: CurrencyStore, rules: Rules): string | null {
  const conflict = otherCurrency(store, rules)
  return conflict ? `${conflict.sentence}: ${conflict.mend}.` : null
}
