import { expect, test } from 'vitest'
import { observeStuckStock } from './stuck-stock.ts'

/** `|` is a run in which stock moved, `.` one in which it didn't; the oldest first. */
const seen = (runs: string) =>
  observeStuckStock(
    Array.from(runs)
      .toReversed()
      .map((run) => run === '|'),
  )
const after = (runs: string) => seen(runs).map(({ count }) => count)

test('stock that moves in nearly every run counts as stuck after a few runs without change', () => {
  expect(after(`${'|'.repeat(20)}.|.`)).toEqual([])
  expect(after(`${'|'.repeat(20)}.|..`)).toEqual([3])
})
test('stock that seldom moves takes much longer to count as stuck', () => {
  expect(after(`${'|...'.repeat(10)}|${'.'.repeat(10)}`)).toEqual([])
  expect(after(`${'|...'.repeat(10)}|${'.'.repeat(24)}`)).toEqual([25])
  expect(after('.'.repeat(40))).toEqual([])
})
test('a night counts as stuck only if it is longer than the nights before it', () => {
  const night = `${'|'.repeat(16)}${'.'.repeat(8)}`
  expect(after(`${night.repeat(2)}${'|'.repeat(16)}${'.'.repeat(11)}`)).toEqual([])
  expect(after(`${night.repeat(2)}${'|'.repeat(16)}${'.'.repeat(12)}`)).toEqual([13])
})
test('too few runs prove nothing, whether stock moves or not', () => {
  expect(after(`${'|'.repeat(13)}..`)).toEqual([])
  expect(after(`${'|'.repeat(14)}..`)).toEqual([3])
  expect(after(`${'|'.repeat(40)}.`)).toEqual([])
  expect(after('|'.repeat(40))).toEqual([])
})
test('the count is in runs, including the current one', () => {
  expect(seen(`${'|'.repeat(20)}..`)).toEqual([
    { name: 'stuck', window: 'last', count: 3, of: 23, value: 3, words: { what: 'quantity' } },
  ])
})
