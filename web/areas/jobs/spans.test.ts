import { expect, test } from 'vitest'
import { stepsOf } from './spans.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 29, 12, 0, second)).toISOString()
const line = (job_log_id: number, second: number, attempt = 1) => ({
  job_log_id,
  tm: at(second),
  attempt,
  level: 'info',
  message: `Step ${job_log_id}`,
})
const attempt = (n: number, start: number, end: number | null) => ({
  attempt: n,
  server: 'one',
  start_tm: at(start),
  end_tm: end === null ? null : at(end),
  outcome: null,
  reason: null,
})

test('a step lasts until the next line of its attempt, the last one until the attempt’s end', () => {
  const steps = stepsOf({
    log: [line(1, 0), line(2, 6), line(3, 20, 2)],
    attempts: [attempt(1, 0, 10), attempt(2, 20, 24)],
  })
  expect(steps.map(({ begins, ends, seconds }) => [begins, ends, seconds])).toEqual([
    [0, 0.6, 6],
    [0.6, 1, 4],
    [0, 1, 4],
  ])
})

test('the last step of a running attempt lasts until now', () => {
  const [step] = stepsOf({ log: [line(1, 5)], attempts: [attempt(1, 0, null)] }, Date.parse(at(20)))
  expect(step).toMatchObject({ begins: 0.25, ends: 1, seconds: 15 })
})
