import { expect, test } from 'vitest'
import { stuck } from './stuck.ts'

/** `|` is a run in which stock moved, `.` one in which it didn't; the oldest first. */
const after = (runs: string) =>
  stuck(
    runs
      .split('')
      .toReversed()
      .map((run) => run === '|'),
  )[0]?.count

test('stock that moves in nearly every run is stuck after a few still ones', () => {
  expect(after(`${'|'.repeat(20)}.|.`)).toBeUndefined()
  expect(after(`${'|'.repeat(20)}.|..`)).toBe(3)
})
test('stock that seldom moves isn’t soon', () => {
  expect(after(`${'|...'.repeat(10)}|${'.'.repeat(10)}`)).toBeUndefined()
  expect(after(`${'|...'.repeat(10)}|${'.'.repeat(24)}`)).toBe(25)
  expect(after('.'.repeat(40))).toBeUndefined()
})
test('a night is no longer than the nights before it', () => {
  const night = `${'|'.repeat(16)}${'.'.repeat(8)}`
  expect(after(`${night.repeat(2)}${'|'.repeat(16)}${'.'.repeat(9)}`)).toBeUndefined()
  expect(after(`${night.repeat(2)}${'|'.repeat(16)}${'.'.repeat(12)}`)).toBe(13)
})
test('a few runs say nothing', () => {
  expect(after('||||||....')).toBeUndefined()
})
