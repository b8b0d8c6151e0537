import { expect, test } from 'vitest'
import type { Observed } from './judge.ts'
import { sentenceOf } from './sentences.ts'

const said = (name: Observed['name'], more: Partial<Observed> = {}, value = 0) =>
  sentenceOf({ name, window: 'last', count: 1200, of: 5000, ...more }, value)

test.each<[Observed['name'], Partial<Observed>, string]>([
  ['foreign', { words: { supplier: 'Other' } }, '1,200 of 5,000 unknown SKUs looked at are Other’s.'],
  ['lost', { words: { mostly: 'Acme' } }, '1,200 of 5,000 products are missing, mostly Acme.'],
  ['lost', { window: 'agreed' }, '1,200 of 5,000 products are missing within 30 days.'],
  [
    'lost',
    { window: 'week', words: { agreed: 1 } },
    '1,200 of 5,000 products are missing since a person last agreed.',
  ],
  ['price_lost', {}, '1,200 prices are gone or zero.'],
  ['quantity_scaled', {}, '1,200 quantities moved by exactly ten, a hundred or a thousand times.'],
  [
    'quantity_moved',
    { words: { times: 100 } },
    '1,200 quantities moved at least a hundred times: another column?',
  ],
  [
    'quantity_moved',
    { words: { times: 3 } },
    '1,200 quantities moved at least three times, as many up as down: another product’s?',
  ],
  ['codes_moved', { field: 'upc' }, '1,200 UPCs stand on other products than before.'],
  ['codes_changed', { field: 'ean' }, '1,200 of 5,000 EANs have changed.'],
  ['currency', {}, '1,200 products have another currency.'],
  ['emptied', { field: 'msrp' }, 'MSRP: 1,200 of 5,000 are empty now.'],
  ['brand_changed', {}, 'Brands have changed on 1,200 products.'],
  ['part_lost', { part: 'Acme' }, '1,200 of 5,000 Acme products are missing.'],
  [
    'part_price',
    { part: '10 to 100', count: 5000, words: { up: 5000, band: 1 } },
    'All 5,000 (10 to 100) prices moved by half or more, all up.',
  ],
  ['unreadable', { words: { reason: 'Unreadable msrp' } }, '1,200 of 5,000 rows have “Unreadable msrp”.'],
  ['repeated', {}, '1,200 of 5,000 rows repeat a SKU.'],
  [
    'columns',
    { words: { gone: '“a”, “b”', new: '“c”', moved: 1 } },
    'Columns: “a”, “b” are gone; “c” is new; the columns stand in another order.',
  ],
])('%s %j is said as “%s”', (name, more, sentence) => {
  expect(said(name, more)).toBe(sentence)
})

test('prices throughout say which way they went', () => {
  expect(said('median_price', {}, 16)).toBe('Prices are 16% higher throughout.')
  expect(said('median_price', { window: 'week' }, -16)).toBe('Prices are 16% lower throughout within a week.')
})

test('powers of ten say which one, and what they may be', () => {
  const of = (factor: number) => said('powers_of_ten', { field: 'wholesale_price', words: { factor } })
  expect(of(1)).toContain('exactly 10 times the last ones: a decimal mark lost?')
  expect(of(2)).toContain('exactly 100 times the last ones: cents?')
  expect(of(-2)).toContain('exactly a 100th of the last ones: were they cents?')
})
