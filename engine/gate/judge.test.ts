import { describe, expect, test } from 'vitest'
import { feedRules } from '#contract/feeds/settings.ts'
import { judge, keyOf, rejudge, type GateContext } from './judge.ts'
import type { Observation } from './observation.ts'

const given = (more: Partial<GateContext> = {}): GateContext => ({
  rules: feedRules.parse({}),
  oneTime: null,
  firstLoad: false,
  recent: { values: new Map(), runs: 0 },
  sameDay: { values: new Map(), runs: 0 },
  expectations: [],
  ...more,
})
const seen = (
  name: Observation['name'],
  count: number,
  of: number,
  more: Partial<Observation> = {},
): Observation => ({
  name,
  window: 'last',
  count,
  of,
  ...more,
})
const verdict = (...observed: Observation[]) => judge(observed, given()).verdict

test('a value beyond its limit holds the run, a value at the limit doesn’t', () => {
  expect(verdict(seen('lost', 15, 100))).toBe('apply')
  expect(verdict(seen('lost', 16, 100))).toBe('hold')
  expect(verdict(seen('median_price', 100, 100, { value: -16 }))).toBe('hold')
})

test('few products never hold a run, however large their share', () => {
  expect(verdict(seen('lost', 2, 4))).toBe('apply')
  expect(verdict(seen('lost', 3, 4))).toBe('hold')
  expect(verdict(seen('powers_of_ten', 1, 4))).toBe('apply')
  expect(verdict(seen('powers_of_ten', 2, 4))).toBe('hold')
})

test('a fault of a whole first file holds it, however small it is', () => {
  const first = { window: 'first' as const }
  expect(verdict(seen('price_lost', 1, 1, first))).toBe('hold')
  expect(verdict(seen('price_lost', 2, 3, first))).toBe('apply')
  expect(verdict(seen('title_emptied', 2, 2))).toBe('apply')
  expect(judge([seen('left_stock', 2, 2, first)], given()).sentence).toBe('')
})

test('a measure keeps what would cure it', () => {
  const fix = { field: 'title', column: 'Name' }
  const { measures } = judge([seen('title_emptied', 4, 4, { window: 'first', fix })], given())
  expect(measures[0]!.fix).toEqual(fix)
})

test('a warning is reported and doesn’t hold the run', () => {
  const warned = judge([seen('lost', 6, 100)], given())
  expect(warned).toMatchObject({ verdict: 'apply', sentence: '6 of 100 products are missing.' })
  expect(judge([seen('lost', 5, 100)], given())).toMatchObject({ verdict: 'apply', sentence: '' })
})

test('the most serious reason comes first, and a held run gives only the reasons that hold it', () => {
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
    '30 wholesale prices changed by a factor of 5 or more, all up. 40 of 100 products in stock are now out of stock.',
  )
})

test('file problems are reported before their consequences', () => {
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

test.each(['column_gone', 'swallowed', 'cut', 'earlier', 'unjoined'] as const)(
  '%s is reported before its consequences',
  (cause) => {
    const { measures } = judge([seen('lost', 900, 900), seen(cause, 9, 90)], given())
    expect(measures.map((m) => m.name)).toEqual([cause, 'lost'])
  },
)

test('a measure that only warns never holds the run, however high it is', () => {
  expect(judge([seen('reworded', 100, 100)], given())).toMatchObject({
    verdict: 'apply',
    measures: [{ hold: null, verdict: 'warn' }],
  })
})

test('renamed SKUs explain missing and new products, and cents explain moved prices', () => {
  const renamed = judge(
    [
      seen('lost', 100, 100),
      seen('new', 100, 100),
      seen('renamed', 100, 100, { words: { how: 'they match the old SKUs with “X” before them' } }),
    ],
    given(),
  )
  expect(renamed.sentence).toBe('100 of 100 SKUs are unknown: they match the old SKUs with “X” before them.')
  const cents = judge(
    [
      seen('price_five', 9, 100, { field: 'wholesale_price' }),
      seen('powers_of_ten', 9, 100, { field: 'wholesale_price', words: { factor: 2 } }),
    ],
    given(),
  )
  expect(cents.sentence).toBe('9 wholesale prices are exactly 100 times the previous value: in cents?')
  const few = judge(
    [
      seen('price_five', 90, 100, { field: 'wholesale_price' }),
      seen('powers_of_ten', 9, 100, { field: 'wholesale_price', words: { factor: 2 } }),
    ],
    given(),
  )
  expect(few.sentence).toMatch(/^90 wholesale prices changed by a factor of 5 or more/)
})

test('a measure’s usual values are those of the last runs, with 0 for runs that recorded none', () => {
  const past = new Map([[keyOf({ name: 'lost', window: 'last' }), [4, 2]]])
  const { measures } = judge([seen('lost', 3, 100)], given({ recent: { values: past, runs: 5 } }))
  expect(measures[0]!.usual).toEqual([0, 4])
  expect(judge([seen('lost', 3, 100)], given()).measures[0]!.usual).toBeNull()
})

test('the usual value is that of the same weekday if there are at least six such days', () => {
  const values = (n: number) => new Map([[keyOf({ name: 'lost', window: 'last' }), Array<number>(n).fill(9)]])
  const usual = (days: number) =>
    judge(
      [seen('lost', 3, 100)],
      given({ recent: { values: values(1), runs: 3 }, sameDay: { values: values(days), runs: days } }),
    ).measures[0]!.usual
  expect(usual(6)).toEqual([9, 9])
  expect(usual(5)).toEqual([0, 9])
})

test('a window is reported if it saw more than a shorter one', () => {
  const windows = (window: 'week' | 'agreed', count: number) =>
    judge([seen('lost', count, 100, { window }), seen('lost', 8, 100)], given()).measures.map((m) => m.window)
  expect(windows('week', 8)).toEqual(['last'])
  expect(windows('week', 9)).toEqual(['week', 'last'])
  expect(windows('agreed', 8)).toEqual(['last'])
})

test('of two windows that hold a run, only the more serious one is reported', () => {
  const { sentence } = judge([seen('lost', 16, 100), seen('lost', 40, 100, { window: 'week' })], given())
  expect(sentence).toBe('40 of 100 products are missing within a week.')
})

test('a window is reported if it moved the other way, or holds the run when the last run’s window doesn’t', () => {
  const prices = (last: number, week: number) =>
    judge(
      [
        seen('median_price', 100, 100, { value: last }),
        seen('median_price', 100, 100, { window: 'week', value: week }),
      ],
      given(),
    )
  expect(prices(15, -15.5)).toMatchObject({
    verdict: 'hold',
    sentence: 'Prices are 15.5% lower overall within a week.',
  })
  expect(prices(14.8, 15.5)).toMatchObject({
    verdict: 'hold',
    sentence: 'Prices are 15.5% higher overall within a week.',
  })
  expect(prices(16, 17)).toMatchObject({ sentence: 'Prices are 16% higher overall.' })
  expect(prices(16, -16).measures.map((m) => m.window)).toEqual(['last', 'week'])
})

test('under other limits a run is decided again, and its sentences stay', () => {
  const run = judge([seen('lost', 16, 100), seen('new', 9, 100)], given({ firstLoad: true }))
  const strict = given({ rules: feedRules.parse({ threshold_percent: 3 }) })
  expect(rejudge(run, given())).toEqual(run)
  expect(rejudge(run, strict)).toMatchObject({
    verdict: 'hold',
    threshold: 3,
    first_load: true,
    measures: [
      { name: 'lost', hold: 3, by: 'threshold', sentence: '16 of 100 products are missing.' },
      { name: 'new', hold: 8, verdict: 'hold' },
    ],
  })
  expect(rejudge(run, { ...given(), oneTime: 60 })).toMatchObject({
    verdict: 'apply',
    one_time: true,
    sentence: '16 of 100 products are missing.',
  })
})

test('a measure is rounded to the hundredth, with its subject and no sample rows yet', () => {
  const [judged] = judge([seen('emptied', 2, 3, { field: 'title', part: 'Acme' })], given()).measures
  expect(judged).toEqual({
    name: 'emptied',
    window: 'last',
    field: 'title',
    part: 'Acme',
    label: 'Fields now blank',
    count: 2,
    of: 3,
    value: 66.67,
    usual: null,
    hold: 15,
    warn: 5,
    by: 'floor',
    verdict: 'ok',
    sentence: 'Title: 2 of 3 are now blank.',
    rows: [],
  })
  const rounded = given({ rules: feedRules.parse({ threshold_percent: 10, warn_percent: 1 }) })
  expect(judge([seen('new', 1, 100)], rounded).measures[0]).toMatchObject({ hold: 26.67, warn: 3 })
  expect(judge([seen('reworded', 1, 0)], given()).measures[0]).toMatchObject({ value: 0, hold: null })
})

test('a decision says which threshold it used, and has no sentence if nothing moved', () => {
  const nothing = { verdict: 'apply', sentence: '', threshold: 15, one_time: false, measures: [] }
  expect(judge([], given())).toMatchObject(nothing)
  expect(judge([], given({ oneTime: 60 }))).toMatchObject({ ...nothing, threshold: 60, one_time: true })
})

test('usual values are kept separately by measure, window and field', () => {
  const keys = [
    { name: 'lost', window: 'last' },
    { name: 'lost', window: 'week' },
    { name: 'emptied', window: 'last', field: 'title' },
    { name: 'emptied', window: 'last', field: 'images' },
    { name: 'emptied', window: 'last', field: null },
  ].map(keyOf)
  expect(keys).toEqual([
    'lost last ',
    'lost week ',
    'emptied last title',
    'emptied last images',
    'emptied last ',
  ])
})

test('a window is hidden only by a shorter one of the same measure and field', () => {
  const emptied = (field: 'title' | 'images', window: 'last' | 'week', count: number) =>
    seen('emptied', count, 100, { field, window })
  const { measures } = judge(
    [emptied('title', 'last', 10), emptied('title', 'week', 11), emptied('images', 'week', 9)],
    given(),
  )
  expect(measures.map((m) => [m.field, m.window])).toEqual([
    ['title', 'last'],
    ['images', 'week'],
  ])
  const other = judge([seen('new', 30, 100), seen('lost', 9, 100, { window: 'week' })], given())
  expect(other.measures.map((m) => m.name)).toEqual(['new', 'lost'])
})

describe('a held run reports', () => {
  const said = (...observed: Observation[]) => judge(observed, given()).sentence
  const price = { field: 'wholesale_price', words: { up: 1, factor: 2 } } as const
  test.each(['renamed', 'foreign'] as const)(
    '%s SKUs instead of the missing and new products they cause',
    (name) => {
      const sentence = said(
        seen('lost', 90, 100),
        seen('new', 90, 100),
        seen('part_lost', 90, 100, { part: 'Acme' }),
        seen(name, 90, 100, { words: { how: 'renumbered', supplier: 'Other' } }),
      )
      expect(sentence).toMatch(/^90 of 100 [a-zA-Z ]+\b.*\.$/)
      expect(sentence).not.toContain('missing')
      expect(sentence).not.toContain('new')
      const part = said(seen('part_lost', 90, 100, { part: 'Acme' }), seen(name, 90, 100))
      expect(part).not.toContain('missing')
    },
  )
  test('hundredfold prices instead of the moved prices of a brand', () => {
    const part = seen('part_price', 90, 100, { part: 'Acme', words: { up: 90 } })
    expect(said(part, seen('powers_of_ten', 90, 100, price))).not.toContain('Acme')
  })
  describe.each(['exchanged', 'crossed', 'garbled', 'one_text'] as const)('texts that are %s', (name) => {
    const why = (count: number, field: 'title' | 'description') =>
      seen(name, count, 1000, { field, words: { from: 'description', value: 'Lamp' } })
    const replaced = seen('replaced', 1000, 1000, { field: 'title' })
    test('instead of replaced texts, from 70 % on', () => {
      expect(said(replaced, why(700, 'title'), seen('lost', 300, 1000))).not.toContain('nothing in common')
      expect(said(replaced, why(699, 'title'))).toContain('nothing in common')
    })
    test('alongside replaced texts of another field and other harm', () => {
      expect(said(replaced, why(1000, 'description'))).toContain('nothing in common')
      const emptied = seen('emptied', 1000, 1000, { field: 'title' })
      expect(said(emptied, why(1000, 'title'))).toContain('are now blank')
    })
  })
  test.each(['powers_of_ten', 'one_price'] as const)(
    '%s instead of the moved prices it causes, from 70 %% on',
    (name) => {
      const moved = (count: number) => [
        seen('price_half', count, 1000, price),
        seen('median_price', count, 1000, { value: 40 }),
        seen('part_price', count, 1000, { part: 'Acme', words: { up: 1 } }),
      ]
      const why = seen(name, 700, 1000, { ...price, words: { ...price.words, value: '9.99' } })
      expect(said(why, ...moved(1000))).not.toMatch(/moved|overall/)
      expect(said(why, ...moved(1001))).toMatch(/moved|overall/)
    },
  )
  test('the whole catalog’s harm instead of a brand’s, and fivefold prices instead of half', () => {
    const whole = (name: Observation['name'], part: Observation['name'], more: Partial<Observation> = {}) =>
      said(seen(name, 80, 100, more), seen(part, 80, 100, { ...more, part: 'Acme' }))
    expect(whole('lost', 'part_lost')).not.toContain('Acme')
    expect(whole('left_stock', 'part_left_stock')).not.toContain('Acme')
    expect(whole('price_half', 'part_price', price)).not.toContain('Acme')
    expect(said(seen('part_lost', 80, 100, { part: 'Acme' }))).toContain('Acme')
    const five = said(seen('price_five', 80, 100, price), seen('price_half', 80, 100, price))
    expect(five).toContain('a factor of 5 or more')
    expect(five).not.toContain('by half')
  })
  test('at most three reasons, each once', () => {
    const sentence = said(
      seen('lost', 90, 100),
      seen('new', 90, 100),
      seen('left_stock', 90, 100),
      seen('currency', 90, 100),
      seen('brand_changed', 90, 100),
    )
    expect(sentence.match(/\.( |$)/g)).toHaveLength(3)
  })
})
