import { expect, test } from 'vitest'
import { causesOf, firstSince, listOfCause, subscriptionsOf, whyOf } from './causes.ts'
import type { MonitoredFeed } from './standing.tsx'

const feed = (supplier: string, more: Partial<MonitoredFeed>): MonitoredFeed =>
  ({
    dropshipper_id: 1,
    supplier,
    standing: 'failing',
    standing_reason: `why of ${supplier}`,
    last_reason: null,
    last_reason_code: null,
    sub_count: 10,
    ...more,
  }) as MonitoredFeed
const told = (feeds: readonly MonitoredFeed[]) =>
  causesOf(feeds).map(({ text, feeds: of }) => [text, of.map((m) => m.supplier).join()])

test('feeds with the same cause share one line, the most frequent first, and failing before held', () => {
  const answered = { last_reason: 'The server answered 503', last_reason_code: 'http_status' }
  expect(
    told([
      feed('A', { last_reason: 'No file', last_reason_code: 'missing' }),
      feed('B', { standing: 'held' }),
      feed('C', answered),
      feed('D', { standing: 'held' }),
      feed('E', answered),
    ]),
  ).toEqual([
    ['fail: The server answered 503', 'C,E'],
    ['No file', 'A'],
    ['held for approval', 'B,D'],
  ])
})

test('a wrong password and an outage are separate causes, but errors on different lines of a file are one', () => {
  const broken = (line: number) => ({
    last_reason: `Broken at line ${line}.`,
    last_reason_code: 'not_well_formed',
  })
  expect(
    told([
      feed('A', { last_reason: 'The server answered 403', last_reason_code: 'http_status' }),
      feed('B', { last_reason: 'The server answered 503', last_reason_code: 'http_status' }),
      feed('C', broken(12)),
      feed('D', broken(4811)),
    ]),
  ).toEqual([
    ['fail: Broken at line 12, or similar', 'C,D'],
    ['The server answered 403', 'A'],
    ['The server answered 503', 'B'],
  ])
})

test('without a code, causes are grouped by their reason, ignoring its numbers', () => {
  const failed = (supplier: string, last_reason: string | null) => feed(supplier, { last_reason })
  expect(
    told([
      failed('A', 'File 20261121 is gone'),
      failed('B', 'File 20261122 is gone'),
      failed('C', 'The disk is full'),
      failed('D', null),
    ]),
  ).toEqual([
    ['fail: File 20261121 is gone, or similar', 'A,B'],
    ['The disk is full', 'C'],
    ['The run failed without a recorded reason', 'D'],
  ])
})

test.each([
  ['late', 'had no good run within their limit'],
  ['flaky', 'failed often, but their last run succeeded'],
] as const)('one feed that is %s shows its own reason, and several together %s', (standing, several) => {
  const [a, b] = [feed('A', { standing }), feed('B', { standing })]
  expect(told([a, feed('C', { standing: 'held' })])).toEqual([
    ['why of C', 'C'],
    ['why of A', 'A'],
  ])
  expect(told([a, b])).toEqual([[several, 'A,B']])
})

test('a single held feed says why it is held, and a cause says how to fix it', () => {
  const held = feed('A', {
    standing: 'held',
    standing_reason: 'Run 4811 needs approval: 8 of 9 products are missing',
  })
  const [first] = causesOf([held])
  expect(first!.text).toBe('8 of 9 products are missing')
  const [gone] = causesOf([feed('B', { last_reason: 'No column', last_reason_code: 'column_gone' })])
  expect(gone!.todo).toBe('Choose its new column.')
  expect(subscriptionsOf([held, gone!.feeds[0]!])).toBe(20)
})

test('a feed’s line adds its last failure to its status', () => {
  const bad = { bad_runs: 2, good_runs: 8, bad_reason: 'The server refused the password.' }
  const of = (more: Partial<MonitoredFeed>) => whyOf(feed('A', { ...bad, ...more }))
  expect(of({})).toBe('why of A')
  expect(of({ standing: 'held', standing_reason: 'Run 7 needs approval: All prices?' })).toBe('All prices?')
  expect(of({ standing: 'late', standing_reason: 'No good run for 30 h (limit 24 h)' })).toBe(
    'No good run for 30 h (limit 24 h). Last failure: The server refused the password',
  )
  expect(of({ standing: 'flaky', standing_reason: 'Is it there?' })).toBe(
    'Is it there? Last failure: The server refused the password',
  )
  expect(of({ standing: 'fresh' })).toBe('Failed 2 of 10 runs: The server refused the password')
  expect(of({ standing: 'fresh', bad_runs: 0 })).toBe('why of A')
  expect(of({ standing: 'fresh', bad_reason: null })).toBe('Failed 2 of 10 runs: no recorded reason')
})

test('a cause leads to its feeds alone: by their status, or, among other failing ones, by what failed', () => {
  const answered = { last_reason: 'The server answered 503', last_reason_code: 'http_status' }
  const addresses = causesOf([feed('A', answered), feed('B', answered), feed('C', { standing: 'held' })]).map(
    (cause) => listOfCause(cause, 'custom'),
  )
  expect(addresses).toEqual([
    '/dashboards/monitoring?mode=custom&cause=failing+The+server+answered+503',
    '/dashboards/monitoring?mode=custom&status=held',
  ])
})

test('a cause began with the first of its feeds, if any says when', () => {
  const at = (standing_since: string | null) => feed('A', { standing_since })
  expect(firstSince([at('2026-11-30T02:00:00Z'), at(null), at('2026-11-29T22:00:00Z')])).toBe(
    '2026-11-29T22:00:00Z',
  )
  expect(firstSince([at(null)])).toBeUndefined()
})
