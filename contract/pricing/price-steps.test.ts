import { expect, test } from 'vitest'
import { price, product, rule, strict } from './price-examples.ts'
import { pricing } from './price.ts'
import { fractionOf, markupText, percentOf, scopeText, whySteps } from './price-steps.ts'
import { markupTypes } from './rules.ts'

const names = { supplier: (id: number) => `supplier ${id}`, market: (id: number) => `market ${id}` }
test('a price is explained step by step', () => {
  const made = price(
    [{ dropshipper_id: 1, markup_type_id: 2, markup_value: '0.1', add_shipping: true, round_to: 99 }],
    { map_price: '18' },
  )
  expect(whySteps(made, names)).toEqual([
    { step: 'Cost', text: 'Wholesale $10 + shipping $4.25', amount: '14.25' },
    { step: 'Rule', text: 'Markup 10%, for supplier 1', amount: '15.6750' },
    { step: 'MAP', text: 'Raised to the minimum advertised price (MAP)', amount: '18.00' },
    { step: 'Rounding', text: 'Rounded up to the next .99', amount: '18.99' },
    { step: 'Price', text: '$4.74 above cost (24.9% margin)', amount: '18.99' },
  ])
  const none = price([{ markup_type_id: 6, markup_value: '0.1' }], { msrp: null })
  expect(whySteps(none, names).at(-1)).toEqual({
    step: 'Price',
    text: 'The rule needs an MSRP, and the feed has none',
    amount: null,
  })
  const tiered = price([
    {
      markup_type_id: 4,
      markup_value: null,
      tiers: [
        { from: '0', value: '0.5' },
        { from: '5', value: '0.25' },
      ],
    },
  ])
  expect(whySteps(tiered, names)[1]).toEqual({
    step: 'Rule',
    text: 'Markup 25% for costs from $5, for all products',
    amount: '12.50',
  })
  const below = price(
    [{ markup_value: '1', minimum_margin: '0.1' }],
    { map_price: '20' },
    { sell_below_map: true },
  )
  expect(whySteps(below, names).map((s) => [s.step, s.amount])).toEqual([
    ['Cost', '10.00'],
    ['Rule', '11.00'],
    ['Margin', '11.1112'],
    ['MAP', '11.1112'],
    ['Rounding', '11.12'],
    ['Price', '11.12'],
  ])
  const cappedBelow = { markup_value: '25', cap_at_msrp: true }
  expect(texts([cappedBelow], { map_price: '33' }, { sell_below_map: true })).toEqual([
    'Cost: Wholesale $10',
    'Rule: Markup $25, for all products',
    'MSRP: Capped at the MSRP',
    'MAP: Below the minimum advertised price of $33: allowed by the integration',
    'Price: $20 above cost (66.6% margin)',
  ])
  const capped = price([cappedBelow])
  expect(whySteps(capped, names).map((s) => [s.step, s.amount])).toEqual([
    ['Cost', '10.00'],
    ['Rule', '35.00'],
    ['MSRP', '30.00'],
    ['Price', '30.00'],
  ])
})

test('a rule is described in words', () => {
  expect(markupText(rule({ markup_type_id: 2, markup_value: '0.355' }))).toBe('Markup 35.5%')
  expect(markupText(rule({ markup_type_id: 6, markup_value: '0.05' }))).toBe('Discount 5% (from MSRP)')
  expect(markupTypes[6]).toBe('Discount % (from MSRP)')
  expect(markupText(rule({ markup_type_id: 5, markup_value: '3' }), '£')).toBe('Discount £3 (from MSRP)')
  expect(markupText(rule({ markup_type_id: 7, markup_value: '9.99' }))).toBe('Fixed price $9.99')
  expect(markupText(rule({ markup_type_id: 3, tiers: [{ from: '0', value: '1' }] }))).toBe('Tiered Markup $1')
  expect(scopeText(rule({}), names)).toBe('for all products')
  expect(
    scopeText(rule({ dropshipper_id: 3, brand: 'Bosch', cat1: 'A', cat2: 'B', market_id: 2 }), names),
  ).toBe('for supplier 3, brand Bosch, A > B, in market 2')
})

test('a percentage converts to a fraction and back exactly', () => {
  for (const [part, percent] of [
    ['0.35', '35'],
    ['0.355', '35.5'],
    ['0', '0'],
    ['1', '100'],
    ['12.5', '1250'],
    ['0.0005', '0.05'],
    ['0.07', '7'],
    ['0.1005', '10.05'],
    ['100.5', '10050'],
  ] as const) {
    expect(percentOf(part)).toBe(percent)
    expect(fractionOf(percent)).toBe(part)
  }
})

/** What each step says. */
const texts = (...args: Parameters<typeof price>) =>
  whySteps(price(...args), names).map(({ step, text }) => `${step}: ${text}`)

test('steps that only some prices go through appear only for those prices', () => {
  expect(texts([{ markup_value: '1', minimum_margin: '0.1' }])).toEqual([
    'Cost: Wholesale $10',
    'Rule: Markup $1, for all products',
    'Margin: Raised to the minimum margin of 10%',
    'Rounding: Rounded to the cent',
    'Price: $1.12 above cost (10% margin)',
  ])
  expect(
    texts([{ add_shipping: true, add_dropship_fee: true, markup_value: '25', cap_at_msrp: true }]),
  ).toEqual([
    'Cost: Wholesale $10 + shipping $4.25 + dropship fee $1.50',
    'Rule: Markup $25, for all products',
    'MSRP: Capped at the MSRP',
    'Price: $14.25 above cost (47.5% margin)',
  ])
  expect(texts([{ markup_type_id: 7, markup_value: '9' }]).at(-1)).toBe('Price: $1 below cost')
})

test('the steps show what margin and MAP leave of an MSRP that caps the price', () => {
  const of = { markup_type_id: 2, markup_value: '0.4', cap_at_msrp: true }
  const last = (...args: Parameters<typeof price>) => texts(...args).slice(2, -1)
  const map = (said: string) => `MAP: ${said}`
  expect(last([{ ...of, minimum_margin: '0.2' }], { msrp: '9' })).toEqual([
    'MSRP: Lowered toward the MSRP of $9: the minimum margin is higher',
  ])
  expect(last([of], { msrp: '11', map_price: '12' })).toEqual([
    map('Not below the minimum advertised price (MAP) of $12'),
    'MSRP: Lowered toward the MSRP of $11: the minimum advertised price is higher',
  ])
  expect(last([of], { msrp: '11', map_price: '15' })).toEqual([
    map('Raised to the minimum advertised price (MAP)'),
    'MSRP: Above the MSRP of $11: the minimum advertised price is higher',
  ])
  expect(last([of], { msrp: '11', map_price: '12' }, { sell_below_map: true })).toEqual([
    'MSRP: Capped at the MSRP',
    map('Below the minimum advertised price of $12: allowed by the integration'),
  ])
  expect(last([of], { msrp: '0.0040' })).toEqual([])
})

test('a product without a price shows only what is known about it', () => {
  const rated = 'Rule: Markup $0, for all products'
  expect(texts([{}], { wholesale_price: null })).toEqual([rated, expect.stringContaining('Price')])
  expect(texts([{}], { currency: 'EUR' })).toEqual([rated, expect.stringContaining('Price')])
  // the rule that gives none is to be found
  expect(texts([{ brand: 'Bosch', markup_type_id: 5, markup_value: '2.5' }], { msrp: null })).toEqual([
    'Cost: Wholesale $10',
    'Rule: Discount $2.50 (from MSRP), brand Bosch',
    'Price: The rule needs an MSRP, and the feed has none',
  ])
  expect(texts([]).map((text) => text.split(':')[0])).not.toContain('Rule')
})

test('a cost in another currency shows the exchange rate', () => {
  const inEuros = pricing([rule({})], [{ code: 'EUR', rate: '1.25' }])(product({ currency: 'EUR' }), strict)
  expect(whySteps(inEuros, names)[0]).toEqual({
    step: 'Cost',
    text: 'Wholesale $12.50, exchange rate 1.25',
    amount: '12.50',
  })
})

test.each([
  [{ markup_value: '8' }, '17.99', {}, 'Not below the minimum advertised price (MAP) of $17.99'],
  [{ markup_value: '8' }, '18', {}, 'Not below the minimum advertised price (MAP) of $18'],
  [{ markup_value: '8' }, '18.01', {}, 'Raised to the minimum advertised price (MAP)'],
  [
    { markup_value: '8' },
    '20',
    { sell_below_map: true },
    'Below the minimum advertised price of $20: allowed by the integration',
  ],
  [
    { markup_value: '8', ignore_map: true },
    '20',
    { allow_ignore_brand_map: true },
    'Below the minimum advertised price of $20: ignored by the rule',
  ],
  [
    { markup_type_id: 7, markup_value: '18' },
    '20',
    { allow_price_override_below_map: true },
    'Below the minimum advertised price of $20: allowed for fixed prices',
  ],
])('with %o a minimum advertised price of %s and %o: %s', (given, map_price, settings, said) => {
  expect(texts([given], { map_price }, settings)).toContain(`MAP: ${said}`)
})

test('the first tiers are listed with their values, the rest are counted', () => {
  const tiers = ['0', '5', '10.5', '20', '30'].map((from, i) => ({ from, value: String(i + 1) }))
  const told = (many: number) => markupText(rule({ markup_type_id: 3, tiers: tiers.slice(0, many) }))
  expect(told(2)).toBe('Tiered Markup $1, $2 from $5')
  expect(told(4)).toBe('Tiered Markup $1, $2 from $5, $3 from $10.50 and 1 more tier')
  expect(told(5)).toMatch(/ and 2 more tiers$/)
  const shares = [tiers[0]!, { from: '5', value: '0.355' }]
  expect(markupText(rule({ markup_type_id: 4, tiers: shares }))).toBe('Tiered Markup 100%, 35.5% from $5')
})
