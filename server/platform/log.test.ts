import { expect, test } from 'vitest'
import { plainLine } from './log.ts'

test('a record becomes one line that a person reads', () => {
  expect(
    plainLine({
      level: 40,
      time: '2026-11-29T21:04:05.678Z',
      job_id: 7,
      err: { type: 'Error', message: 'The server answered 503', stack: 'Error\n    at x' },
      msg: 'job failed',
    }),
  ).toBe('21:04:05 Warning: job failed: The server answered 503 (job_id 7)\n')
  expect(plainLine({ level: 50, time: '2026-11-29T21:04:05.678Z', err: 'refused' })).toBe(
    '21:04:05 Error: refused\n',
  )
  expect(plainLine({ level: 30, time: '2026-11-29T21:04:05.678Z', msg: 'stopping', signal: 'SIGINT' })).toBe(
    '21:04:05 Info: stopping (signal SIGINT)\n',
  )
})
