import { expect, test } from 'vitest'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { answerOf, decidedText } from './answer.ts'

const counts = {
  kept: 0,
  mended_by: [],
  skipped: 0,
  created: 3,
  updated: 1200,
  deleted: 0,
  rows_read: 63,
  rows_rejected: 0,
  rows_accepted: 63,
}
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
const decided = (sentence: string) => ({
  verdict: 'hold' as const,
  sentence,
  threshold: 15,
  one_time: false,
  first_load: false,
  measures: [],
})

test('a held run gives the gate’s reason', () => {
  const sentence = '868 of 1,578 products are missing.'
  expect(said({ state: 'held', reason: sentence, decision: decided(sentence) })).toBe(`Held. [${sentence}]`)
  expect(said({ state: 'held', reason: 'Moved past its threshold' })).toBe('Moved past its threshold[]')
})

test('a held run says how far it is past its limit, unless it counts or is hardly past it', () => {
  const measured = (measure: object) => ({
    ...decided('868 of 1,578 products are missing.'),
    measures: [{ name: 'lost', value: 55, hold: 15, warn: 5, ...measure }],
  })
  const held = (measure: object) =>
    said({ state: 'held', decision: measured(measure) as FeedRun['decision'] })
  expect(held({})).toBe('Held. [868 of 1,578 products are missing.] 3.7 times the limit of 15%.')
  expect(held({ value: 16 })).toBe('Held. [868 of 1,578 products are missing.]')
  expect(held({ name: 'only_codes', hold: 0 })).toBe('Held. [868 of 1,578 products are missing.]')
})

test('a superseded run gives the reason in one sentence with a single full stop', () => {
  for (const [reason, answer] of [
    ['Is it there?', 'Superseded: Is it there?'],
    ['It took 3.5 h.', 'Superseded: It took 3.5 h.'],
    ['A newer file came', 'Superseded: A newer file came.'],
    [null, 'Superseded.'],
  ] as const)
    expect(said({ state: 'superseded', reason })).toBe(`${answer}[]`)
})

test('a dry run that would be held says so', () => {
  expect(said({ state: 'dry', decision: decided('40 of 60 products are missing.') })).toBe(
    'Dry run (nothing changed). Would be held: [40 of 60 products are missing.]',
  )
})

test('an applied run includes its warning', () => {
  expect(said({ state: 'applied', decision: decided('400 titles are reworded.') })).toBe(
    'Applied: 3 created, 1,200 updated, 0 removed. [400 titles are reworded.]',
  )
})

test('an unchanged run shows no warning', () => {
  expect(said({ state: 'unchanged', decision: decided('400 titles are reworded.') })).toBe(
    'Unchanged: the file matches the catalog.[]',
  )
})

test('an applied run with many rejected rows says so before its changes', () => {
  expect(said({ state: 'applied', rows_rejected: 62 })).toBe(
    'Applied, but [62 of 63 rows were rejected], 98.4%; 3 created, 1,200 updated, 0 removed.',
  )
  expect(said({ state: 'applied', rows_read: 100, rows_rejected: 5 })).toBe(
    'Applied: 3 created, 1,200 updated, 0 removed.[]',
  )
  expect(said({ state: 'unchanged', rows_rejected: 62 })).toBe(
    'Unchanged, but [62 of 63 rows were rejected], 98.4%.',
  )
  expect(said({ state: 'dry', rows_rejected: 62 })).toContain('Dry run (nothing changed), but [62 of 63')
})

test('unreadable products and skipped unknown products are counted', () => {
  expect(said({ state: 'unchanged', kept: 2 })).toContain('2 products kept')
  expect(said({ state: 'applied', skipped: 4 })).toContain('0 removed, 4 rows for unknown products skipped')
})

test('a run that ended another way says why', () => {
  expect(said({ state: 'rejected', reason: 'The file is empty' })).toBe('Rejected: [The file is empty]')
  expect(said({ state: 'discarded', reason: 'Moved past its threshold' })).toBe(
    'Discarded: nothing changed.[]',
  )
  expect(said({ state: 'failed', reason: 'The disk is full' })).toBe('Failed: [The disk is full]')
  expect(said({ state: 'failed' })).toBe('Failed: [no reason recorded]')
  expect(said({ state: 'superseded' })).toBe('Superseded.[]')
  expect(said({ state: 'rolled_back' })).toBe('Rolled back: the previous catalog was restored.[]')
  expect(said({ state: 'held' })).toBe('Held for approval.[]')
  expect(said({ state: 'dry' })).toBe(
    'Dry run (nothing changed): 3 would be created, 1,200 updated, 0 removed.[]',
  )
  expect(said({ state: 'running', stopping: true })).toBe('Stopping: starting, 63 rows read.[]')
  expect(said({ state: 'terminated' })).toBe('Terminated: no products changed.[]')
  expect(said({ state: 'superseded', reason: 'Run 8 came after it' })).toBe(
    'Superseded: Run 8 came after it.[]',
  )
  const decision = decided('40 of 60 products are missing.')
  expect(said({ state: 'superseded', reason: 'Run 8 came after it', decision })).toBe(
    'Superseded: Run 8 came after it. Held because: 40 of 60 products are missing.[]',
  )
  expect(said({ state: 'discarded', decision })).toBe(
    'Discarded: nothing changed. Held because: 40 of 60 products are missing.[]',
  )
  expect(said({ state: 'unchanged' })).toBe('Unchanged: the file matches the catalog.[]')
  expect(said({ state: 'running', phase: 'parse', rows_read: 1 })).toBe(
    'Running: reading the file, 1 row read.[]',
  )
  expect(said({ state: 'queued' })).toBe('Queued.[]')
})

test('a queued run says what it is waiting for', () => {
  expect(said({ state: 'queued', waits_for: 'No worker is running.' })).toBe(
    'Queued. No worker is running.[]',
  )
})

test('a second decision shows who decided first, and other errors don’t', () => {
  const changed = (to: string) => ({
    changed: [{ field: 'state', from: null, to, by: 'Anna', tm: new Date().toISOString() }],
  })
  expect(decidedText(changed('applied'))).toMatch(/^Anna approved this run at \d+:\d\d [ap]m\.$/)
  expect(decidedText(changed('rolled_back'))).toContain('Anna rolled back this run at')
  expect(decidedText({ changed: [] })).toBeUndefined()
})
