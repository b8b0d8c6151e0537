import { expect, test } from 'vitest'
import { feedRules } from '#contract/feeds/settings.ts'
import { judge, keyOf, type Given, type Observed } from './judge.ts'

const given = (more: Partial<Given> = {}): Given => ({
  rules: feedRules.parse({}),
  oneTime: null,
  firstLoad: false,
  past: new Map(),
  pastRuns: 0,
  expected: [],
  ...more,
})
const seen = (name: Observed['name'], count: number, of: number, more: Partial<Observed> = {}): Observed => ({
  name,
  window: 'last',
  count,
  of,
  ...more,
})
const verdict = (...observed: Observed[]) => judge(observed, given()).verdict

test('what lies beyond its limit holds, what lies on it doesn’t', () => {
  expect(verdict(seen('lost', 15, 100))).toBe('apply')
  expect(verdict(seen('lost', 16, 100))).toBe('hold')
  expect(verdict(seen('median_price', 100, 100, { value: -16 }))).toBe('hold')
})

test('few products never hold, however large their share', () => {
  expect(verdict(seen('lost', 2, 4))).toBe('apply')
  expect(verdict(seen('lost', 3, 4))).toBe('hold')
  expect(verdict(seen('powers_of_ten', 1, 4))).toBe('apply')
  expect(verdict(seen('powers_of_ten', 2, 4))).toBe('hold')
})

test('a warning is said and doesn’t hold', () => {
  const warned = judge([seen('lost', 6, 100)], given())
  expect(warned).toMatchObject({ verdict: 'apply', sentence: '6 of 100 products are missing.' })
  expect(judge([seen('lost', 5, 100)], given())).toMatchObject({ verdict: 'apply', sentence: '' })
})

test('the gravest comes first, and a held run says only what holds it', () => {
  const { sentence, measures } = judge(
    [
      seen('lost', 8, 100),
      seen('left_stock', 40, 100),
      seen('price_five', 30, 100, { field: 'wholesale_price', words: { up: 30 } }),
    ],
    given(),
  )
  expect(measures.map((m) => m.name)).toEqual(['price_five', 'left_stock', 'lost'])
  expect(sentence).toBe(
    '30 wholesale prices moved at least five times, all up. 40 of 100 products in stock go out of stock.',
  )
})

test('what is wrong with the file is said before what comes of it', () => {
  const { measures } = judge(
    [
      seen('title_emptied', 100, 100),
      seen('column_gone', 1, 9, { words: { gone: '“Name” (Title)' } }),
      seen('swallowed', 40, 100),
    ],
    given(),
  )
  expect(measures.map((m) => m.name)).toEqual(['column_gone', 'swallowed', 'title_emptied'])
})

test('renamed SKUs are why products are missing and new, and cents why prices moved', () => {
  const renamed = judge(
    [
      seen('lost', 100, 100),
      seen('new', 100, 100),
      seen('renamed', 100, 100, { words: { how: 'they look like the old ones with “X” before them' } }),
    ],
    given(),
  )
  expect(renamed.sentence).toBe(
    '100 of 100 SKUs are unknown: they look like the old ones with “X” before them.',
  )
  const cents = judge(
    [
      seen('price_five', 9, 100, { field: 'wholesale_price' }),
      seen('powers_of_ten', 9, 100, { field: 'wholesale_price', words: { factor: 2 } }),
    ],
    given(),
  )
  expect(cents.sentence).toBe('9 wholesale prices are exactly 100 times the last ones: cents?')
  const few = judge(
    [
      seen('price_five', 90, 100, { field: 'wholesale_price' }),
      seen('powers_of_ten', 9, 100, { field: 'wholesale_price', words: { factor: 2 } }),
    ],
    given(),
  )
  expect(few.sentence).toMatch(/^90 wholesale prices moved at least five times/)
})

test('what is usual is a run’s value in the last runs, 0 where it kept none', () => {
  const past = new Map([[keyOf({ name: 'lost', window: 'last' }), [4, 2]]])
  const { measures } = judge([seen('lost', 3, 100)], given({ past, pastRuns: 5 }))
  expect(measures[0]!.usual).toEqual([0, 4])
  expect(judge([seen('lost', 3, 100)], given()).measures[0]!.usual).toBeNull()
})

test('a window is said where it saw more than a shorter one', () => {
  const windows = (week: number) =>
    judge([seen('lost', 8, 100), seen('lost', week, 100, { window: 'week' })], given()).measures.map(
      (m) => m.window,
    )
  expect(windows(8)).toEqual(['last'])
  expect(windows(9)).toEqual(['week', 'last'])
})
