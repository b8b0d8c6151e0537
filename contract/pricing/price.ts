import {
  downToCent,
  fraction,
  leavingPart,
  money,
  moneyText,
  nearestCent,
  times,
  upToCent,
  upToEnding,
} from './amounts.ts'
import {
  compareNarrowness,
  categoryLevels,
  currencyCode,
  foldName,
  isDiscount,
  isFixed,
  isFraction,
  isTiered,
  type PriceRule,
} from './rules.ts'

/** What of a product its price is made of, as the catalogue has it. */
export interface PricedProduct {
  dropshipper_id: number
  manufacturer: string | null
  categories: string | null
  wholesale_price: string | null
  msrp: string | null
  map_price: string | null
  dropship_fee: string | null
  shipping_cost: string | null
  /** As its feed says it, else its supplier's; null: the vendor's own. */
  currency: string | null
}
/** What an integration says about prices. */
export interface PriceSettings {
  market_id: number
  sell_below_map: boolean
  allow_ignore_brand_map: boolean
  allow_price_override_below_map: boolean
}

/** The most that a store’s books hold, in ten-thousandths. */
const mostPrice = money('999999999999.99')

/** Why a product has no price. */
export const noPrice = {
  rule: 'No price rule applies',
  cost: 'No wholesale price in the feed',
  msrp: 'The rule needs an MSRP, and the feed has none',
  rate: 'No exchange rate for the supplier’s currency',
  zero: 'The calculated price is 0 or less',
  large: 'The calculated price is above 999,999,999,999.99',
} as const
export type NoPrice = keyof typeof noPrice

/** How a price came about, in ten-thousandths of the vendor's currency; a step that did nothing is null. */
export interface PriceResult {
  price: bigint | null
  why: NoPrice | null
  rule: CompiledRule | null
  rate: bigint | null
  wholesale: bigint | null
  shipping: bigint | null
  dropship_fee: bigint | null
  cost: bigint | null
  tier: CompiledTier | null
  /** What the rule alone makes of it. */
  made: bigint | null
  /** The least that keeps the margin, where that is more. */
  margin: bigint | null
  map: bigint | null
  /** What allowed it below the MAP. */
  map_ignored: 'sell_below_map' | 'allow_ignore_brand_map' | 'allow_price_override_below_map' | null
  /** What the MSRP holds the price down to: itself, or what margin or MAP ask for beyond it. */
  capped: bigint | null
  msrp: bigint | null
  below_cost: boolean
}

interface CompiledTier {
  from: bigint
  value: bigint
}
export interface CompiledRule {
  /** Its place among the vendor's rules, from 0. */
  place: number
  rule: PriceRule
  value: bigint
  tiers: readonly CompiledTier[]
  margin: bigint
  brand: string
  levels: readonly string[]
}

export type PriceProduct = (product: PricedProduct, settings: PriceSettings) => PriceResult

/** For how many kinds of products the covering rule is remembered. */
const mostKinds = 20_000

/**
 * A vendor's rules, made ready to price many products (docs/domain/pricing.md, How a price is made); what is answered counts
 * in ten-thousandths.
 *
 * @param rates what one of a currency is worth in the vendor's, by its code
 */
export function pricing(
  rules: readonly PriceRule[],
  rates: readonly { code: string; rate: string }[] = [],
  ownCurrency = 'USD',
): PriceProduct {
  const ready = compileNarrowestFirst(rules)
  const rateOf = new Map(rates.map(({ code, rate }) => [currencyCode(code), fraction(rate)]))
  const unit = fraction('1')
  const ruleOf = rememberByKind((product, market) => ready.find(coversProduct(product, market)) ?? null)
  return (product, settings) => {
    const result = emptyResult()
    const rule = ruleOf(product, settings.market_id)
    if (!rule) return { ...result, why: 'rule' }
    result.rule = rule
    const code = product.currency === null ? ownCurrency : currencyCode(product.currency)
    const rate = code === ownCurrency ? unit : rateOf.get(code)
    if (rate === undefined) return { ...result, why: 'rate' }
    if (rate !== unit) result.rate = rate
    const worth = (text: string | null) => {
      if (text === null) return null
      return rate === unit ? money(text) : times(money(text), rate)
    }
    return computePrice(result, rule, settings, {
      wholesale: worth(product.wholesale_price),
      msrp: worth(product.msrp),
      map: worth(product.map_price),
      shipping: rule.rule.add_shipping ? worth(product.shipping_cost) : null,
      dropship_fee: rule.rule.add_dropship_fee ? worth(product.dropship_fee) : null,
    })
  }
}

type Worth = Record<'wholesale' | 'msrp' | 'map' | 'shipping' | 'dropship_fee', bigint | null>

function computePrice(
  result: PriceResult,
  compiledRule: CompiledRule,
  settings: PriceSettings,
  worth: Worth,
): PriceResult {
  const { rule } = compiledRule
  const { wholesale, shipping, dropship_fee } = worth
  Object.assign(result, { wholesale, shipping, dropship_fee })
  result.msrp = positiveAmount(worth.msrp)
  result.map = positiveAmount(worth.map)
  const wholesaleCost = positiveAmount(wholesale)
  if (wholesaleCost !== null) result.cost = wholesaleCost + (shipping ?? 0n) + (dropship_fee ?? 0n)
  // without a cost neither a loss nor a margin can be seen
  if (result.cost === null) return { ...result, why: 'cost' }
  if (isDiscount(rule.markup_type_id) && result.msrp === null) return { ...result, why: 'msrp' }
  if (isTiered(rule.markup_type_id)) result.tier = tierOf(compiledRule.tiers, result.cost)
  const markedUp = applyMarkup(
    rule.markup_type_id,
    result.tier?.value ?? compiledRule.value,
    result.cost,
    result.msrp,
  )
  result.made = markedUp
  if (markedUp <= 0n) return { ...result, why: 'zero' }

  // rounding and the MSRP must not go below either
  let floor = compiledRule.margin > 0n ? leavingPart(result.cost, compiledRule.margin) : 0n
  if (floor > markedUp) result.margin = floor
  const mapIgnored = result.map === null ? null : ignoresMap(rule, settings)
  if (result.map !== null && mapIgnored === null && result.map > floor) floor = result.map
  const target = floor > markedUp ? floor : markedUp
  let price = rule.round_to === null ? nearestCent(target) : upToEnding(target, rule.round_to)
  if (price < floor) price = upToCent(floor)
  // a price of 0.004 is none
  if (price <= 0n) return { ...result, why: 'zero' }
  const msrp = downToCent(result.msrp ?? 0n)
  if (rule.cap_at_msrp && msrp > 0n) {
    const ceiling = msrp > floor ? msrp : upToCent(floor)
    if (price > ceiling) {
      result.capped = ceiling
      price = ceiling
    }
  }
  if (result.map !== null && (result.map > target || result.map > price)) result.map_ignored = mapIgnored
  if (price > mostPrice) return { ...result, why: 'large' }
  result.price = price
  result.below_cost = price < result.cost
  return result
}

const applyMarkup = (type: number, value: bigint, cost: bigint, msrp: bigint | null): bigint => {
  switch (type) {
    case 1:
    case 3:
      return cost + value
    case 2:
    case 4:
      return cost + times(cost, value)
    case 5:
      return (msrp ?? 0n) - value
    case 6:
      return (msrp ?? 0n) - times(msrp ?? 0n, value)
    default:
      return value
  }
}

const ignoresMap = (rule: PriceRule, settings: PriceSettings): PriceResult['map_ignored'] => {
  if (settings.sell_below_map) return 'sell_below_map'
  if (rule.ignore_map && settings.allow_ignore_brand_map) return 'allow_ignore_brand_map'
  if (isFixed(rule.markup_type_id) && settings.allow_price_override_below_map)
    return 'allow_price_override_below_map'
  return null
}

/** The last tier that begins at or below the cost. */
const tierOf = (tiers: readonly CompiledTier[], cost: bigint) =>
  tiers.findLast((tier) => tier.from <= cost) ?? null

/** A feed's 0 is an empty cell: nothing is given away. */
const positiveAmount = (amount: bigint | null) => (amount !== null && amount > 0n ? amount : null)

function compileRule(rule: PriceRule, place: number): CompiledRule {
  const read = isFraction(rule.markup_type_id) ? fraction : money
  return {
    place,
    rule,
    value: rule.markup_value === null ? 0n : read(rule.markup_value),
    tiers: rule.tiers.map((tier) => ({ from: money(tier.from), value: read(tier.value) })),
    margin: rule.minimum_margin === null ? 0n : fraction(rule.minimum_margin),
    brand: foldName(rule.brand),
    levels: categoryLevels.map((name) => foldName(rule[name])).filter((level) => level !== ''),
  }
}

const compileNarrowestFirst = (rules: readonly PriceRule[]) =>
  rules.map(compileRule).toSorted((a, b) => compareNarrowness(a.rule, b.rule))

/**
 * Which of a vendor's rules are of a product in a market, by their places, the narrowest first: it makes the
 * price, the others would without it.
 */
export function findCoveringRules(rules: readonly PriceRule[]): OfKind<readonly number[]> {
  const ready = compileNarrowestFirst(rules)
  return rememberByKind((product, market) =>
    ready.filter(coversProduct(product, market)).map(({ place }) => place),
  )
}

type OfKind<T> = (product: PricedProduct, market: number) => T
/** Computes what is the same for all products of a kind in a market once. */
function rememberByKind<T>(find: OfKind<T>): OfKind<T> {
  const results = new Map<string, { result: T }>()
  return (product, market) => {
    const { dropshipper_id, manufacturer, categories } = product
    // no text of a feed contains this character
    const kind = `${dropshipper_id}|${market}|${manufacturer ?? ''}\0${categories ?? ''}`
    let remembered = results.get(kind)
    if (!remembered) {
      remembered = { result: find(product, market) }
      if (results.size >= mostKinds) results.clear()
      results.set(kind, remembered)
    }
    return remembered.result
  }
}

/** Whether a rule covers this product in this market. */
function coversProduct(product: PricedProduct, market: number): (rule: CompiledRule) => boolean {
  const brand = foldName(product.manufacturer ?? '')
  const paths = categoryPaths(product.categories)
  return ({ rule, levels, ...compiledRule }) =>
    (rule.dropshipper_id === null || rule.dropshipper_id === product.dropshipper_id) &&
    (rule.market_id === null || rule.market_id === market) &&
    (compiledRule.brand === '' || compiledRule.brand === brand) &&
    (levels.length === 0 || paths.some((path) => levels.every((level, i) => path[i] === level)))
}

/** A product's categories, each from its first level on: `Garden > Tools | Sale`. */
const categoryPaths = (categories: string | null): string[][] =>
  (categories ?? '').split('|').map((path) =>
    path
      .split('>')
      .map(foldName)
      .filter((level) => level !== ''),
  )

const emptyResult = (): PriceResult => ({
  price: null,
  why: null,
  rule: null,
  rate: null,
  wholesale: null,
  shipping: null,
  dropship_fee: null,
  cost: null,
  tier: null,
  made: null,
  margin: null,
  map: null,
  map_ignored: null,
  capped: null,
  msrp: null,
  below_cost: false,
})

/** A price as text, `12.99`; null where there is none. */
export const priceText = ({ price }: PriceResult): string | null => (price === null ? null : moneyText(price))
/** The MSRP as text, in the vendor's currency and to the cent; null where there is none. */
export function listPriceText({ msrp }: PriceResult): string | null {
  const cents = nearestCent(msrp ?? 0n)
  return cents > 0n && cents <= mostPrice ? moneyText(cents) : null
}
