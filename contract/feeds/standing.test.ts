import { describe, expect, test } from 'vitest'
import { inTrouble, share, standingOf, standings, type StandingFacts } from './standing.ts'

const now = Date.parse('2026-06-01T12:00:00Z')
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString()
const fresh: StandingFacts = {
  now,
  paused: null,
  ran: true,
  last: { state: 'applied', reason: null },
  held: null,
  last_successful_run: ago(2),
  max_age_hours: 24,
  good_runs: 12,
  bad_runs: 0,
}
const stands = (facts: Partial<StandingFacts>) => {
  const { standing, standing_reason } = standingOf({ ...fresh, ...facts })
  return [standing, standing_reason]
}
const refused = { state: 'rejected', reason: 'The server refused the password' }
const held = { feed_run_id: 7, reason: 'Moved past its threshold: Products' }

describe('a feed is', () => {
  test('fresh if its newest run succeeded and is recent enough', () => {
    expect(stands({})).toEqual(['fresh', 'Last good run 2 h ago (limit 24 h)'])
    expect(
      stands({
        last: { state: 'unchanged', reason: 'No changes' },
        last_successful_run: ago(0.2),
      }),
    ).toEqual(['fresh', 'Last good run less than 1 h ago (limit 24 h)'])
  })
  test('described in whole hours, and in days from the fourth day on', () => {
    const age = (hours: number) =>
      stands({ last_successful_run: ago(hours), max_age_hours: 240 })[1]!.split(' (')[0]
    expect([0.99, 1, 95.9, 96].map(age)).toEqual([
      'Last good run less than 1 h ago',
      'Last good run 1 h ago',
      'Last good run 95 h ago',
      'Last good run 4 days ago',
    ])
  })
  test('late only beyond the allowed age', () => {
    expect(stands({ last_successful_run: ago(24) })[0]).toBe('fresh')
    expect(stands({ last_successful_run: ago(24.01) })).toEqual(['late', 'No good run for 24 h (limit 24 h)'])
    expect(stands({ last_successful_run: ago(31) })).toEqual(['late', 'No good run for 31 h (limit 24 h)'])
    expect(stands({ last_successful_run: ago(300), max_age_hours: 240 })).toEqual([
      'late',
      'No good run for 12 days (limit 10 days)',
    ])
  })
  test('flaky with at least two failed runs, more than a quarter, even if the last one succeeded', () => {
    expect(stands({ good_runs: 5, bad_runs: 6 })).toEqual([
      'flaky',
      '6 of 11 runs in the last 48 hours failed; the last run succeeded',
    ])
    expect(stands({ good_runs: 6, bad_runs: 2 })[0]).toBe('fresh')
    expect(stands({ good_runs: 5, bad_runs: 2 })[0]).toBe('flaky')
    expect(stands({ good_runs: 1, bad_runs: 1 })[0]).toBe('fresh')
  })
  test('failing if its newest run was rejected or failed, with how often, why and since when', () => {
    expect(stands({ last: refused, good_runs: 5, bad_runs: 6 })).toEqual([
      'failing',
      '6 of 11 runs in the last 48 hours failed. Last failure: The server refused the password',
    ])
    expect(stands({ last: { state: 'failed', reason: null }, good_runs: 0, bad_runs: 3 })[1]).toBe(
      'All 3 runs in the last 48 hours failed',
    )
    expect(
      stands({ last: { state: 'failed', reason: 'It took 3.5 h.' }, last_successful_run: ago(30) })[1],
    ).toBe('The last run failed: It took 3.5 h. No good run for 30 h')
    expect(
      stands({ last: { state: 'failed', reason: 'Is it there?' }, last_successful_run: ago(30) })[1],
    ).toBe('The last run failed: Is it there? No good run for 30 h')
    expect(stands({ last: refused, good_runs: 0, bad_runs: 1, last_successful_run: null })[1]).toBe(
      'The only run in the last 48 hours failed. Last failure: The server refused the password. No good run yet',
    )
    expect(stands({ last: refused, good_runs: 0, bad_runs: 0, last_successful_run: ago(200) })[1]).toBe(
      'The last run failed: The server refused the password. No good run for 8 days',
    )
  })
  test('held if a run is waiting for approval, whatever else is true', () => {
    const reason = 'Run 7 needs approval: Moved past its threshold: Products'
    expect(stands({ held })).toEqual(['held', reason])
    expect(
      stands({
        held,
        paused: 'schedule',
        last: refused,
        last_successful_run: null,
        good_runs: 0,
        bad_runs: 9,
      }),
    ).toEqual(['held', reason])
  })
  test('paused if a person turned it off, whatever happened before', () => {
    const [standing, reason] = stands({ paused: 'schedule', last: refused, bad_runs: 9 })
    expect(standing).toBe('paused')
    expect(reason).toMatch(/^Schedule turned off\. 9 of 21 runs .*failed\. Last failure: /)
    expect(stands({ paused: 'switched off', last_successful_run: ago(99) })).toEqual([
      'paused',
      'Custom feed turned off',
    ])
  })
  test('called never run until one of its runs counts', () => {
    const none = { last: null, last_successful_run: null, good_runs: 0 }
    expect(stands({ ...none, ran: false })).toEqual(['never_ran', 'No runs yet'])
    expect(stands({ ...none, ran: true })).toEqual(['never_ran', 'No finished runs yet'])
  })
})

test('only a fresh feed counts as succeeding, and its success rate is rounded once and blank without runs', () => {
  expect(standingOf({ ...fresh, good_runs: 5, bad_runs: 6 })).toMatchObject({
    succeeding: false,
    success_rate: 45.5,
  })
  expect(standingOf({ ...fresh, good_runs: 0 })).toMatchObject({ succeeding: true, success_rate: null })
  expect([share(8, 17), share(2, 3), share(0, 4), share(0, 0)]).toEqual([47.1, 66.7, 0, null])
})

test('every status but fresh, paused and never run means trouble', () => {
  expect(standings.filter(inTrouble)).toEqual(['failing', 'held', 'late', 'flaky'])
})
