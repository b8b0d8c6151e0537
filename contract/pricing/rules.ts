import { z } from 'zod'
import { amount, requiredId, count, id, line } from '../inputs.ts'

export const markupTypes = {
  1: 'Markup $',
  2: 'Markup %',
  3: 'Tiered $ Markup',
  4: 'Tiered % Markup',
  5: 'Discount $',
  6: 'Discount % (from MSRP)',
  7: 'Fixed $',
} as const
export type MarkupType = keyof typeof markupTypes
const typeIds = Object.keys(markupTypes).map(Number) as MarkupType[]

const ofType =
  (...types: MarkupType[]) =>
  (type: number): boolean =>
    (types as number[]).includes(type)
/** Whether its values are fractions, which are shown as percentages. */
export const isFraction = ofType(2, 4, 6)
export const isTiered = ofType(3, 4)
/** Whether it begins at the MSRP rather than at the cost. */
export const isDiscount = ofType(5, 6)
export const isFixed = ofType(7)

export const categoryLevels = ['cat1', 'cat2', 'cat3', 'cat4', 'cat5'] as const
export const mostRules = 500
export const mostTiers = 20

/** A part of one, `0.35`, with up to six decimals; what is wrong with it is told of its percentage. */
const part = z.string().superRefine((text, ctx) => {
  const fault = partFault(text)
  if (fault) ctx.addIssue({ code: 'custom', message: fault })
})
function partFault(text: string): string | undefined {
  if (!/^\d+(\.\d+)?$/.test(text)) return 'Enter a percentage such as 35'
  if (/\.\d{7}/.test(text)) return 'Use at most 4 decimal places'
  return Number(text) < 1000 ? undefined : 'Enter less than 100,000%'
}
/** An amount or a fraction, as the type has it. */
const value = z.string().regex(/^\d{1,10}(\.\d{1,6})?$/, 'Enter a number such as 12.50')
const level = line(200).default('')

const tier = z.object({
  from: amount.describe('the lowest cost it applies to'),
  value,
})
export type PriceTier = z.output<typeof tier>

export const priceRule = z
  .object({
    dropshipper_id: id.nullable().default(null).describe('null: every supplier'),
    market_id: id.nullable().default(null).describe('null: every market'),
    brand: line(200).default('').describe('empty: every brand'),
    cat1: level,
    cat2: level,
    cat3: level,
    cat4: level,
    cat5: level,
    markup_type_id: requiredId('Choose a price type').refine(
      (type) => (typeIds as number[]).includes(type),
      'Choose a price type',
    ),
    markup_value: value.nullable().default(null).describe('a fraction for types 2 and 6; null: tiered'),
    tiers: z.array(tier).max(mostTiers).default([]),
    add_shipping: z.boolean().default(false),
    add_dropship_fee: z.boolean().default(false),
    minimum_margin: part.nullable().default(null).describe('minimum margin as a fraction of the price'),
    ignore_map: z.boolean().default(false),
    cap_at_msrp: z.boolean().default(false),
    round_to: count(0, 99).nullable().default(null).describe('cents that prices end in; null: any'),
  })
  .superRefine((rule, ctx) => {
    const addIssue = (path: (string | number)[], message: string) =>
      ctx.addIssue({ code: 'custom', path, message })
    const deepest = categoryLevels.findLastIndex((name) => rule[name] !== '')
    const gap = categoryLevels.find((name, i) => i < deepest && rule[name] === '')
    if (gap) addIssue([gap], 'Fill in this level first')
    if (rule.minimum_margin !== null && !partFault(rule.minimum_margin) && Number(rule.minimum_margin) >= 1)
      addIssue(['minimum_margin'], 'Enter less than 100%')
    const faultOf = (text: string) => valueFault(rule.markup_type_id, text)
    if (isTiered(rule.markup_type_id)) return checkTiers(rule.tiers, faultOf, addIssue)
    const fault = rule.markup_value === null ? undefined : faultOf(rule.markup_value)
    if (rule.markup_value === null)
      addIssue(['markup_value'], isFraction(rule.markup_type_id) ? 'Enter a percentage' : 'Enter an amount')
    else if (fault) addIssue(['markup_value'], fault)
    else if (rule.markup_type_id === 6 && Number(rule.markup_value) >= 1)
      addIssue(['markup_value'], 'Enter less than 100%')
    else if (isFixed(rule.markup_type_id) && Number(rule.markup_value) === 0)
      addIssue(['markup_value'], 'Enter a price above 0')
  })
  .transform((rule) =>
    isTiered(rule.markup_type_id) ? { ...rule, markup_value: null } : { ...rule, tiers: [] },
  )
export type PriceRule = z.output<typeof priceRule>

const valueFault = (type: number, text: string): string | undefined => {
  const { success, error } = (isFraction(type) ? part : amount).safeParse(text)
  return success ? undefined : error.issues[0]?.message
}

function checkTiers(
  tiers: readonly PriceTier[],
  ofType: (value: string) => string | undefined,
  addIssue: (path: (string | number)[], message: string) => void,
) {
  if (tiers.length === 0) addIssue(['tiers'], 'Add at least one tier')
  tiers.forEach(({ from, value: tierValue }, i) => {
    const fault = ofType(tierValue)
    if (fault) addIssue(['tiers', i, 'value'], fault)
    if (!amount.safeParse(from).success) return
    const before = tiers[i - 1]
    if (i === 0 && Number(from) !== 0) addIssue(['tiers', 0, 'from'], 'Start the first tier at 0')
    if (before && Number(from) <= Number(before.from))
      addIssue(['tiers', i, 'from'], 'Enter a higher cost than in the previous tier')
  })
}

/** What a rule is of; no two rules of a vendor have the same. */
export const scopeKey = (rule: Scope): string =>
  JSON.stringify([
    rule.dropshipper_id,
    rule.market_id,
    foldName(rule.brand),
    ...categoryLevels.map((name) => foldName(rule[name])),
  ])
type Scope = Pick<PriceRule, 'dropshipper_id' | 'market_id' | 'brand' | (typeof categoryLevels)[number]>

/** As names are compared: without capitals and blanks around them. */
export const foldName = (name: string): string => name.trim().toLowerCase()

const depth = (rule: Scope) => categoryLevels.filter((name) => rule[name] !== '').length
/** The narrowest first: brand, then the deeper category, then supplier, then market. */
export const compareNarrowness = (a: Scope, b: Scope): number =>
  Number(b.brand !== '') - Number(a.brand !== '') ||
  depth(b) - depth(a) ||
  Number(b.dropshipper_id !== null) - Number(a.dropshipper_id !== null) ||
  Number(b.market_id !== null) - Number(a.market_id !== null)

/** What a currency is called in feeds: its code or its sign. */
const codes: Readonly<Record<string, string>> = { $: 'USD', US$: 'USD', '£': 'GBP', R: 'ZAR', '€': 'EUR' }
export const currencyCode = (text: string): string => {
  const name = text.trim().toUpperCase()
  return codes[name] ?? name
}
/** What vendors sell in, by `currency_id`; the first where nothing else is said. */
export const sellingCurrencies = { 1: 'USD', 2: 'GBP', 4: 'ZAR' } as const
export type CurrencyId = keyof typeof sellingCurrencies
