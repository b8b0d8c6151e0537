import { describe, expect, test } from 'vitest'
import { feedRules } from '#contract/feeds/settings.ts'
import { learnedLimit, limitsOf, type ExpectedMove, type LimitedMeasure } from './limits.ts'

const limits = (
  name: LimitedMeasure['name'],
  { rules = {}, oneTime = null, expected = [], ...given }: Given = {},
) =>
  limitsOf(
    {
      name,
      window: given.window ?? 'last',
      field: given.field ?? null,
      part: given.part ?? null,
      value: given.value ?? 1,
    },
    {
      rules: feedRules.parse(rules),
      oneTime,
      past: { recent: given.past ?? [], sameDay: given.sameDay ?? [] },
      expectations: expected,
    },
  )
interface Given extends Partial<Omit<LimitedMeasure, 'name'>> {
  rules?: object
  oneTime?: number | null
  past?: number[]
  sameDay?: number[]
  expected?: ExpectedMove[]
}

describe('a measure’s limits', () => {
  test('are the defaults unless someone set them, with separate ones for each window', () => {
    expect(limits('lost')).toEqual({ hold: 15, warn: 5, by: 'floor' })
    expect(limits('lost', { window: 'agreed' })).toMatchObject({ hold: 35 })
    expect(limits('new')).toEqual({ hold: 40, warn: 15, by: 'floor' })
    expect(limits('reworded')).toEqual({ hold: null, warn: 30, by: 'floor' })
  })
  test('for a window warn at a third of where they hold, and at the usual place if nothing holds', () => {
    expect(limits('left_stock', { window: 'week' })).toEqual({ hold: 35, warn: 35 / 3, by: 'floor' })
    expect(limits('new', { window: 'week' })).toEqual({ hold: null, warn: 15, by: 'floor' })
  })
  test('never start to hold for a measure that only warns, whatever is usual, expected or set', () => {
    const expected = [expectedOf({ measure: 'reworded', limit: 50 })]
    expect(limits('reworded', { expected, past: Array(30).fill(40) })).toEqual({
      hold: null,
      warn: 30,
      by: 'floor',
    })
    expect(limits('reworded', { rules: { warn_percent: 10 } })).toMatchObject({ hold: null, warn: 60 })
    const rules = { limits: { reworded: { warn: 10 } } }
    expect(limits('reworded', { rules })).toEqual({ hold: null, warn: 10, by: 'own' })
  })
  test('follow the feed’s threshold for amounts, but not for errors', () => {
    const rules = { threshold_percent: 30, warn_percent: 10 }
    expect(limits('lost', { rules })).toEqual({ hold: 30, warn: 10, by: 'threshold' })
    expect(limits('price_half', { rules })).toMatchObject({ hold: 6 })
    expect(limits('renamed', { rules })).toEqual({ hold: 1, warn: 0.5, by: 'floor' })
    expect(limits('powers_of_ten', { oneTime: 100 })).toMatchObject({ hold: 0.5 })
    expect(limits('lost', { rules, oneTime: 90 })).toEqual({ hold: 90, warn: 10, by: 'one_time' })
  })
  test('never warn later than they hold', () => {
    expect(limits('lost', { rules: { threshold_percent: 1 } })).toEqual({ hold: 1, warn: 1, by: 'threshold' })
  })
  test('that a person set override everything else', () => {
    const rules = { threshold_percent: 30, limits: { lost: { hold: 2 }, renamed: { hold: 60, warn: 1 } } }
    expect(limits('lost', { rules, oneTime: 90, past: Array(30).fill(20) })).toEqual({
      hold: 2,
      warn: 2,
      by: 'own',
    })
    expect(limits('renamed', { rules })).toEqual({ hold: 60, warn: 1, by: 'own' })
  })
  test('that a person set only partly keep their other values', () => {
    const rules = { limits: { lost: { warn: 1 } } }
    expect(limits('lost', { rules, past: Array(30).fill(20) })).toEqual({ hold: 30, warn: 1, by: 'own' })
  })
  test('are wider while people expect a change, for that measure only', () => {
    const expected = [expectedOf({ limit: 33 })]
    expect(limits('lost', { expected })).toMatchObject({ hold: 33, by: 'expected' })
    expect(limits('left_stock', { expected })).toMatchObject({ hold: 25, by: 'floor' })
    const less = [expectedOf({ limit: 15 })]
    expect(limits('lost', { expected: less })).toMatchObject({ hold: 15, by: 'floor' })
  })
  test('are wider only for the field, brand and direction that people expect', () => {
    const emptied = [expectedOf({ measure: 'emptied', field: 'description', limit: 90 })]
    expect(limits('emptied', { expected: emptied, field: 'description' })).toMatchObject({ hold: 90 })
    expect(limits('emptied', { expected: emptied, field: 'images' })).toMatchObject({ hold: 15 })
    const acme = [expectedOf({ measure: 'part_lost', part: 'Acme', limit: 100 })]
    expect(limits('part_lost', { expected: acme, part: 'Acme' })).toMatchObject({ hold: 100 })
    expect(limits('part_lost', { expected: acme, part: 'Other' })).toMatchObject({ hold: 60 })
    const dearer = [expectedOf({ measure: 'median_price', limit: 50 })]
    expect(limits('median_price', { expected: dearer, value: 40 })).toMatchObject({ hold: 50 })
    expect(limits('median_price', { expected: dearer, value: -40 })).toMatchObject({ hold: 15 })
  })
})
const expectedOf = (of: Partial<ExpectedMove>): ExpectedMove => ({
  measure: 'lost',
  field: null,
  part: null,
  sign: 1,
  limit: 0,
  ...of,
})

describe('a limit learned from a feed’s past days', () => {
  const days = (n: number, value: number) => Array<number>(n).fill(value)
  test('needs at least 14 of them', () => {
    expect(learnedLimit(15, days(13, 30))).toBe(15)
    expect(learnedLimit(15, days(14, 30))).toBe(45)
  })
  test('is half above the second-largest value, so that one accident teaches nothing', () => {
    expect(learnedLimit(15, [...days(28, 0), 12, 14])).toBe(18)
    expect(learnedLimit(15, [...days(29, 0), 90])).toBe(15)
  })
  test('is six spreads beyond the median, at most three times the default, with falls counted like rises', () => {
    const spread = 10 + 6 * 1.4826 * 2
    expect(learnedLimit(15, [...days(5, 10), ...days(5, 12), ...days(5, 8)])).toBeCloseTo(spread)
    expect(learnedLimit(15, [...days(8, 8), ...days(8, 12)])).toBeCloseTo(spread)
    expect(learnedLimit(15, [...days(8, -8), ...days(8, 12)])).toBeCloseTo(spread)
    expect(learnedLimit(5, days(30, 80))).toBe(15)
  })
  test('never widens a window, since a slow drift would widen it for itself', () => {
    expect(limits('lost', { past: days(30, 14) })).toEqual({ hold: 21, warn: 7, by: 'usual' })
    expect(limits('lost', { window: 'week', past: days(30, 19) })).toMatchObject({ hold: 20, by: 'floor' })
  })
  test('never exceeds a threshold that a person set', () => {
    const rules = { threshold_percent: 20 }
    expect(limits('lost', { rules, past: days(30, 18) })).toMatchObject({ hold: 20, by: 'threshold' })
  })
  test('never widens limits for errors', () => {
    expect(limits('currency', { past: days(30, 90) })).toMatchObject({ hold: 1, by: 'floor' })
  })
  test('follows what a weekday always does, but not what it did twice', () => {
    const sundays = [14, 14, 13, 12, 13, 14, 12, 12]
    expect(limits('lost', { sameDay: sundays })).toMatchObject({ hold: 21, by: 'usual' })
    expect(limits('lost', { sameDay: sundays.slice(0, 6) })).toMatchObject({ hold: 21, by: 'usual' })
    expect(limits('lost', { sameDay: sundays.slice(0, 5) })).toMatchObject({ hold: 15, by: 'floor' })
    expect(limits('lost', { sameDay: [0, 0, 0, 0, 0, 0, 14, 14] })).toMatchObject({ hold: 15 })
    expect(limits('renamed', { sameDay: sundays })).toMatchObject({ hold: 1, by: 'floor' })
  })
})
