import { expect, test } from 'vitest'
import { mendOf } from '#contract/feeds/mend.ts'
import { runStates } from '#contract/feeds/run-states.ts'
import { againText, brokeOff, doNext, phaseOf } from './broken-run.ts'

const phase = (name: string) => ({ phase: name, start_tm: '', ms: 1, rows: null, bytes: null }) as never
const fetched = { kind: 'http', text: 'https://supplier.example/feed.csv' } as const
const uploaded = { kind: 'upload', text: 'the uploaded file a.csv' } as const

test('a failed run says in which phase it failed, if known', () => {
  expect(phaseOf({ phases: [phase('fetch')] })).toBe('fetching the file')
  expect(phaseOf({ phases: [phase('fetch'), phase('check')] })).toBe('checking its rows')
  expect(phaseOf({ phases: [phase('decode')] })).toBe('reading the file')
  expect(phaseOf({ phases: [phase('stage')] })).toBe('saving its rows')
  expect(runStates.filter((state) => brokeOff({ state }))).toEqual(['rejected', 'failed'])
  expect(phaseOf({ phases: [] })).toBeNull()
})

test('the next step is the fix and then another run, or only another run', () => {
  const rejected = { state: 'rejected', source: fetched } as const
  expect(doNext(rejected, mendOf('redirects'))).toBe('Enter the address it redirects to. Then fetch again.')
  expect(doNext(rejected, mendOf('stalled'))).toBe(
    'Try again later, or contact the supplier. Retrying may also help.',
  )
  expect(doNext({ state: 'failed', source: fetched }, undefined)).toBe(
    'The feed’s settings aren’t the cause. Run again.',
  )
})

test('an uploaded file is run again, not fetched', () => {
  expect(againText({ state: 'held', source: fetched })).toBe('Fetch again')
  expect(againText({ state: 'rejected', source: uploaded })).toBe('Run again')
  expect(againText({ state: 'failed', source: fetched })).toBe('Run again')
})
