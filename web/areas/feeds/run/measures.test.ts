import { describe, expect, test } from 'vitest'
import type { FeedRun } from '#contract/feeds/runs.ts'
import {
  changesText,
  isCompleted,
  mendedOf,
  readShare,
  rejectedShare,
  rejectedTone,
  runningPhase,
  waitedFor,
} from './measures.ts'

const run = (of: object) => of as FeedRun

describe('rejected rows', () => {
  test.each([
    ['good', 5, null],
    ['wait', 6, null],
    ['wait', 15, null],
    ['bad', 16, null],
    ['wait', 16, { threshold: 20 }],
    ['bad', 21, { threshold: 20 }],
    ['bad', 4, { threshold: 3 }],
  ])('are shown as %s at %i %% of all rows', (tone, rows_rejected, decision) => {
    expect(rejectedTone(run({ rows_read: 100, rows_rejected, decision, mended_by: [] }))).toBe(tone)
  })
  test('are a share of the rows read, and 0 if none were read', () => {
    expect(rejectedShare(run({ rows_read: 8, rows_rejected: 2 }))).toBe(25)
    expect(rejectedShare(run({ rows_read: 0, rows_rejected: 0 }))).toBe(0)
  })
})

describe('a run whose rejected rows were fixed and uploaded', () => {
  const by = (feed_run_id: number, state: string, rows_read: number, rows_rejected = 0) => ({
    feed_run_id,
    state,
    rows_read,
    rows_rejected,
  })
  const of = (...mended_by: object[]) => run({ rows_read: 100, rows_rejected: 20, decision: null, mended_by })
  test('is complete and green once all rows have been fixed', () => {
    const completed = of(by(8, 'applied', 15, 3), by(9, 'unchanged', 8))
    expect([isCompleted(completed), rejectedTone(completed)]).toEqual([true, 'good'])
    expect(mendedOf(completed)).toEqual({ rows: 20, runs: [8, 9] })
  })
  test('stays red while rows are missing, or their run was held or rolled back', () => {
    for (const some of [of(by(8, 'applied', 19)), of(by(8, 'held', 20)), of(by(8, 'rolled_back', 20)), of()])
      expect([isCompleted(some), rejectedTone(some)]).toEqual([false, 'bad'])
  })
})

test.each([
  ['fetch', 'fetching the file'],
  ['parse', 'reading the file'],
  ['compare', 'comparing with the catalog'],
  ['decide', 'running checks'],
  ['apply', 'applying the changes'],
  ['stage', 'starting'],
  [null, 'starting'],
])('in the phase %s a run shows %s', (phase, told) => expect(runningPhase(run({ phase }))).toBe(told))

test.each([
  [50, 200, 25],
  [300, 200, 100],
  [0, 200, null],
  [50, null, null],
  [50, 0, null],
])('%i bytes read of a file of %s show as %s %%', (bytes_read, file_bytes, share) => {
  expect(readShare(run({ bytes_read, file_bytes }))).toBe(share)
})

describe('the time a run waited for approval', () => {
  const at = (second: number) => new Date(second * 1000).toISOString()
  const approved = { what: 'approved', tm: at(100) }
  const decide = { start_tm: at(9), ms: 1000 }
  test('lasts from the end of its first reading until the approval', () => {
    const phases = [{ start_tm: at(1), ms: 500 }, decide, { start_tm: at(101), ms: 5, reading: 2 }]
    expect(waitedFor(run({ acts: [{ what: 'terminated', tm: at(50) }, approved], phases }))).toBe(90)
    const told = [{ ...decide, reading: 1 }]
    expect(waitedFor(run({ acts: [approved], phases: told }))).toBe(90)
    expect(waitedFor(run({ acts: [approved], phases: [{ ...decide, ms: null }] }))).toBe(91)
  })
  test('is missing without an approval or a reading', () => {
    expect(waitedFor(run({ acts: [{ what: 'discarded', tm: at(100) }], phases: [decide] }))).toBeNull()
    expect(waitedFor(run({ acts: [approved], phases: [] }))).toBeNull()
    expect(waitedFor(run({ acts: [{ ...approved, tm: at(5) }], phases: [decide] }))).toBe(0)
  })
})

test('a run’s changes are shown as three counts', () => {
  expect(changesText(run({ created: 1204, updated: 2, deleted: 0 }))).toBe(
    '1,204 created, 2 updated, 0 removed',
  )
})
