import { expect, test } from 'vitest'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { answerOf } from './answer.ts'

const counts = { created: 3, updated: 1200, deleted: 0, rows_read: 63, rows_rejected: 0, rows_accepted: 63 }
const said = (run: Partial<FeedRun>) => {
  const { before, loud, after } = answerOf({
    ...counts,
    reason: null,
    phase: null,
    decision: null,
    ...run,
  } as FeedRun)
  return `${before}[${loud}]${after}`
}
const measure = (name: string, label: string, before: number, after: number, moved: number) => ({
  name,
  label,
  before,
  after,
  moved,
  warn: 5,
  hold: 15,
  verdict: 'hold' as const,
  usual: null,
})
const held = (...measures: ReturnType<typeof measure>[]) =>
  said({
    state: 'held',
    reason: 'Moved past its threshold',
    decision: { verdict: 'hold', threshold: 15, one_time: false, first_load: false, measures },
  })

test('a held run says the measure that moved furthest, as a person would', () => {
  expect(
    held(measure('prices', 'Prices changed', 0, 400, 25), measure('products', 'Products', 1578, 710, -55)),
  ).toBe('Held, because [868 of 1,578 products would disappear]: 3.7 times the limit of 15%.')
  expect(held(measure('products', 'Products', 100, 120, 20))).toBe(
    'Held, because [the catalogue would grow from 100 to 120]: more than the limit of 15%.',
  )
  expect(held(measure('in_stock', 'In stock', 1204, 611, -49.3))).toContain(
    '[products in stock would fall from 1,204 to 611]',
  )
  expect(held(measure('prices', 'Prices changed', 0, 1, 100))).toContain('[1 price would change]')
  expect(held(measure('fill:upc', 'UPC filled', 96, 12, -84))).toContain(
    '[“UPC filled” would fall from 96.0% to 12.0%]',
  )
})

test('of measures that moved alike products come first', () => {
  expect(
    held(measure('in_stock', 'In stock', 100, 50, -50), measure('products', 'Products', 100, 50, -50)),
  ).toContain('[50 of 100 products would disappear]')
})

test('a held run without a measure says its reason', () => {
  expect(held()).toBe('Moved past its threshold[]')
})

test('an applied run that lost rows says so before what it changed', () => {
  expect(said({ state: 'applied', rows_rejected: 62 })).toBe(
    'Applied, but [62 of 63 rows were rejected], 98.4%; 3 created, 1,200 updated, 0 gone.',
  )
  expect(said({ state: 'applied', rows_read: 100, rows_rejected: 5 })).toBe(
    'Applied: 3 created, 1,200 updated, 0 gone.[]',
  )
  expect(said({ state: 'unchanged', rows_rejected: 62 })).toBe(
    'Unchanged, but [62 of 63 rows were rejected], 98.4%.',
  )
  expect(said({ state: 'dry', rows_rejected: 62 })).toContain('A dry run, nothing was changed, but [62 of 63')
})

test('a run that ended otherwise says why', () => {
  expect(said({ state: 'rejected', reason: 'The file is empty' })).toBe('Rejected: [The file is empty]')
  expect(said({ state: 'discarded', reason: 'Moved past its threshold' })).toBe(
    'Discarded: nothing was changed.[]',
  )
  expect(said({ state: 'terminated' })).toBe('Terminated: no product was changed.[]')
  expect(said({ state: 'superseded', reason: 'Run 8 came after it' })).toBe(
    'Superseded: Run 8 came after it[]',
  )
  expect(said({ state: 'unchanged' })).toBe('Unchanged: the file says what the catalogue says.[]')
  expect(said({ state: 'running', phase: 'parse', rows_read: 1 })).toBe(
    'Running: reading the file, 1 row read.[]',
  )
  expect(said({ state: 'queued' })).toBe('Waits for its turn.[]')
})
