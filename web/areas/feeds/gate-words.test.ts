import { expect, test } from 'vitest'
import type { JudgedMeasure } from '#contract/feeds/gate.ts'
import { againstText, limitText, sourceText, timesLimit, usualText, valueText } from './gate-words.ts'

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

test('only prices throughout go both ways, in the value and in what is usual', () => {
  expect(valueText(measure({}))).toBe('66.7%')
  expect(usualText(measure({}))).toBe('0.0% to 1.2%')
  const prices = measure({ name: 'median_price', value: 3.2, usual: [-0.4, 1.2] })
  expect(valueText(prices)).toBe('+3.2%')
  expect(usualText(prices)).toBe('−0.4% to +1.2%')
  expect(usualText(measure({ usual: [0, 0] }))).toBe('0.0%')
  expect(usualText(measure({ usual: null }))).toBe('—')
})

test('what moves in points is a share as all others, of what it is more than the last run; what may not be at all is counted', () => {
  expect(valueText(measure({ name: 'rejected', value: 4.25 }))).toBe('4.3%')
  expect(usualText(measure({ name: 'rejected', usual: [0, 2] }))).toBe('0.0% to 2.0%')
  expect(againstText(measure({ name: 'rejected' }))).toBe('More than last run')
  expect(againstText(measure({ name: 'rejected', window: 'first' }))).toBe('The file itself')
  const gone = measure({ name: 'column_gone', count: 1, value: 20, hold: 0 })
  expect([valueText(gone), limitText(gone)]).toEqual(['1', 'none'])
})

test('a limit says where it comes from, one that is expected until when', () => {
  expect(sourceText(measure({ by: 'expected' }), '12/22/26')).toBe('expected until 12/22/26')
  expect(sourceText(measure({ by: 'expected' }), undefined)).toBe('expected')
  expect(sourceText(measure({ by: 'own' }), undefined)).toBe('set for this feed')
  expect(sourceText(measure({ hold: null }), undefined)).toBe('only warns')
  expect(sourceText(measure({ verdict: 'ok', count: 2 }), undefined)).toBe('2 are too few to hold')
})

test('a value is so many times its limit, whichever way it went; of one that only warns, its warning', () => {
  expect(timesLimit(measure({ value: -30 }))).toBe(2)
  expect(timesLimit(measure({ hold: null, value: 10 }))).toBe(2)
  expect(timesLimit(measure({ hold: 0 }))).toBe(Infinity)
  expect(timesLimit(measure({ hold: 0, value: 0 }))).toBe(0)
})
