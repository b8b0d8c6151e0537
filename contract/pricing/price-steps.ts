import { price } from '../formats.ts'
import { many } from '../words.ts'
import { downToCent, money, moneyText, upToCent } from './amounts.ts'
import { noPrice, type PriceResult } from './price.ts'
import { categoryLevels, isFixed, isFraction, isTiered, markupTypes, type PriceRule } from './rules.ts'

/** One step of how a price came about; `amount` is what stands after it. */
export interface WhyStep {
  step: 'Cost' | 'Rule' | 'Margin' | 'MAP' | 'Rounding' | 'MSRP' | 'Price'
  text: string
  amount: string | null
}
/** What a rule's supplier and market are called. */
export interface RuleNames {
  supplier: (id: number) => string
  market: (id: number) => string
}

/** An amount as the page's other amounts: without cents if it has none. */
const shown = (amount: bigint) => price(moneyText(amount), null)

/** By `currency_id`. */
export const currencySigns: Readonly<Record<number, string>> = { 1: '$', 2: '£', 4: 'R' }

/** How a price came about, in the order in which it did. @param sign of the vendor's currency */
export function whySteps(result: PriceResult, names: RuleNames, sign = '$'): WhyStep[] {
  const steps: WhyStep[] = []
  const amountText = (amount: bigint) => `${sign}${shown(amount)}`
  const addStep = (step: WhyStep['step'], text: string, amount: bigint | null) =>
    steps.push({ step, text, amount: amount === null ? null : moneyText(amount) })
  const rule = result.rule?.rule
  if (result.cost !== null) addStep('Cost', costText(result, amountText), result.cost)
  if (rule) addStep('Rule', ruleText(result, names, sign), result.made)
  if (result.price === null || result.made === null || !rule) {
    if (result.why !== null) addStep('Price', noPrice[result.why], null)
    return steps
  }
  let now = result.made
  if (result.margin !== null) {
    now = result.margin
    const least = percentText(rule.minimum_margin ?? '0')
    addStep('Margin', `Raised to the minimum margin of ${least}`, now)
  }
  const map = result.map === null ? null : amountText(result.map)
  const ignoredText = map === null || result.map_ignored === null ? null : mapIgnored[result.map_ignored](map)
  // only what comes after it brings it below
  const later = ignoredText !== null && result.map !== null && result.map <= now
  if (result.map !== null && !later) {
    if (result.map <= now) addStep('MAP', `Not below the minimum advertised price (MAP) of ${map}`, now)
    else if (ignoredText !== null) addStep('MAP', ignoredText, now)
    else {
      now = result.map
      addStep('MAP', 'Raised to the minimum advertised price (MAP)', now)
    }
  }
  const before = result.capped === null ? result.price : null
  if (before !== null && before !== now) {
    const to = rule.round_to
    addStep(
      'Rounding',
      to === null ? 'Rounded to the cent' : `Rounded up to the next .${twoDigits(to)}`,
      before,
    )
  }
  const msrpStep = msrpText(result, amountText)
  if (msrpStep !== null) addStep('MSRP', msrpStep, result.price)
  if (later) addStep('MAP', ignoredText, result.price)
  addStep('Price', marginText(result, amountText), result.price)
  return steps
}

/** What the MSRP does to a price, where the rule keeps it from going above it. */
function msrpText(
  { rule, msrp, map, price, capped: cappedPrice }: PriceResult,
  amountText: (amount: bigint) => string,
) {
  // one of less than a cent is none
  if (!rule?.rule.cap_at_msrp || price === null || msrp === null || downToCent(msrp) === 0n) return null
  if (price <= msrp) return cappedPrice === null ? null : 'Capped at the MSRP'
  const limit = map !== null && upToCent(map) === price ? 'minimum advertised price' : 'minimum margin'
  return `${cappedPrice === null ? 'Above' : 'Lowered toward'} the MSRP of ${amountText(msrp)}: the ${limit} is higher`
}

function costText(result: PriceResult, amountText: (amount: bigint) => string): string {
  const parts = [`Wholesale ${amountText(result.wholesale ?? 0n)}`]
  if (result.shipping !== null) parts.push(`shipping ${amountText(result.shipping)}`)
  if (result.dropship_fee !== null) parts.push(`dropship fee ${amountText(result.dropship_fee)}`)
  const rate = result.rate === null ? '' : `, exchange rate ${rateText(result.rate)}`
  return parts.join(' + ') + rate
}
const rateText = (rate: bigint) => String(Number(rate) / 1_000_000)

function ruleText(result: PriceResult, names: RuleNames, sign: string): string {
  if (result.rule === null) return ''
  const { rule, tiers } = result.rule
  const ruleTier = result.tier ? rule.tiers[tiers.indexOf(result.tier)] : undefined
  const markup = ruleTier
    ? `${valueText(rule.markup_type_id, ruleTier.value, sign)} for costs from ${sign}${shown(money(ruleTier.from))}`
    : markupText(rule, sign)
  return `${markup}, ${scopeText(rule, names)}`
}

/** A rule's markup in words: `Markup 35%`, `Tiered Markup 35%, 30% from $10`. */
export function markupText(
  rule: Pick<PriceRule, 'markup_type_id' | 'markup_value' | 'tiers'>,
  sign = '$',
): string {
  const { markup_type_id: type } = rule
  const name = markupTypes[type as keyof typeof markupTypes].replace(/ [$%]( .*MSRP.)?/, '')
  if (isTiered(type)) return `${name} ${tiersText(rule, sign)}`
  const value = rule.markup_value === null ? '' : ` ${amountOf(type, rule.markup_value, sign)}`
  if (isFixed(type)) return `Fixed price${value}`
  return `${name}${value}${type === 5 || type === 6 ? ' (from MSRP)' : ''}`
}
/** The first of them with their values; the others are counted. */
function tiersText(
  { markup_type_id: type, tiers }: Pick<PriceRule, 'markup_type_id' | 'tiers'>,
  sign: string,
) {
  const shownTiers = tiers.slice(0, tiersTold).map(({ from, value }, i) => {
    const start = i === 0 ? '' : ` from ${sign}${shown(money(from))}`
    return `${amountOf(type, value, sign)}${start}`
  })
  const restCount = tiers.length - shownTiers.length
  const rest = restCount === 0 ? '' : ` and ${many(restCount, 'more tier')}`
  return `${shownTiers.join(', ')}${rest}`
}
const tiersTold = 3
const valueText = (type: number, value: string, sign: string) => `Markup ${amountOf(type, value, sign)}`
const amountOf = (type: number, value: string, sign: string) =>
  isFraction(type) ? percentText(value) : `${sign}${shown(money(value))}`

/** What a rule is of, in words: `of Acme, brand Bosch, Garden > Tools, in Shopify`. */
export function scopeText(rule: Omit<PriceRule, 'tiers'>, names: RuleNames): string {
  const levels = categoryLevels.map((name) => rule[name]).filter((level) => level !== '')
  const parts = [
    rule.dropshipper_id !== null && `for ${names.supplier(rule.dropshipper_id)}`,
    rule.brand !== '' && `brand ${rule.brand}`,
    levels.length > 0 && levels.join(' > '),
    rule.market_id !== null && `in ${names.market(rule.market_id)}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'for all products' : parts.join(', ')
}

/** A fraction as a percentage without trailing zeros: `0.35` is `35%`. */
export const percentText = (part: string): string => `${percentOf(part)}%`
/** The same as a number's text, exactly. */
export function percentOf(part: string): string {
  const [whole = '0', rest = ''] = part.split('.')
  const digits = rest.padEnd(2, '0')
  const percent = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, '')
  const decimals = digits.slice(2).replace(/0+$/, '')
  return decimals ? `${percent}.${decimals}` : percent
}
/** A percentage as the fraction that is kept: `35` is `0.35`. */
export function fractionOf(percent: string): string {
  const [whole = '0', rest = ''] = percent.split('.')
  const digits = whole.padStart(3, '0')
  return (
    `${digits.slice(0, -2).replace(/^0+(?=\d)/, '')}.${digits.slice(-2)}${rest}`.replace(/\.?0+$/, '') || '0'
  )
}

const mapIgnored = {
  sell_below_map: (map: string) => `Below the minimum advertised price of ${map}: allowed by the integration`,
  allow_ignore_brand_map: (map: string) =>
    `Below the minimum advertised price of ${map}: ignored by the rule`,
  allow_price_override_below_map: (map: string) =>
    `Below the minimum advertised price of ${map}: allowed for fixed prices`,
}

function marginText(result: PriceResult, amountText: (amount: bigint) => string): string {
  const { price, cost } = result
  if (price === null || cost === null) return ''
  const margin = price - cost
  if (margin < 0n) return `${amountText(-margin)} below cost`
  const percent = Number((margin * 1000n) / price) / 10
  return `${amountText(margin)} above cost (${percent}% margin)`
}
const twoDigits = (cents: number) => String(cents).padStart(2, '0')
