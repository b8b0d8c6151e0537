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
  ])('are %s at %i %% of all', (tone, rows_rejected, decision) => {
    expect(rejectedTone(run({ rows_read: 100, rows_rejected, decision, mended_by: [] }))).toBe(tone)
  })
  test('are a share of those that were read, and none of none', () => {
    expect(rejectedShare(run({ rows_read: 8, rows_rejected: 2 }))).toBe(25)
    expect(rejectedShare(run({ rows_read: 0, rows_rejected: 0 }))).toBe(0)
  })
})

describe('a run whose rejected rows came mended', () => {
  const by = (feed_run_id: number, state: string, rows_read: number, rows_rejected = 0) => ({
    feed_run_id,
    state,
    rows_read,
    rows_rejected,
  })
  const of = (...mended_by: object[]) => run({ rows_read: 100, rows_rejected: 20, decision: null, mended_by })
  test('is completed, and amber no more, once all have come', () => {
    const completed = of(by(8, 'applied', 15, 3), by(9, 'unchanged', 8))
    expect([isCompleted(completed), rejectedTone(completed)]).toEqual([true, 'good'])
    expect(mendedOf(completed)).toEqual({ rows: 20, runs: [8, 9] })
  })
  test('stays what it was while some are missing, or their run was held or taken back', () => {
    for (const some of [of(by(8, 'applied', 19)), of(by(8, 'held', 20)), of(by(8, 'rolled_back', 20)), of()])
      expect([isCompleted(some), rejectedTone(some)]).toEqual([false, 'bad'])
  })
})

test.each([
  ['fetch', 'fetching the file'],
  ['parse', 'reading the file'],
  ['compare', 'comparing with the catalogue'],
  ['decide', 'deciding'],
  ['apply', 'applying the changes'],
  ['stage', 'about to begin'],
  [null, 'about to begin'],
])('in the phase %s a run is %s', (phase, told) => expect(runningPhase(run({ phase }))).toBe(told))

test.each([
  [50, 200, 25],
  [300, 200, 100],
  [0, 200, null],
  [50, null, null],
  [50, 0, null],
])('of a file %i bytes read of %s are %s %%', (bytes_read, file_bytes, share) => {
  expect(readShare(run({ bytes_read, file_bytes }))).toBe(share)
})

describe('a run waited for a person', () => {
  const at = (second: number) => new Date(second * 1000).toISOString()
  const approved = { what: 'approved', tm: at(100) }
  const decide = { start_tm: at(9), ms: 1000 }
  test('from the end of its first reading until the approval', () => {
    const phases = [{ start_tm: at(1), ms: 500 }, decide, { start_tm: at(101), ms: 5, reading: 2 }]
    expect(waitedFor(run({ acts: [{ what: 'terminated', tm: at(50) }, approved], phases }))).toBe(90)
    const told = [{ ...decide, reading: 1 }]
    expect(waitedFor(run({ acts: [approved], phases: told }))).toBe(90)
    expect(waitedFor(run({ acts: [approved], phases: [{ ...decide, ms: null }] }))).toBe(91)
  })
  test('not at all where nobody approved it, or before it was read', () => {
    expect(waitedFor(run({ acts: [{ what: 'discarded', tm: at(100) }], phases: [decide] }))).toBeNull()
    expect(waitedFor(run({ acts: [approved], phases: [] }))).toBeNull()
    expect(waitedFor(run({ acts: [{ ...approved, tm: at(5) }], phases: [decide] }))).toBe(0)
  })
})

test('what a run changes is told in three counts', () => {
  expect(changesText(run({ created: 1204, updated: 2, deleted: 0 }))).toBe('1,204 created, 2 updated, 0 gone')
})
