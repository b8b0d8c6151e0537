import { expect, test } from 'vitest'
import { feedMapping } from '#contract/feeds/settings.ts'
import { asksForCurrency } from './asks-currency.ts'

const mappingOf = (...fields: readonly string[]) =>
  feedMapping.parse(fields.map((field) => ({ field, from: field })))

test('the currency is asked for only if prices are mapped and nothing says it', () => {
  const priced = mappingOf('sku', 'wholesale_price')
  expect(asksForCurrency(priced, [], null)).toBe(true)
  expect(asksForCurrency(mappingOf('sku'), [], null)).toBe(false)
  expect(asksForCurrency(priced, [], 'EUR')).toBe(false)
  expect(asksForCurrency(mappingOf('sku', 'wholesale_price', 'currency'), [], null)).toBe(false)
  expect(asksForCurrency(priced, mappingOf('currency'), null)).toBe(false)
})
