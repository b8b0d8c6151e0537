import { expect, test } from 'vitest'
import { incidentOf, isWell, plainly, supplierState, worseState } from './standing.ts'

test('a file’s problem is described by what happened to it', () => {
  const what = (code: string | null) => plainly('failing', code).problem
  for (const code of ['not_well_formed', 'not_json', 'open_quote', 'truncated', 'further.cut'])
    expect(what(code)).toBe('Their file was incomplete or damaged.')
  for (const code of ['http_status', 'further.missing'])
    expect(what(code)).toBe('We can’t download their file.')
  expect(what('column_gone')).toBe('The format of their file changed.')
  expect(what('nobody knows')).toBe(what(null))
  expect(plainly('held', 'gate').problem).toBe('Their new file has unusually large changes.')
})

test('a late file is reported as late, whatever else is wrong with it', () => {
  expect(plainly('late', 'truncated').problem).toBe('Their new file is overdue.')
  expect(plainly('failing', 'too_old').problem).toBe(plainly('late', null).problem)
})

test('an incident starts when a feed is failing, held or late, and ends when it is healthy', () => {
  const standings = ['fresh', 'flaky', 'failing', 'held', 'late', 'never_ran', 'paused'] as const
  expect(standings.map((standing) => [incidentOf(standing), isWell(standing)])).toEqual([
    [null, true],
    [null, true],
    ['failing', false],
    ['held', false],
    ['late', false],
    [null, false],
    [null, false],
  ])
})

test.each([
  ['fresh', false, 'fresh'],
  ['flaky', true, 'fresh'],
  ['failing', false, 'failing'],
  ['failing', true, 'late'],
  ['late', true, 'late'],
  ['held', true, 'checking'],
  ['never_ran', true, 'waiting'],
  ['paused', true, 'paused'],
] as const)(
  'a feed that is %s, with out-of-date products: %s, makes its supplier %s',
  (standing, late, state) => {
    expect(supplierState(standing, late)).toBe(state)
  },
)

test('a supplier has the worse status of its two feeds', () => {
  for (const [worse, better] of [
    ['late', 'failing'],
    ['failing', 'checking'],
    ['checking', 'fresh'],
    ['waiting', 'fresh'],
  ] as const)
    expect([worseState(worse, better), worseState(better, worse)]).toEqual([worse, worse])
})
