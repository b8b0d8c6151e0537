import { noPrice, type NoPrice } from '#contract/pricing/price.ts'
import {
  changeEdges,
  type PricingEffects,
  type RuleEffect,
  type StoreEffect,
} from '#contract/pricing/price-rules.ts'
import { count, many } from '#contract/words.ts'

/**
 * What a change of rules does to all prices, in one sentence.
 *
 * @param newCurrency the new selling currency, if it changes: its amounts can't be compared with the
 *   previous ones
 */
export function effectSentence(effects: PricingEffects, newCurrency?: string): string {
  const { prices, same: unchangedCount, up: rises, down: falls, gained: gains, lost: losses } = effects
  if (prices === 0) return 'No active integrations, so no products are sold yet.'
  const convertedCount = prices - effects.neither - gains - losses
  if (unchangedCount === prices && (newCurrency === undefined || convertedCount === 0))
    return `No changes to ${many(prices, 'price')}.`
  const parts = [
    ...(newCurrency === undefined
      ? [rises > 0 && `${count(rises)} up`, falls > 0 && `${count(falls)} down`]
      : [convertedCount > 0 && `${count(convertedCount)} converted to ${newCurrency}`]),
    gains > 0 && `${count(gains)} new`,
    losses > 0 && `${count(losses)} lost`,
  ].filter((part) => part !== false)
  return `${many(prices, 'price')}: ${parts.join(', ')}.`
}

/** How many products have a price by the rules, in one sentence. */
export function standingSentence(counts: PricingEffects['before'], products: number): string {
  const unpricedCount = products - counts.priced
  if (products === 0) return ''
  const loss = counts.below_cost > 0 ? `, ${count(counts.below_cost)} below cost` : ''
  if (counts.priced === 0) return `None of ${many(products, 'product')} has a price.`
  return unpricedCount === 0
    ? `Every product has a price${loss}.`
    : `${count(counts.priced)} of ${many(products, 'product')} have a price${loss}.`
}

/** Why products have no price, most frequent first. */
export const unpricedReasons = (counts: PricingEffects['before']): string[] =>
  (Object.entries(counts.without) as [NoPrice, number][])
    .filter(([, n]) => n > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, n]) => `${count(n)} without a price: ${noPrice[reason]}`)

const toList = (names: readonly string[]) => new Intl.ListFormat('en').format(names)

/** What would be sent to a store, compared with what it shows. */
export function storeSentence({ products, untold, ...store }: StoreEffect, newCurrency?: string): string {
  if (untold === 'no_way') return 'nothing is sent'
  if (products === 0) return 'no products yet'
  const moves = [
    ...(newCurrency === undefined
      ? [store.up > 0 && `${count(store.up)} up`, store.down > 0 && `${count(store.down)} down`]
      : [store.up + store.down > 0 && `${count(store.up + store.down)} converted to ${newCurrency}`]),
    store.gained > 0 && `${count(store.gained)} new`,
    store.zeroed > 0 && `${count(store.zeroed)} sell out`,
  ].filter((part) => part !== false)
  const productsText = many(products, 'product')
  const text = moves.length === 0 ? `no changes to ${productsText}` : `${productsText}: ${moves.join(', ')}`
  return untold === 'stopped' ? `${text} (when its updates resume)` : text
}

/** Which stores' updates would need approval first, and why. */
export const askSentences = ({ stores }: PricingEffects): string[] =>
  stores
    .filter(({ asks }) => asks.length > 0)
    .map((store) => `The update for ${store.vendor_store_name} will need approval: ${store.asks.join('; ')}.`)

/** Which stores' updates would stop, and why. */
export const stopSentences = ({ stores }: PricingEffects): string[] =>
  stores.flatMap(({ vendor_store_name, stops }) =>
    stops === null ? [] : [`Updates for ${vendor_store_name} will stop. ${stops}`],
  )

/** The markets whose prices no store shows; undefined: each has a store. */
export function storelessSentence(
  { storeless, counts_storeless }: PricingEffects,
  market: (id: number) => string,
): string | undefined {
  if (storeless.length === 0) return undefined
  const names = toList(
    storeless.map(({ market_id, prices }) => `${market(market_id)} (${many(prices, 'price')})`),
  )
  return counts_storeless ? `No stores yet in ${names}.` : `Not counted (no store connected): ${names}.`
}

/** The toast after the rules are saved. @param effects undefined: not known yet */
export function savedSentence(effects: PricingEffects | undefined): string {
  const savedText = 'Price rules saved'
  if (!effects) return `${savedText}. Stores get the new prices with their next update`
  const stopping = effects.stores.filter(({ stops }) => stops !== null).map((s) => s.vendor_store_name)
  if (stopping.length > 0) return `${savedText}. Updates for ${toList(stopping)} will stop`
  const asking = effects.stores.filter(({ asks }) => asks.length > 0).map((s) => s.vendor_store_name)
  if (asking.length > 0)
    return `${savedText}. The update${asking.length === 1 ? '' : 's'} for ${toList(asking)} will need approval`
  return effects.stores.some(({ untold, stops }) => untold === null && stops === null)
    ? `${savedText}. Stores get the new prices with their next update`
    : savedText
}

/** Why a rule prices nothing; undefined: it prices something. */
export function idleReason({
  priced: pricedCount,
  own: ownCount,
  covers,
  why: reason,
  first,
  storeless,
}: RuleEffect): string | undefined {
  if (pricedCount > 0) return undefined
  if (covers === 0 && storeless > 0) return `no store sells its ${many(storeless, 'product')}`
  if (covers === 0) return 'no products match'
  if (ownCount > 0 && reason !== null)
    return `${many(ownCount, 'product')} without a price: ${noPrice[reason]}`
  const places = first.map((index) => String(index + 1))
  const shownPlaces = places.length > 3 ? [...places.slice(0, 2), 'others'] : places
  return places.length === 1 ? `rule ${places[0]} overrides it` : `rules ${toList(shownPlaces)} override it`
}

/** Whether a person should look at the change: prices are lost, or fall below the cost. */
export const isGrave = (effects: PricingEffects): boolean =>
  effects.lost > 0 || effects.after.below_cost > effects.before.below_cost

/** What each band of change is called. */
export const bandNames: readonly string[] = Array.from({ length: changeEdges.length + 1 }, (_, i) => {
  const [low, high] = [changeEdges[i - 1], changeEdges[i]]
  if (high === undefined) return `more than ${low ?? 0}% up`
  if (low === undefined) return `more than ${-high}% down`
  return high <= 0 ? `${-high} to ${-low}% down` : `${low} to ${high}% up`
})
