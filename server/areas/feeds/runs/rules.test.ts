import { describe, expect, test } from 'vitest'
import { mayApply, mayDiscard, mayMend, mayRollBack, mayTerminate, type RunFacts } from './rules.ts'

const states = [
  'queued',
  'running',
  'held',
  'applied',
  'unchanged',
  'rejected',
  'failed',
  'terminated',
  'discarded',
  'superseded',
  'rolled_back',
  'dry',
]
const run = (facts: Partial<RunFacts>): RunFacts => ({
  feed_run_id: 7,
  state: 'held',
  current_run_id: 7,
  open_run_id: null,
  roll_back_job_id: null,
  dry: false,
  rejected_key: 'rejected/7-1.csv',
  newer_read_run_id: null,
  changes_removed: false,
  previous_removed: false,
  ...facts,
})

describe('a run can be', () => {
  test.each([
    ['applied', mayApply, ['held'], 'Only a held run can be approved'],
    ['discarded', mayDiscard, ['held'], 'Only a held run can be discarded'],
    ['rolled back', mayRollBack, ['applied'], 'Only an applied run can be rolled back'],
    ['mended', mayMend, ['applied', 'unchanged'], 'Corrected rows can only be uploaded for an applied run'],
    ['terminated', mayTerminate, ['queued', 'running'], 'The run has already ended'],
  ] as const)('%s only in the right states', (_what, may, allowed, why) => {
    expect(Object.fromEntries(states.map((state) => [state, may(run({ state }))]))).toEqual(
      Object.fromEntries(
        states.map((state) => [state, (allowed as readonly string[]).includes(state) ? null : why]),
      ),
    )
  })
})

test('a run can be discarded, but not applied or rolled back, while another run of its feed is in progress', () => {
  const why = 'Run 8 of this feed is in progress'
  expect([
    mayApply(run({ open_run_id: 8 })),
    mayRollBack(run({ state: 'applied', open_run_id: 8 })),
    mayDiscard(run({ open_run_id: 8 })),
  ]).toEqual([why, why, null])
})

test('only the feed’s current run can be rolled back, and the run to roll back first is named', () => {
  const applied = { state: 'applied', open_run_id: 8 }
  expect(mayRollBack(run({ ...applied, current_run_id: 9 }))).toBe(
    'Roll back run 9 first. It was applied after this run',
  )
})

test('a run that is being rolled back can’t be rolled back again', () => {
  expect(mayRollBack(run({ state: 'applied', roll_back_job_id: 5 }))).toBe(
    'Job 5 is already rolling this run back',
  )
})
