import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Phases, type PhaseRow } from './phases.ts'

const began = Date.parse('2026-06-01T12:00:00Z')
beforeEach(() => void vi.useFakeTimers({ now: began, toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())
const pass = (ms: number) => void vi.advanceTimersByTime(ms)
const at = (ms: number) => new Date(began + ms).toISOString()
const newPhases = (earlier: PhaseRow[] = []) => new Phases(earlier, Date.now())
const shown = (phases: Phases) => phases.toJSON().map(({ phase, start_tm, ms }) => [phase, start_tm, ms])

test('each phase starts when the previous one ends, so together they make up the run’s duration', () => {
  const phases = newPhases()
  expect(phases.current).toBeNull()
  phases.begin('fetch')
  pass(100)
  phases.end({ bytes: 7 })
  pass(20)
  phases.begin('compare')
  expect(phases.current).toBe('compare')
  pass(30)
  phases.end({ rows: 3 })
  expect(phases.toJSON()).toEqual([
    { phase: 'fetch', reading: 1, start_tm: at(0), ms: 100, rows: null, bytes: 7 },
    { phase: 'compare', reading: 1, start_tm: at(100), ms: 50, rows: 3, bytes: null },
  ])
})

test('the last phase continues until the run ends, and keeps its rows', () => {
  const phases = newPhases()
  phases.untilNow()
  phases.begin('apply')
  pass(10)
  phases.end({ rows: 5 })
  pass(40)
  phases.untilNow()
  expect(phases.toJSON()).toMatchObject([{ phase: 'apply', ms: 50, rows: 5 }])
})

test('reading is split into four parts, with staging taking the remaining time', () => {
  const phases = newPhases()
  phases.begin('fetch')
  pass(100)
  phases.end()
  phases.begin('parse')
  pass(1000)
  const watch = { now: () => 0, decode: 100, parse: 300, check: 200 }
  phases.endReading(watch, { read: 10, accepted: 8 }, 99)
  expect(shown(phases)).toEqual([
    ['fetch', at(0), 100],
    ['decode', at(100), 100],
    ['parse', at(200), 300],
    ['check', at(500), 200],
    ['stage', at(700), 400],
  ])
  expect(phases.toJSON().map(({ rows, bytes }) => [rows, bytes])).toEqual([
    [null, null],
    [null, null],
    [10, null],
    [10, null],
    [8, 99],
  ])
  phases.begin('compare')
  expect(phases.toJSON().at(-1)).toMatchObject({ phase: 'compare', start_tm: at(1100), ms: null })
})

test('a reading that a person approved is followed by a second one', () => {
  const first = newPhases()
  first.begin('fetch')
  const second = newPhases(first.toJSON())
  expect(second.current).toBeNull()
  second.begin('fetch')
  expect(second.toJSON().map(({ phase, reading }) => [phase, reading])).toEqual([
    ['fetch', 1],
    ['fetch', 2],
  ])
})
