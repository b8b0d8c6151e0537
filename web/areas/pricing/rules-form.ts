import type { Input } from '#contract/index.ts'
import { pricingSet, type PricingView } from '#contract/pricing/price-rules.ts'
import {
  compareNarrowness,
  categoryLevels,
  isFraction,
  isTiered,
  priceRule,
  scopeKey,
  type PriceRule,
} from '#contract/pricing/rules.ts'
import { fractionOf, percentOf } from '#contract/pricing/price-steps.ts'

/** A rule as typed: percentages as numbers of percent, categories as one text. */
export interface RuleForm {
  supplier: string
  market: string
  brand: string
  category: string
  type: string
  value: string
  tiers: { from: string; value: string }[]
  margin: string
  round_to: string
  add_shipping: boolean
  add_dropship_fee: boolean
  ignore_map: boolean
  cap_at_msrp: boolean
}
/** Keyed so that keys stay while rules come and go, and two people's changes meet in the right rule. */
export interface RulesForm {
  currency: string
  rules: Record<string, RuleForm>
  rates: Record<string, { code: string; rate: string }>
}

/** Every supplier or market, or any rounding. */
export const anyChoice = 'any'

export const newRule: RuleForm = {
  supplier: anyChoice,
  market: anyChoice,
  brand: '',
  category: '',
  type: '2',
  value: '',
  tiers: [{ from: '0', value: '' }],
  margin: '',
  round_to: anyChoice,
  add_shipping: false,
  add_dropship_fee: false,
  ignore_map: false,
  cap_at_msrp: false,
}

/** The key of a rule that isn't saved yet. */
export const addedKey = (n: number): string => `rule_new_${n}_${Date.now()}`
const isAdded = (key: string) => key.startsWith('rule_new_')
const keyOf = (rule: PriceRule) => `rule_${shortHash(scopeKey(rule))}`
/** The key that a rule has once it is saved. */
export function savedKey(form: RulesForm, key: string): string | null {
  const rule = form.rules[key]
  const read = rule && priceRule.safeParse(ruleOf(rule))
  return read?.success ? keyOf(read.data) : null
}

export const toForm = (view: PricingView): RulesForm => ({
  currency: String(view.currency_id),
  rules: Object.fromEntries(
    view.rules.toSorted(compareNarrowness).map((rule) => [keyOf(rule), ruleToForm(rule)]),
  ),
  rates: Object.fromEntries(view.rates.map((rate) => [`rate_${rate.code}`, rate])),
})

function ruleToForm(rule: PriceRule): RuleForm {
  const toShown = (value: string) => (isFraction(rule.markup_type_id) ? percentOf(value) : value)
  return {
    supplier: rule.dropshipper_id === null ? anyChoice : String(rule.dropshipper_id),
    market: rule.market_id === null ? anyChoice : String(rule.market_id),
    brand: rule.brand,
    category: categoryLevels
      .map((name) => rule[name])
      .filter(Boolean)
      .join(' > '),
    type: String(rule.markup_type_id),
    value: rule.markup_value === null ? '' : toShown(rule.markup_value),
    tiers: rule.tiers.length
      ? rule.tiers.map(({ from, value }) => ({ from, value: toShown(value) }))
      : newRule.tiers,
    margin: rule.minimum_margin === null ? '' : percentOf(rule.minimum_margin),
    round_to: rule.round_to === null ? anyChoice : String(rule.round_to),
    add_shipping: rule.add_shipping,
    add_dropship_fee: rule.add_dropship_fee,
    ignore_map: rule.ignore_map,
    cap_at_msrp: rule.cap_at_msrp,
  }
}

type Set = Omit<Input<'savePriceRules'>['body'], 'version'>
export const toSet = ({ currency, rules, rates }: RulesForm): Set => ({
  currency_id: Number(currency),
  rules: Object.values(rules).map(ruleOf),
  rates: Object.values(rates),
})

function ruleOf(rule: RuleForm): Set['rules'][number] {
  const type = Number(rule.type)
  // what isn't a number stays as typed, so that the check reports it
  const toStored = (value: string) =>
    isFraction(type) && /^\d+(\.\d+)?$/.test(value.trim()) ? fractionOf(value.trim()) : value.trim()
  const levels = rule.category
    .split('>')
    .map((level) => level.trim())
    .filter((level, i, all) => level !== '' || all.length > 1)
  return {
    dropshipper_id: rule.supplier === anyChoice ? null : Number(rule.supplier),
    market_id: rule.market === anyChoice ? null : Number(rule.market),
    brand: rule.brand,
    ...Object.fromEntries(categoryLevels.map((name, i) => [name, levels[i] ?? ''])),
    markup_type_id: type,
    markup_value: isTiered(type) || rule.value.trim() === '' ? null : toStored(rule.value),
    tiers: isTiered(type)
      ? rule.tiers.map(({ from, value }) => ({ from: from.trim(), value: toStored(value) }))
      : [],
    minimum_margin: rule.margin.trim() === '' ? null : partOf(rule.margin.trim()),
    round_to: rule.round_to === anyChoice ? null : Number(rule.round_to),
    add_shipping: rule.add_shipping,
    add_dropship_fee: rule.add_dropship_fee,
    ignore_map: rule.ignore_map,
    cap_at_msrp: rule.cap_at_msrp,
  }
}
const partOf = (percent: string) => (/^\d+(\.\d+)?$/.test(percent) ? fractionOf(percent) : percent)

/** What is wrong with the form, by its fields. */
export function validate(draft: RulesForm): Record<string, string> {
  // of two rules with one scope the added one is wrong, although it is above the other
  const rules = Object.entries(draft.rules).toSorted(([a], [b]) => Number(isAdded(a)) - Number(isAdded(b)))
  const form = { ...draft, rules: Object.fromEntries(rules) }
  const { error } = pricingSet.safeParse(toSet(form))
  const faults = Object.fromEntries((error?.issues ?? []).map((i) => [i.path.join('.'), i.message]))
  const deep = Object.entries(form.rules).filter(
    ([, rule]) => rule.category.split('>').length > categoryLevels.length,
  )
  return {
    ...toErrors(faults, form),
    ...Object.fromEntries(
      deep.map(([key]) => [`rules.${key}.category`, `Enter at most ${categoryLevels.length} levels`]),
    ),
  }
}

/** What is wrong with the typed values, without blanks and untouched new rules, which are still to be filled in. */
export function typedFaults(form: RulesForm): Record<string, string> {
  const isAsAdded = (key: string) => JSON.stringify(form.rules[key]) === JSON.stringify(newRule)
  return Object.fromEntries(
    Object.entries(validate(form)).filter(([path]) => {
      const [list, key = ''] = path.split('.')
      if (list === 'rules' && isAsAdded(key)) return false
      const typedValue = path
        .split('.')
        .reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], form)
      return typeof typedValue !== 'string' || typedValue.trim() !== ''
    }),
  )
}
/** Whether everything could be saved. */
export const isComplete = (form: RulesForm): boolean => Object.keys(validate(form)).length === 0

const fieldNames: Readonly<Record<string, string>> = {
  dropshipper_id: 'supplier',
  market_id: 'market',
  markup_type_id: 'type',
  markup_value: 'value',
  minimum_margin: 'margin',
  scope: 'supplier',
  ...Object.fromEntries(categoryLevels.map((name) => [name, 'category'])),
}
/** The server names rules by their place and uses its own field names. */
export function toErrors(fields: Record<string, string>, form: RulesForm): Record<string, string> {
  const keys = { rules: Object.keys(form.rules), rates: Object.keys(form.rates) }
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => {
      const [list, place, name, ...rest] = path.split('.')
      if (place === undefined || (list !== 'rules' && list !== 'rates')) return [path, message]
      const field = name !== undefined && list === 'rules' ? (fieldNames[name] ?? name) : name
      return [[list, keys[list][Number(place)], field, ...rest].filter(Boolean).join('.'), message]
    }),
  )
}

/** A key for text with characters that a form's path can't have. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash.toString(36)
}
