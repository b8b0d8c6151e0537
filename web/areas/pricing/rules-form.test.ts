import { expect, test } from 'vitest'
import { pricingSet, type PricingView } from '#contract/pricing/price-rules.ts'
import {
  addedKey,
  newRule,
  savedKey,
  toErrors,
  toForm,
  toSet,
  typedFaults,
  validate,
  type RuleForm,
  type RulesForm,
} from './rules-form.ts'

const view = (rules: readonly object[], rates: PricingView['rates'] = []): PricingView => ({
  version: 1,
  suppliers: [],
  markets: [],
  ...pricingSet.parse({ currency_id: 2, rates, rules }),
})
const tiered = {
  dropshipper_id: 5,
  market_id: 7,
  brand: 'Bosch',
  cat1: 'Garden',
  cat2: 'Tools',
  markup_type_id: 4,
  tiers: [
    { from: '0', value: '0.5' },
    { from: '10.5', value: '0.255' },
  ],
  minimum_margin: '0.125',
  round_to: 0,
  add_shipping: true,
  cap_at_msrp: true,
}
const form = (rule: Partial<RuleForm>): RulesForm => ({
  currency: '1',
  rates: {},
  rules: { one: { ...newRule, value: '10', ...rule } },
})
const sent = (rule: Partial<RuleForm>) => toSet(form(rule)).rules[0]!

test('saved rules show percentages and a category path, and save back unchanged', () => {
  const kept = view([{ markup_type_id: 2, markup_value: '0.07' }, tiered], [{ code: 'EUR', rate: '1.1' }])
  const shown = toForm(kept)
  expect(shown.currency).toBe('2')
  const [first, second] = Object.values(shown.rules)
  // the narrowest first
  expect(first).toMatchObject({
    supplier: '5',
    market: '7',
    category: 'Garden > Tools',
    tiers: [
      { from: '0', value: '50' },
      { from: '10.5', value: '25.5' },
    ],
    margin: '12.5',
    round_to: '0',
  })
  expect(second).toMatchObject({ supplier: 'any', market: 'any', value: '7', margin: '', round_to: 'any' })
  const back = pricingSet.parse(toSet(shown))
  expect(back).toEqual({ currency_id: 2, rates: kept.rates, rules: kept.rules.toReversed() })
})

test('a rule keeps its key when others are added or removed', () => {
  const rules = [
    tiered,
    { markup_type_id: 2, markup_value: '0.07' },
    { brand: 'A.B', markup_type_id: 1, markup_value: '1' },
  ]
  const all = Object.keys(toForm(view(rules)).rules)
  expect(new Set(all).size).toBe(3)
  expect(all.every((key) => /^\w+$/.test(key))).toBe(true)
  expect(Object.keys(toForm(view(rules.slice(1))).rules)).toEqual(all.slice(1))
})

test('a saved rule is found again by its key', () => {
  const [key] = Object.keys(toForm(view([{ markup_type_id: 2, markup_value: '0.1', brand: 'B' }])).rules)
  expect(savedKey(form({ brand: 'B' }), 'one')).toBe(key)
  expect(savedKey(form({ brand: 'B', value: 'x' }), 'one')).toBeNull()
  expect(savedKey(form({}), 'other')).toBeNull()
})

test('percentages are sent as fractions, amounts unchanged, and invalid entries as typed', () => {
  expect(sent({ type: '2', value: ' 35 ' }).markup_value).toBe('0.35')
  expect(sent({ type: '1', value: '35' }).markup_value).toBe('35')
  expect(sent({ type: '6', value: 'a lot' }).markup_value).toBe('a lot')
  expect(sent({ type: '2', value: ' ' }).markup_value).toBeNull()
  expect(sent({ type: '3', value: '9', tiers: [{ from: ' 0', value: '2 ' }] })).toMatchObject({
    markup_value: null,
    tiers: [{ from: '0', value: '2' }],
  })
  expect(sent({ type: '2', tiers: [{ from: '0', value: '2' }] }).tiers).toEqual([])
  expect(sent({ margin: '12' }).minimum_margin).toBe('0.12')
  expect(sent({ margin: 'x' }).minimum_margin).toBe('x')
  expect(sent({ category: ' Garden>  Tools ' })).toMatchObject({ cat1: 'Garden', cat2: 'Tools', cat3: '' })
  expect(sent({ category: '' })).toMatchObject({ cat1: '' })
})

test('errors are reported on the form’s own fields', () => {
  expect(validate(form({}))).toEqual({})
  expect(validate(form({ value: '' }))).toEqual({ 'rules.one.value': 'Enter a percentage' })
  expect(validate(form({ type: '1', value: 'x' }))).toEqual({
    'rules.one.value': 'Enter an amount such as 12.50',
  })
  expect(validate(form({ margin: '100' }))).toEqual({ 'rules.one.margin': 'Enter less than 100%' })
  expect(validate(form({ category: 'A > > C' }))).toEqual({
    'rules.one.category': 'Fill in this level first',
  })
  expect(validate(form({ category: 'a > b > c > d > e > f' }))).toEqual({
    'rules.one.category': 'Enter at most 5 levels',
  })
  expect(validate(form({ type: '3', tiers: [{ from: '1', value: '2' }] }))).toEqual({
    'rules.one.tiers.0.from': 'Start the first tier at 0',
  })
  const twice = form({})
  expect(validate({ ...twice, rules: { ...twice.rules, two: twice.rules.one! } })).toEqual({
    'rules.two.supplier': 'Another rule has the same scope',
  })
  const rated = (code: string, rate: string) =>
    validate({ ...form({}), currency: '2', rates: { a: { code, rate } } })
  expect(rated('EUR', '0.85')).toEqual({})
  expect(rated('£', '1.1')).toEqual({ 'rates.a.code': 'This is the selling currency and needs no rate' })
  expect(rated('EUR', '1,1')).toEqual({ 'rates.a.rate': 'Enter a rate such as 1.25' })
  expect(rated('EUR', '0')).toEqual({ 'rates.a.rate': 'Enter a rate above 0' })
  expect(validate({ ...twice, rates: { a: { code: 'EURO', rate: '1' } } })).toEqual({
    'rates.a.code': 'Enter a currency code such as EUR',
  })
})

test('server errors for a rule show on its fields, and others stay as they are', () => {
  expect(toErrors({ currency_id: 'No', 'rules.0.dropshipper_id': 'Not yours' }, form({}))).toEqual({
    currency_id: 'No',
    'rules.one.supplier': 'Not yours',
  })
})

test('invalid entries are reported while typing, but blank ones only on saving', () => {
  const tiers = [
    { from: '0', value: '50' },
    { from: '10', value: '40' },
    { from: '20', value: '' },
  ]
  expect(typedFaults(form({ type: '4', tiers }))).toEqual({})
  const typed = (from: string, value: string) =>
    typedFaults(form({ type: '4', tiers: [...tiers.slice(0, 2), { from, value }] }))
  expect(typed('5', '30')).toEqual({
    'rules.one.tiers.2.from': 'Enter a higher cost than in the previous tier',
  })
  expect(Object.keys(typed('20', '-10'))).toEqual(['rules.one.tiers.2.value'])
  expect(typed('20', '30')).toEqual({})
  expect(Object.keys(validate(form({ value: '' })))).toEqual(['rules.one.value'])
  expect(typedFaults(form({ value: '' }))).toEqual({})
})

test('a newly added rule isn’t reported as a duplicate before it is edited', () => {
  const of = (added: RuleForm) => ({
    ...form({}),
    rules: { [addedKey(1)]: added, one: { ...newRule, value: '10' } },
  })
  expect(typedFaults(of(newRule))).toEqual({})
  expect(Object.entries(typedFaults(of({ ...newRule, value: '5' })))).toEqual([
    [expect.stringMatching(/^rules\.rule_new_.*\.supplier$/), 'Another rule has the same scope'],
  ])
})
