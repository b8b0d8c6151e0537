import { expect, test } from 'vitest'
import { feedMapping } from '#contract/feeds/settings.ts'
import { followRemembered, headingsKey } from './remembered.ts'
import { suggestMapping } from './suggest-mapping.ts'

const columns = ['Artnr', 'Bez', 'EK', 'EK Aktion', 'Menge', 'Gewicht']
const rows = [
  ['A-1', 'Hammer', '10,50', '9,50', '4', '1,2'],
  ['A-2', 'Zange', '11,50', '', '0', '0,4'],
  ['A-3', 'Säge', '1.012,50', '', '12', '2,0'],
]
const follow = (remembered: object[], sampleRows = rows) =>
  followRemembered(
    suggestMapping(columns, sampleRows, ';'),
    { columns, rows: sampleRows },
    feedMapping.parse(remembered),
    'as for Cobalt',
  )
const mapped = (remembered: object[], sampleRows = rows) =>
  Object.fromEntries(follow(remembered, sampleRows).mapping.map((m) => [m.field, m]))

test('headings are the same whatever their case, blanks and order', () => {
  expect(headingsKey(['SKU', ' Title', 'Price  net', 'Qty'])).toBe(
    headingsKey(['qty', 'sku', 'price net', 'TITLE']),
  )
  expect(headingsKey(['SKU', 'Title', 'Price', 'Qty'])).not.toBe(
    headingsKey(['SKU', 'Title', 'Price', 'Stock']),
  )
})
test('a few headings are alike by chance', () =>
  expect(headingsKey(['SKU', 'Price', 'Qty', ''])).toBeUndefined())

test('a column chosen for another supplier is suggested, with the reason', () => {
  const { mapping, reasons, confidence } = follow([
    { field: 'sku', from: 'artnr' },
    { field: 'title', from: 'Bez' },
    { field: 'map_price', from: 'EK Aktion' },
  ])
  expect(mapping.map((m) => [m.field, m.from])).toEqual([
    ['sku', 'Artnr'],
    ['title', 'Bez'],
    ['map_price', 'EK Aktion'],
  ])
  expect(reasons.map_price).toBe('as for Cobalt')
  expect(confidence.map_price).toBeGreaterThan(0.9)
})
test('numbers are read as this file writes them', () => {
  const { wholesale_price } = mapped([
    { field: 'sku', from: 'Artnr' },
    { field: 'wholesale_price', from: 'EK' },
  ])
  expect(wholesale_price?.transforms.map((t) => t.kind)).toContain('decimal_comma')
  const withDots = rows.map((row) => row.map((cell) => cell.replace('.', '').replace(',', '.')))
  const dots = mapped(
    [
      { field: 'sku', from: 'Artnr' },
      { field: 'wholesale_price', from: 'EK', transforms: [{ kind: 'decimal_comma' }] },
    ],
    withDots,
  )
  expect(dots.wholesale_price?.transforms.map((t) => t.kind)).not.toContain('decimal_comma')
})
test('a unit that a person chose is kept', () => {
  const unit = { kind: 'unit', from: 'kg', to: 'lb' }
  const { weight } = mapped([
    { field: 'sku', from: 'Artnr' },
    { field: 'weight', from: 'Gewicht', transforms: [{ kind: 'decimal_comma' }, unit] },
  ])
  expect(weight?.transforms).toEqual([{ kind: 'decimal_comma' }, unit])
})
test('another supplier’s brand, currency and rate aren’t taken over', () => {
  const followed = mapped([
    { field: 'sku', from: 'Artnr' },
    { field: 'manufacturer', from: '', transforms: [{ kind: 'default', text: 'Cobalt' }] },
    { field: 'currency', from: '', transforms: [{ kind: 'default', text: 'USD' }] },
    {
      field: 'wholesale_price',
      from: 'EK',
      transforms: [{ kind: 'exchange', rate: '1.1', on: '2026-01-05' }],
    },
  ])
  expect(followed.manufacturer).toBeUndefined()
  expect(followed.currency).toBeUndefined()
  expect(followed.wholesale_price?.transforms.map((t) => t.kind)).not.toContain('exchange')
})
test('a column whose values say otherwise is left to the file’s own suggestion', () => {
  const followed = mapped([
    { field: 'sku', from: 'Artnr' },
    { field: 'wholesale_price', from: 'Bez' },
  ])
  expect(followed.wholesale_price?.from).toBe('EK')
})
