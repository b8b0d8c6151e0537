import { expect, test } from 'vitest'
import { gateMeasureNames, type JudgedMeasure } from '#contract/feeds/gate.ts'
import {
  againstText,
  changeOf,
  expectedUpTo,
  fieldOf,
  isCounted,
  isOfRows,
  limitText,
  sourceText,
  timesLimit,
  usualText,
  valueText,
} from './gate-words.ts'

const measure = (more: Partial<JudgedMeasure>): JudgedMeasure => ({
  name: 'lost',
  window: 'last',
  field: null,
  part: null,
  label: 'Products missing',
  count: 40,
  of: 60,
  value: 66.67,
  warn: 5,
  hold: 15,
  by: 'floor',
  usual: [0, 1.2],
  verdict: 'hold',
  sentence: '40 of 60 products are missing.',
  rows: [],
  ...more,
})

test('only price changes show a plus or minus sign', () => {
  expect(valueText(measure({}))).toBe('66.7%')
  expect(usualText(measure({}))).toBe('0.0% to 1.2%')
  const prices = measure({ name: 'median_price', value: 3.2, usual: [-0.4, 1.2] })
  expect(valueText(prices)).toBe('+3.2%')
  expect(usualText(prices)).toBe('−0.4% to +1.2%')
  expect(usualText(measure({ usual: [0, 0] }))).toBe('0.0%')
  expect(usualText(measure({ usual: null }))).toBe('—')
})

test('measures in points show as percentages compared with the last run, and forbidden ones as counts', () => {
  expect(valueText(measure({ name: 'rejected', value: 4.25 }))).toBe('4.3%')
  expect(usualText(measure({ name: 'rejected', usual: [0, 2] }))).toBe('0.0% to 2.0%')
  expect(againstText(measure({ name: 'rejected' }))).toBe('Increase since last run')
  expect(againstText(measure({ name: 'rejected', window: 'first' }))).toBe('This file only')
  const gone = measure({ name: 'column_gone', count: 1, value: 20, hold: 0 })
  expect([valueText(gone), limitText(gone)]).toEqual(['1', 'none'])
  expect(usualText({ name: 'column_gone', usual: [0, 0] })).toBe('0')
  expect(usualText({ name: 'column_gone', usual: [0, 20] })).toBe('—')
  expect(againstText(measure({}))).toBe('Last run')
  expect([limitText(measure({})), limitText(measure({ hold: null }))]).toEqual(['15.0%', '5.0%'])
})

test('a limit shows where it comes from, and until when an expected one applies', () => {
  expect(sourceText(measure({ by: 'expected' }), '12/22/26')).toBe('expected until 12/22/26')
  expect(sourceText(measure({ by: 'expected' }), undefined)).toBe('expected')
  expect(sourceText(measure({ by: 'own' }), '12/22/26')).toBe('set for this feed')
  expect(sourceText(measure({ hold: null }), undefined)).toBe('warning only')
  expect(sourceText(measure({ verdict: 'ok', count: 2 }), undefined)).toBe('too few to hold (2)')
  expect(sourceText(measure({ verdict: 'ok', count: 1 }), undefined)).toBe('too few to hold (1)')
  expect(sourceText(measure({ verdict: 'ok', value: 15 }), undefined)).toBe('default')
})

test('a value shows as a multiple of its limit in either direction, or of its warning limit', () => {
  expect(timesLimit(measure({ value: -30 }))).toBe(2)
  expect(timesLimit(measure({ hold: null, value: 10 }))).toBe(2)
  expect(timesLimit(measure({ hold: 0 }))).toBe(Infinity)
  expect(timesLimit(measure({ hold: 0, value: 0 }))).toBe(0)
})

test('some measures are counts, and some apply to the file’s rows', () => {
  expect(gateMeasureNames.filter(isCounted)).toEqual([
    'only_codes',
    'dearer_price',
    'unclear_decimals',
    'columns',
    'column_gone',
    'swallowed',
    'cut',
    'stuck',
  ])
  expect(gateMeasureNames.filter(isOfRows)).toEqual(['rejected', 'unreadable', 'repeated'])
})

test('an expected change shows its limit, unless it is a count', () => {
  const told = (name: 'lost' | 'cut') =>
    expectedUpTo({ measure: name, field: null, part: null, sign: 1, limit: 40 } as never)
  expect(told('lost')).toBe('“Products missing” is expected up to 40%')
  expect(told('cut')).toBe('“File cut off” is expected')
})

test.each([
  ['lost', 'Deleted'],
  ['part_lost', 'Deleted'],
  ['renamed', 'Created'],
  ['foreign', 'Created'],
  ['new', 'Created'],
  ['left_stock', 'Updated'],
] as const)('the rows of %s are listed under %s', (name, change) => expect(changeOf(name)).toBe(change))

test.each([
  ['renamed', 'sku'],
  ['left_stock', 'quantity'],
  ['part_left_stock', 'quantity'],
  ['quantity_scaled', 'quantity'],
  ['quantity_moved', 'quantity'],
  ['title_emptied', 'title'],
  ['brand_changed', 'manufacturer'],
  ['currency', 'currency'],
  ['price_half', 'wholesale_price'],
] as const)('the rows of %s show the %s field, unless the measure names another', (name, field) => {
  expect(fieldOf(measure({ name }))).toBe(field)
  expect(fieldOf(measure({ name, field: 'msrp' }))).toBe('msrp')
})
