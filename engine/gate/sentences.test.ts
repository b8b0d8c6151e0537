import { expect, test } from 'vitest'
import type { Observation } from './observation.ts'
import { sentenceOf } from './sentences.ts'

const said = (name: Observation['name'], more: Partial<Observation> = {}, value = 0) =>
  sentenceOf({ name, window: 'last', count: 1200, of: 5000, ...more }, value)

test.each<[Observation['name'], Partial<Observation>, string]>([
  ['foreign', { words: { supplier: 'Other' } }, '1,200 of 5,000 unknown SKUs checked belong to Other.'],
  ['lost', { words: { mostly: 'Acme' } }, '1,200 of 5,000 products are missing, mostly Acme.'],
  ['lost', { window: 'agreed' }, '1,200 of 5,000 products are missing within 30 days.'],
  [
    'lost',
    { window: 'week', words: { agreed: 1 } },
    '1,200 of 5,000 products are missing since the last approval.',
  ],
  ['price_lost', {}, '1,200 prices are missing or zero.'],
  ['price_lost', { window: 'first' }, '1,200 of 5,000 products have no price.'],
  ['price_lost', { window: 'first', count: 1, of: 20 }, '1 of 20 products has no price.'],
  ['price_lost', { window: 'first', count: 20, of: 20 }, 'None of 20 products has a price.'],
  [
    'price_lost',
    { window: 'first', count: 20, of: 20, words: { unmapped: 1 } },
    'No price is mapped: none of 20 products would be for sale.',
  ],
  [
    'price_lost',
    { window: 'first', count: 20, of: 20, words: { unmapped: 1, column: 'Cost' } },
    'No price is mapped, though “Cost” looks like one: none of 20 products would be for sale.',
  ],
  ['title_emptied', { window: 'first' }, '1,200 of 5,000 products have no title.'],
  ['title_emptied', {}, '1,200 titles are now blank.'],
  [
    'filler',
    { count: 1, of: 1, words: { sku: '??', title: '', bare: 0 } },
    '1 of 1 product looks like a placeholder, such as “??”.',
  ],
  ['left_stock', { window: 'first', count: 20, of: 20 }, 'None of 20 products is in stock.'],
  [
    'left_stock',
    { window: 'first', count: 20, of: 20, words: { unmapped: 1 } },
    'No quantity is mapped: none of 20 products is in stock.',
  ],
  ['quantity_scaled', {}, '1,200 quantities changed by a factor of exactly 10, 100, or 1,000.'],
  [
    'quantity_moved',
    { words: { times: 100 } },
    '1,200 quantities changed by a factor of 100 or more: wrong column?',
  ],
  [
    'quantity_moved',
    { words: { times: 3 } },
    '1,200 quantities changed by a factor of 3 or more, as many up as down: mixed up with other products?',
  ],
  ['codes_moved', { field: 'upc' }, '1,200 UPCs appear on different products than before.'],
  ['codes_changed', { field: 'ean' }, '1,200 of 5,000 EANs changed.'],
  ['currency', {}, '1,200 products have a different currency.'],
  ['emptied', { field: 'msrp' }, 'MSRP: 1,200 of 5,000 are now blank.'],
  ['brand_changed', {}, '1,200 products changed brand.'],
  ['part_lost', { part: 'Acme' }, '1,200 of 5,000 Acme products are missing.'],
  [
    'part_price',
    { part: '10 to 100', count: 5000, words: { up: 5000, band: 1 } },
    'All 5,000 (10 to 100) prices changed by 50% or more, all up.',
  ],
  [
    'unreadable',
    { words: { reason: 'Unreadable MSRP' } },
    '1,200 of 5,000 rows have a warning: “Unreadable MSRP”.',
  ],
  ['repeated', {}, '1,200 of 5,000 rows repeat a SKU.'],
  [
    'columns',
    { words: { gone: '“a”, “b”', new: '“c”', moved: 1 } },
    'Columns: “a”, “b” are missing; “c” is new; the columns are in a different order.',
  ],
])('%s %j becomes “%s”', (name, more, sentence) => {
  expect(said(name, more)).toBe(sentence)
})

test.each<[Observation['name'], Partial<Observation>, string]>([
  ['foreign', { of: 1, words: { supplier: 'Other' } }, '1 of 1 unknown SKU checked belongs to Other.'],
  ['new', {}, '1 of the file’s 5,000 products is new.'],
  ['price_half', { field: 'msrp', words: { up: 1 } }, '1 MSRP changed by 50% or more, all up.'],
  [
    'powers_of_ten',
    { field: 'wholesale_price', words: { factor: 2 } },
    '1 wholesale price is exactly 100 times the previous value: in cents?',
  ],
  [
    'scaled',
    { field: 'weight', words: { factor: 3 } },
    '1 weight is exactly 1,000 times the previous value: unit changed?',
  ],
  [
    'prices_exchanged',
    {},
    '1 price appears on different products than before: was one column sorted separately?',
  ],
  ['exchanged', { field: 'title' }, '1 title appears on different products than before.'],
  ['codes_moved', { field: 'upc' }, '1 UPC appears on different products than before.'],
  ['codes_changed', { field: 'ean' }, '1 of 5,000 EANs changed.'],
  ['reworded', { field: 'title' }, '1 of 5,000 titles is reworded.'],
  [
    'quantity_moved',
    { words: { times: 100 } },
    '1 quantity changed by a factor of 100 or more: wrong column?',
  ],
  [
    'one_text',
    { field: 'title', words: { value: 'Lamp' } },
    '1 of 5,000 products has the same title, “Lamp”.',
  ],
  ['part_lost', { of: 1, part: 'Acme' }, '1 of 1 Acme product is missing.'],
  ['unreadable', { words: { reason: 'No price' } }, '1 of 5,000 rows has a warning: “No price”.'],
  ['repeated', {}, '1 of 5,000 rows repeats a SKU.'],
  ['unknown', {}, '1 of 5,000 rows is for an unknown product.'],
])('for a single %s %j the sentence is “%s”', (name, more, sentence) => {
  expect(said(name, { count: 1, ...more })).toBe(sentence)
})

test('prices that moved overall say in which direction', () => {
  expect(said('median_price', {}, 16)).toBe('Prices are 16% higher overall.')
  expect(said('median_price', { window: 'week' }, -16)).toBe('Prices are 16% lower overall within a week.')
})

test('powers of ten say which one and what it may mean', () => {
  const of = (factor: number) => said('powers_of_ten', { field: 'wholesale_price', words: { factor } })
  expect(of(1)).toContain('exactly 10 times the previous value: decimal point lost?')
  expect(of(2)).toContain('exactly 100 times the previous value: in cents?')
  expect(of(-2)).toContain('exactly 1/100 of the previous value: in cents before?')
})

const price = { field: 'wholesale_price' } as const
test.each<[Observation['name'], Partial<Observation>, string]>([
  ['renamed', { words: { how: 'N- before' } }, '1,200 of 5,000 SKUs are unknown: N- before.'],
  ['renamed', { count: 1, words: { how: 'x' } }, '1 of 5,000 SKUs is unknown: x.'],
  ['new', {}, '1,200 of the file’s 5,000 products are new.'],
  ['left_stock', {}, '1,200 of 5,000 products in stock are now out of stock.'],
  ['left_stock', { count: 1, of: 1 }, '1 of 1 product in stock is now out of stock.'],
  [
    'price_half',
    { ...price, words: { up: 1000 } },
    '1,200 wholesale prices changed by 50% or more, 1,000 up and 200 down.',
  ],
  ['price_half', { ...price, words: { up: 0 } }, '1,200 wholesale prices changed by 50% or more, all down.'],
  ['price_five', price, '1,200 wholesale prices changed by a factor of 5 or more.'],
  [
    'scaled',
    { field: 'weight', words: { factor: 3 } },
    '1,200 weights are exactly 1,000 times the previous value: unit changed?',
  ],
  [
    'scaled',
    { field: 'weight', count: 1, words: { factor: -3 } },
    '1 weight is exactly 1/1,000 of the previous value: unit changed?',
  ],
  [
    'another_unit',
    { field: 'weight', words: { up: 1, times: 2.2 } },
    '1,200 weights are 2.2 times the previous value: unit changed?',
  ],
  [
    'another_unit',
    { field: 'weight', words: { up: 0, times: 2.2 } },
    '1,200 weights are the previous value divided by 2.2: unit changed?',
  ],
  [
    'prices_exchanged',
    {},
    '1,200 prices appear on different products than before: was one column sorted separately?',
  ],
  ['below_cost', {}, '1,200 products cost more than their list price: columns swapped?'],
  ['below_cost', { count: 1 }, '1 product costs more than its list price: columns swapped?'],
  [
    'one_quantity',
    { field: 'quantity', words: { value: 7 } },
    '1,200 of 5,000 products have the same quantity, “7”.',
  ],
  [
    'one_text',
    { field: 'title', words: { value: 'x'.repeat(81) } },
    `1,200 of 5,000 products have the same title, “${'x'.repeat(80)}…”.`,
  ],
  [
    'one_text',
    { field: 'title', words: { value: 'x'.repeat(80) } },
    `1,200 of 5,000 products have the same title, “${'x'.repeat(80)}”.`,
  ],
  ['exchanged', { field: 'title' }, '1,200 titles appear on different products than before.'],
  ['exchanged', { field: 'quantity' }, '1,200 quantities appear on different products than before.'],
  ['exchanged', { field: 'categories' }, '1,200 categories appear on different products than before.'],
  [
    'crossed',
    { ...price, words: { from: 'msrp' } },
    '1,200 wholesale prices now have the old MSRP: columns swapped?',
  ],
  ['garbled', { field: 'title' }, '1,200 titles have garbled characters: wrong encoding?'],
  ['garbled', { field: 'title', count: 1 }, '1 title has garbled characters: wrong encoding?'],
  [
    'currency',
    { words: { to: 'EUR', from: 'USD' } },
    '1,200 products have a different currency: EUR instead of USD.',
  ],
  ['title_emptied', { window: 'week' }, '1,200 titles are now blank within a week.'],
  ['reworded', { field: 'description' }, '1,200 of 5,000 descriptions are reworded.'],
  ['part_left_stock', { part: 'Acme' }, '1,200 of 5,000 Acme products are now out of stock.'],
  [
    'rejected',
    { window: 'week', words: { reason: 'No SKU' } },
    '1,200 of 5,000 rows were rejected: No SKU, increasing within a week.',
  ],
  ['rejected', {}, '1,200 of 5,000 rows were rejected.'],
  [
    'unknown',
    { window: 'agreed' },
    '1,200 of 5,000 rows are for unknown products, increasing within 30 days.',
  ],
  ['column_gone', { words: { gone: '“a”' } }, 'Columns: “a” is missing.'],
  ['swallowed', { words: { line: 7 } }, 'One cell spans 1,200 lines, starting at line 7: stray quote?'],
  ['cut', {}, 'The file no longer ends with a line break, and products are missing: was it cut off?'],
  ['earlier', { words: { which: 'that of 11/2/26' } }, 'The file is identical to that of 11/2/26.'],
  ['stuck', { words: { what: 'price' } }, 'No price has changed for 1,200 runs.'],
  [
    'amounts_exchanged',
    { field: 'weight' },
    '1,200 weights appear on different products than before: was one column sorted separately?',
  ],
  [
    'prices_exchanged',
    { field: 'msrp' },
    '1,200 MSRPs appear on different products than before: was one column sorted separately?',
  ],
  [
    'prices_exchanged',
    price,
    '1,200 prices appear on different products than before: was one column sorted separately?',
  ],
  [
    'capped',
    { words: { value: 50 } },
    '1,200 quantities above 50 are now 50: does the supplier cap quantities?',
  ],
  [
    'capped',
    { count: 1, words: { value: 50 } },
    '1 quantity above 50 is now 50: does the supplier cap quantities?',
  ],
  ['codes_rewritten', { field: 'upc' }, '1,200 of 5,000 UPCs differ only in zeros or punctuation.'],
  [
    'replaced',
    { field: 'title' },
    '1,200 titles have nothing in common with the previous value: mixed up with other products?',
  ],
  [
    'scattered',
    { field: 'manufacturer' },
    '1,200 of 5,000 products have a different manufacturer, with no clear pattern.',
  ],
  [
    'scattered',
    { field: 'categories' },
    '1,200 of 5,000 products have a different category, with no clear pattern.',
  ],
  [
    'one_group',
    { field: 'categories', words: { value: 'x'.repeat(81) } },
    `1,200 of 5,000 products now have the same category, “${'x'.repeat(80)}”.`,
  ],
  ['unjoined', { words: { file: 'stock.csv' } }, '“stock.csv” has no row for 1,200 of 5,000 products.'],
  ['repeated', { words: { file: 'stock.csv' } }, '1,200 of 5,000 rows of “stock.csv” repeat a SKU.'],
  [
    'earlier',
    { words: { which: 'that of 11/2/26', nearly: 1 } },
    'The file nearly matches that of 11/2/26: 1,200 later changes would be undone.',
  ],
  ['columns', { words: { new: '“c”, “d”' } }, 'Columns: “c”, “d” are new.'],
  ['part_left_stock', { count: 1, of: 1, part: 'Acme' }, '1 of 1 Acme product is now out of stock.'],
  [
    'powers_of_ten',
    { ...price, count: 1, words: { factor: -2 } },
    '1 wholesale price is exactly 1/100 of the previous value: in cents before?',
  ],
  ['quantity_scaled', { count: 1 }, '1 quantity changed by a factor of exactly 10, 100, or 1,000.'],
])('%s %j reads “%s”', (name, more, sentence) => {
  expect(said(name, more)).toBe(sentence)
})

test('a power of ten seen over a longer window says since when', () => {
  const of = (window: Observation['window'], count: number) =>
    said('powers_of_ten', { ...price, window, count, words: { factor: -1 } })
  expect(of('week', 1200)).toBe(
    '1,200 wholesale prices are exactly 1/10 of the previous value within a week: decimal point moved?',
  )
  expect(of('last', 1)).toBe('1 wholesale price is exactly 1/10 of the previous value: decimal point moved?')
})

test.each<[Observation['name'], Partial<Observation>, string]>([
  [
    'exchanged',
    { field: 'title', window: 'week' },
    'Within a week: 1,200 titles appear on different products',
  ],
  ['below_cost', { window: 'agreed' }, 'Within 30 days: 1,200 products cost more'],
  ['below_cost', { window: 'agreed', words: { agreed: 1 } }, 'Since the last approval: 1,200 products cost'],
  ['below_cost', {}, '1,200 products cost more'],
])('%s %j starts with its time span: “%s”', (name, more, begin) => {
  expect(said(name, more)).toMatch(new RegExp(`^${begin}`))
})
