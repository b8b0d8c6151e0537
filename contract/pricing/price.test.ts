import { expect, test } from 'vitest'
import { fraction, money, moneyText, upToEnding } from './amounts.ts'
import {
  listPriceText,
  priceText,
  pricing,
  findCoveringRules,
  type PricedProduct,
  type PriceSettings,
} from './price.ts'
import { price, product, rule, strict } from './price-examples.ts'
import { priceRule, scopeKey } from './rules.ts'

const text = (...args: Parameters<typeof price>) => priceText(price(...args))

test('each of the seven markup types calculates its price', () => {
  const tiers = (a: string, b: string) => [
    { from: '0', value: a },
    { from: '10.00', value: b },
  ]
  expect(text([{ markup_type_id: 1, markup_value: '2.50' }])).toBe('12.50')
  expect(text([{ markup_type_id: 2, markup_value: '0.35' }])).toBe('13.50')
  expect(text([{ markup_type_id: 3, markup_value: null, tiers: tiers('9', '3') }])).toBe('13.00')
  expect(
    text([{ markup_type_id: 3, markup_value: null, tiers: tiers('9', '3') }], { wholesale_price: '9.99' }),
  ).toBe('18.99')
  expect(text([{ markup_type_id: 4, markup_value: null, tiers: tiers('0.9', '0.2') }])).toBe('12.00')
  expect(text([{ markup_type_id: 5, markup_value: '5' }])).toBe('25.00')
  expect(text([{ markup_type_id: 6, markup_value: '0.1' }])).toBe('27.00')
  expect(text([{ markup_type_id: 7, markup_value: '19.95' }])).toBe('19.95')
})

test('the narrowest rule wins: brand, then the deeper category, then supplier, then market', () => {
  const all = { markup_value: '1' }
  const market = { market_id: 7, markup_value: '2' }
  const supplier = { dropshipper_id: 1, markup_value: '3' }
  const shallow = { cat1: 'garden', markup_value: '4' }
  const deep = { cat1: 'Garden', cat2: ' tools ', markup_value: '5' }
  const brand = { brand: 'BOSCH', markup_value: '6' }
  const rules = [all, market, supplier, shallow, deep, brand]
  for (let n = rules.length; n > 0; n--) expect(text(rules.slice(0, n))).toBe(`1${n}.00`)
  for (let n = rules.length; n > 0; n--) expect(text(rules.slice(0, n).toReversed())).toBe(`1${n}.00`)
  const other = { dropshipper_id: 2, manufacturer: 'Makita', categories: 'Toys > Garden' }
  expect(text(rules, other)).toBe('12.00')
  expect(text(rules, other, { market_id: 8 })).toBe('11.00')
  expect(text([supplier, brand], { dropshipper_id: 1, manufacturer: null })).toBe('13.00')
})

test('a product in several categories is covered by a rule for any of them, matching from the first level', () => {
  const rules = [{ cat1: 'Sale', markup_value: '1' }, { markup_value: '2' }]
  expect(text(rules, { categories: 'Garden > Tools | Sale > Autumn' })).toBe('11.00')
  expect(text(rules, { categories: 'Garden > Sale' })).toBe('12.00')
  expect(text(rules, { categories: null })).toBe('12.00')
  const deep = [{ cat1: 'Garden', cat2: 'Hoses', markup_value: '1' }, { markup_value: '2' }]
  expect(text(deep, { categories: 'Garden > Tools | Sale > Hoses' })).toBe('12.00')
  expect(text(deep, { categories: 'Garden > > Hoses' })).toBe('11.00')
})

test('products that differ in supplier, market, category or brand each get their own price', () => {
  const priced = pricing(
    [
      { markup_value: '1' },
      { dropshipper_id: 2, markup_value: '2' },
      { market_id: 8, markup_value: '3' },
      { cat1: 'Toys', markup_value: '4' },
      { brand: 'Makita', markup_value: '5' },
    ].map(rule),
  )
  const made = (of: Partial<PricedProduct>, market_id = 7) =>
    priceText(priced(product(of), { ...strict, market_id }))
  for (const _again of [1, 2]) {
    expect(made({})).toBe('11.00')
    expect(made({ dropshipper_id: 2 })).toBe('12.00')
    expect(made({}, 8)).toBe('13.00')
    expect(made({ categories: 'Toys' })).toBe('14.00')
    expect(made({ manufacturer: 'Makita' })).toBe('15.00')
    expect(made({ manufacturer: null, categories: null })).toBe('11.00')
  }
})

test('a brand that contains the category separator isn’t confused with another brand', () => {
  const priced = pricing([{ markup_value: '1' }, { brand: 'A|B', markup_value: '2' }].map(rule))
  const made = (manufacturer: string, categories: string) =>
    priceText(priced(product({ manufacturer, categories }), strict))
  expect([made('A', 'B|C'), made('A|B', 'C')]).toEqual(['11.00', '12.00'])
})

test('the rules that cover a product are returned by position, narrowest first', () => {
  const over = findCoveringRules([{}, { brand: 'Bosch' }, { market_id: 7 }, { market_id: 8 }].map(rule))
  expect(over(product(), 7)).toEqual([1, 2, 0])
  expect(over(product({ manufacturer: 'Makita' }), 8)).toEqual([3, 0])
})

test('a product that can’t have a price has none, and says why', () => {
  const why = (...args: Parameters<typeof price>) => {
    const { price: amount, why: reason } = price(...args)
    expect(amount).toBeNull()
    return reason
  }
  expect(why([])).toBe('rule')
  expect(why([{ dropshipper_id: 2 }])).toBe('rule')
  expect(why([{}], { wholesale_price: null })).toBe('cost')
  expect(why([{}], { wholesale_price: '0.0000' })).toBe('cost')
  expect(why([{ markup_type_id: 7, markup_value: '5' }], { wholesale_price: null })).toBe('cost')
  expect(why([{ markup_type_id: 6, markup_value: '0.1' }], { msrp: null })).toBe('msrp')
  expect(why([{ markup_type_id: 6, markup_value: '0.1' }], { msrp: '0' })).toBe('msrp')
  expect(why([{ markup_type_id: 5, markup_value: '30' }])).toBe('zero')
  expect(why([{ markup_type_id: 6, markup_value: '0.9999' }], { msrp: '0.0100' })).toBe('zero')
  expect(why([{}], { currency: 'EUR' })).toBe('rate')
  // it is not held up by what holds up a price
  expect(why([{ markup_type_id: 5, markup_value: '30', minimum_margin: '0.2' }], { map_price: '20' })).toBe(
    'zero',
  )
  expect(why([{}], { wholesale_price: '0.0040' })).toBe('zero')
  expect(price([]).below_cost).toBe(false)
})

test('shipping and the dropship fee are part of the cost if the rule adds them', () => {
  expect(text([{ add_shipping: true }])).toBe('14.25')
  expect(text([{ add_dropship_fee: true }])).toBe('11.50')
  expect(text([{ add_shipping: true, add_dropship_fee: true, markup_type_id: 2, markup_value: '1' }])).toBe(
    '31.50',
  )
  expect(
    text([{ add_shipping: true, add_dropship_fee: true }], { shipping_cost: null, dropship_fee: null }),
  ).toBe('10.00')
})

test('a minimum margin is a share of the price, and raises the price if the rule leaves less', () => {
  expect(text([{ markup_value: '1', minimum_margin: '0.2' }])).toBe('12.50')
  expect(text([{ markup_value: '5', minimum_margin: '0.2' }])).toBe('15.00')
  // 10 / 0.7 is 14.2857…: never less than the margin asks for
  expect(text([{ minimum_margin: '0.3' }])).toBe('14.29')
  expect(price([{ minimum_margin: '0.3' }]).margin).toBe(money('14.2858'))
  // what is left is enough by itself
  for (const markup_value of ['2.50', '5'])
    expect(price([{ markup_value, minimum_margin: '0.2' }]).margin).toBeNull()
})

test('no price is below MAP unless a setting allows it', () => {
  const map = { map_price: '20.0000' }
  expect(text([{ markup_value: '1' }], map)).toBe('20.00')
  expect(text([{ markup_value: '1' }], { map_price: '20.0010' })).toBe('20.01')
  expect(text([{ markup_value: '15' }], map)).toBe('25.00')
  expect(text([{ markup_value: '1' }], { map_price: '0' })).toBe('11.00')
  expect(text([{ markup_value: '1' }], map, { sell_below_map: true })).toBe('11.00')
  const fixed = { markup_type_id: 7, markup_value: '12' }
  expect(text([fixed], map)).toBe('20.00')
  expect(text([fixed], map, { allow_price_override_below_map: true })).toBe('12.00')
  expect(text([{ markup_value: '1' }], map, { allow_price_override_below_map: true })).toBe('20.00')
  const ignores = { brand: 'Bosch', ignore_map: true, markup_value: '1' }
  expect(text([ignores], map)).toBe('20.00')
  expect(text([ignores], map, { allow_ignore_brand_map: true })).toBe('11.00')
  expect(text([{ ...ignores, ignore_map: false }], map, { allow_ignore_brand_map: true })).toBe('20.00')
})

test('the setting that allows a price below MAP is named, but only if the price is below MAP', () => {
  const map = { map_price: '20' }
  const by = (of: object, setting: Partial<PriceSettings>, product: Partial<PricedProduct> = map) =>
    price([of as never], product, setting).map_ignored
  expect(by({}, { sell_below_map: true })).toBe('sell_below_map')
  expect(by({ ignore_map: true }, { allow_ignore_brand_map: true })).toBe('allow_ignore_brand_map')
  expect(by({ markup_type_id: 7, markup_value: '12' }, { allow_price_override_below_map: true })).toBe(
    'allow_price_override_below_map',
  )
  expect(by({}, {})).toBeNull()
  for (const markup_value of ['10', '11']) expect(by({ markup_value }, { sell_below_map: true })).toBeNull()
  expect(by({ minimum_margin: '0.5' }, { sell_below_map: true })).toBeNull()
  expect(by({}, { sell_below_map: true }, { map_price: null })).toBeNull()
})

test('a margin above MAP applies, and one below it applies if MAP is ignored', () => {
  const wanted = { minimum_margin: '0.5' }
  expect(text([wanted], { map_price: '15' })).toBe('20.00')
  expect(text([wanted], { map_price: '25' })).toBe('25.00')
  expect(text([wanted], { map_price: '25' }, { sell_below_map: true })).toBe('20.00')
})

test('a price is rounded up to its ending, and never down', () => {
  const rounded = (made: string, round_to: number | null) =>
    text([{ markup_type_id: 7, markup_value: made, round_to }])
  expect(rounded('12.50', 99)).toBe('12.99')
  expect(rounded('12.99', 99)).toBe('12.99')
  expect(rounded('13.00', 99)).toBe('13.99')
  expect(rounded('12.01', 0)).toBe('13.00')
  expect(rounded('12.00', 0)).toBe('12.00')
  expect(rounded('12.96', 95)).toBe('13.95')
  expect(text([{}], { wholesale_price: '10.0050' })).toBe('10.01')
  expect(text([{}], { wholesale_price: '10.0049' })).toBe('10.00')
  for (let cents = 0; cents < 300; cents++)
    for (const ending of [0, 5, 49, 99]) {
      const amount = BigInt(cents) * 100n + 1n
      const up = upToEnding(amount, ending)
      expect(up >= amount && up < amount + 10_000n).toBe(true)
      expect((up / 100n) % 100n).toBe(BigInt(ending))
    }
})

test('a price capped at the MSRP never drops below its margin or MAP', () => {
  expect(text([{ markup_value: '50', cap_at_msrp: true }])).toBe('30.00')
  expect(text([{ markup_value: '50' }])).toBe('60.00')
  expect(text([{ markup_value: '19.50', round_to: 99, cap_at_msrp: true }])).toBe('29.99')
  expect(text([{ markup_value: '19.999'.slice(0, 5), round_to: 99, cap_at_msrp: true }])).toBe('29.99')
  expect(text([{ markup_value: '20', round_to: 99, cap_at_msrp: true }])).toBe('30.00')
  expect(text([{ markup_value: '1', cap_at_msrp: true }], { map_price: '40' })).toBe('40.00')
  expect(text([{ minimum_margin: '0.9', cap_at_msrp: true }])).toBe('100.00')
  expect(text([{ markup_value: '50', cap_at_msrp: true }], { msrp: null })).toBe('60.00')
  // the ending goes beyond an MSRP that is the MAP, too
  expect(text([{ round_to: 99, cap_at_msrp: true }], { map_price: '30' })).toBe('30.00')
  // an MSRP of less than a cent is none
  expect(text([{ cap_at_msrp: true }], { msrp: '0.0040' })).toBe('10.00')
  const capped = (markup_value: string) => price([{ markup_value, cap_at_msrp: true }]).capped
  expect([capped('20'), capped('20.01')]).toEqual([null, money('30')])
})

test('an MSRP caps a price only down to margin and MAP, whatever the rule alone gives', () => {
  const capped = { cap_at_msrp: true, markup_type_id: 2, markup_value: '0.4' }
  // 12.5000 is the least that leaves a fifth of it; the rule alone makes 14.00
  const margin = { ...capped, minimum_margin: '0.2' }
  expect(text([margin], { msrp: '13' })).toBe('13.00')
  expect(text([margin], { msrp: '12.49' })).toBe('12.50')
  expect(text([margin], { msrp: '9' })).toBe('12.50')
  expect(price([margin], { msrp: '9' })).toMatchObject({ margin: null, below_cost: false })
  expect(text([capped], { msrp: '11', map_price: '12' })).toBe('12.00')
  expect(text([capped], { msrp: '12', map_price: '12' })).toBe('12.00')
  // where the MAP is ignored it holds nothing up, and what lets the price below it is named
  const below = price([capped], { msrp: '11', map_price: '12' }, { sell_below_map: true })
  expect([priceText(below), below.map_ignored]).toEqual(['11.00', 'sell_below_map'])
  // nor is a price rounded down to below either
  expect(text([{ ...margin, markup_value: '0.25044' }], { wholesale_price: '10.0032' })).toBe('12.51')
  expect(text([{}], { wholesale_price: '20.0049', map_price: '20.0045' })).toBe('20.01')
})

test('an MSRP never caps a price below margin or MAP, even if the rule alone is above all three', () => {
  const dear = { markup_value: '50', cap_at_msrp: true }
  expect(text([dear], { map_price: '40' })).toBe('40.00')
  expect(text([dear], { map_price: '30' })).toBe('30.00')
  expect(text([dear], { map_price: '40' }, { sell_below_map: true })).toBe('30.00')
  expect(price([dear], { map_price: '40' }, { sell_below_map: true }).map_ignored).toBe('sell_below_map')
  expect(text([{ ...dear, minimum_margin: '0.8' }])).toBe('50.00')
  expect(text([{ ...dear, minimum_margin: '0.6' }])).toBe('30.00')
})

test('no price is rounded below margin or MAP, or falls below them under any rule', () => {
  expect(text([{ markup_value: '10.01' }], { wholesale_price: '0.0049', map_price: '10.0145' })).toBe('10.02')
  const made = [
    { markup_type_id: 1, markup_value: '7.77' },
    { markup_type_id: 2, markup_value: '0.333333' },
    { markup_type_id: 3, tiers: [{ from: '0', value: '1.11' }] },
    { markup_type_id: 4, tiers: [{ from: '0', value: '2.5' }] },
    { markup_type_id: 5, markup_value: '12.34' },
    { markup_type_id: 6, markup_value: '0.45' },
    { markup_type_id: 7, markup_value: '19.95' },
  ]
  for (const rule of made)
    for (const minimum_margin of [null, '0.2', '0.555555'])
      for (const map_price of [null, '15.0001', '35'])
        for (const round_to of [null, 0, 99]) {
          const given = { ...rule, minimum_margin, round_to, cap_at_msrp: true, add_shipping: true }
          const { price: is, cost } = price([given], { map_price, wholesale_price: '9.9999' })
          const least = Number(cost) / (1 - Number(minimum_margin ?? 0))
          if (minimum_margin !== null) expect(Number(is)).toBeGreaterThanOrEqual(Math.floor(least))
          expect(is! >= money(map_price ?? '0')).toBe(true)
        }
})

test('a tier applies from its starting cost, including shipping and the fee', () => {
  const tiers = [
    { from: '0', value: '1' },
    { from: '14', value: '2' },
    { from: '15.75', value: '3' },
  ]
  const tiered = { markup_type_id: 3, tiers }
  expect(text([tiered])).toBe('11.00')
  expect(text([{ ...tiered, add_shipping: true }])).toBe('16.25')
  expect(text([{ ...tiered, add_shipping: true, add_dropship_fee: true }])).toBe('18.75')
})

test('a minimum margin applies to the whole cost, however the price is calculated', () => {
  const half = { minimum_margin: '0.5' }
  expect(text([{ ...half, add_shipping: true }])).toBe('28.50')
  expect(text([{ ...half, markup_type_id: 7, markup_value: '12' }])).toBe('20.00')
  expect(text([{ ...half, markup_type_id: 5, markup_value: '15' }])).toBe('20.00')
  expect(text([{ ...half, markup_type_id: 6, markup_value: '0.5' }])).toBe('20.00')
  for (const markup_type_id of [3, 4])
    expect(text([{ ...half, markup_type_id, tiers: [{ from: '0', value: '0.1' }] }])).toBe('20.00')
})

test('amounts in another currency are all converted at its rate', () => {
  const inPounds = pricing(
    [rule({ markup_type_id: 2, markup_value: '0.5', add_shipping: true })],
    [{ code: '£', rate: '1.25' }],
  )
  const found = inPounds(product({ currency: 'gbp', shipping_cost: '2', map_price: '16' }), strict)
  expect(priceText(found)).toBe('22.50')
  expect(found.cost).toBe(money('15'))
  expect(found.map).toBe(money('20'))
  expect(found.rate).toBe(fraction('1.25'))
  const withFee = pricing([rule({ add_dropship_fee: true })], [{ code: 'GBP', rate: '2' }])
  expect(withFee(product({ currency: 'GBP' }), strict).cost).toBe(money('23'))
  expect(inPounds(product({ currency: 'USD' }), strict).rate).toBeNull()
  expect(priceText(inPounds(product({ currency: '$' }), strict))).toBe('21.38')
  expect(priceText(pricing([rule({})], [], 'GBP')(product({ currency: 'USD' }), strict))).toBeNull()
})

test('a price below cost is flagged', () => {
  expect(price([{ markup_type_id: 7, markup_value: '9.99' }]).below_cost).toBe(true)
  expect(price([{ markup_type_id: 7, markup_value: '10' }]).below_cost).toBe(false)
  expect(price([{ markup_type_id: 7, markup_value: '10', add_shipping: true }]).below_cost).toBe(true)
})

test('an invalid rule is refused with its field', () => {
  const faults = (given: object) => {
    const read = priceRule.safeParse({ markup_type_id: 1, markup_value: '1', ...given })
    return read.success ? {} : Object.fromEntries(read.error.issues.map((i) => [i.path.join('.'), i.message]))
  }
  expect(faults({})).toEqual({})
  expect(faults({ markup_type_id: 9 })).toEqual({ markup_type_id: 'Choose a price type' })
  expect(faults({ markup_value: null })).toEqual({ markup_value: 'Enter an amount' })
  expect(faults({ markup_type_id: 2, markup_value: null })).toEqual({ markup_value: 'Enter a percentage' })
  expect(faults({ markup_value: '1.234' })).toEqual({ markup_value: 'Enter an amount such as 12.50' })
  expect(faults({ markup_type_id: 6, markup_value: '1' })).toEqual({
    markup_value: 'Enter less than 100%',
  })
  expect(faults({ markup_type_id: 7, markup_value: '0.00' })).toEqual({
    markup_value: 'Enter a price above 0',
  })
  expect(faults({ minimum_margin: '1' })).toEqual({ minimum_margin: 'Enter less than 100%' })
  expect(faults({ cat2: 'Tools' })).toEqual({ cat1: 'Fill in this level first' })
  expect(faults({ cat1: 'A', cat3: 'C' })).toEqual({ cat2: 'Fill in this level first' })
  expect(faults({ markup_type_id: 3 })).toEqual({ tiers: 'Add at least one tier' })
  expect(faults({ markup_type_id: 2, markup_value: '12345' })).toEqual({
    markup_value: 'Enter less than 100,000%',
  })
  for (const [minimum_margin, fault] of [
    ['1e1', 'Enter a percentage such as 35'],
    ['-5', 'Enter a percentage such as 35'],
    ['0.1212345', 'Use at most 4 decimal places'],
    ['12345', 'Enter less than 100,000%'],
  ])
    expect(faults({ minimum_margin })).toEqual({ minimum_margin: fault })
  expect(faults({ markup_type_id: 3, tiers: [{ from: '0', value: '1.234' }] })).toEqual({
    'tiers.0.value': 'Enter an amount such as 12.50',
  })
  const tier = (from: string) => ({ from, value: '1' })
  expect(faults({ markup_type_id: 3, tiers: [tier('5'), tier('5')] })).toEqual({
    'tiers.0.from': 'Start the first tier at 0',
    'tiers.1.from': 'Enter a higher cost than in the previous tier',
  })
  // what is no amount is told as such
  for (const from of ['', '-10', 'many'])
    expect(faults({ markup_type_id: 3, tiers: [tier('0'), tier(from)] })).toEqual({
      'tiers.1.from': 'Enter an amount such as 12.50',
    })
})

test('two rules for the same scope are recognized, whether or not capitals differ', () => {
  expect(scopeKey(rule({ brand: 'Bosch', cat1: 'a' }))).toBe(scopeKey(rule({ brand: ' bosch', cat1: 'A ' })))
  const scopes = [
    {},
    { brand: 'A' },
    { cat1: 'A' },
    { cat1: 'A', cat2: 'A' },
    { dropshipper_id: 1 },
    { market_id: 1 },
  ]
  expect(new Set(scopes.map((scope) => scopeKey(rule(scope)))).size).toBe(scopes.length)
})

test('amounts keep their exact value, including negative and small ones', () => {
  for (const amount of ['0.00', '0.0001', '12.50', '-3.05', '-0.0500', '99999999.9999'])
    expect(moneyText(money(amount))).toBe(amount.replace(/(\.\d\d)00$/, '$1'))
  expect(fraction('0.1234567')).toBe(123456n)
})

test('a price too large to store counts as no price', () => {
  const most = { markup_type_id: 7, markup_value: '9999999999' }
  expect(text([most])).toBe('9999999999.00')
  const margin = { markup_type_id: 1, markup_value: '2', minimum_margin: '0.999999' }
  expect(price([margin], { wholesale_price: '9999999' })).toMatchObject({ price: null, why: 'large' })
  expect(price([margin], { wholesale_price: '999999' })).toMatchObject({ why: null })
  expect(text([{}], { wholesale_price: '999999999999.99' })).toBe('999999999999.99')
  expect(price([{}], { wholesale_price: '1000000000000' })).toMatchObject({ price: null, why: 'large' })
  expect(listPriceText({ ...price([most]), msrp: money('1000000000000') })).toBeNull()
  expect(listPriceText(price([{}], { msrp: null }))).toBeNull()
  expect(listPriceText(price([{}], { msrp: '0.0040' }))).toBeNull()
  expect(listPriceText({ ...price([most]), msrp: money('999999999999.99') })).toBe('999999999999.99')
})
