import { expect, test } from 'vitest'
import { errorQueue, retryMs } from './error-queue.ts'

test('every report arrives once and in order, also those that the server puts off', async () => {
  const arrived: string[] = []
  const pauses: number[] = []
  let calls = 0
  const add = errorQueue(
    // the server takes ten, then puts off the next
    (report) => {
      if (calls++ % 11 === 10) return Promise.resolve('later')
      arrived.push(report)
      return Promise.resolve('done')
    },
    (ms) => Promise.resolve(void pauses.push(ms)),
  )
  const reports = Array.from({ length: 120 }, (_, n) => `error ${n}`)
  for (const report of reports) add(report)
  await expect.poll(() => arrived.length).toBe(120)
  expect(arrived).toEqual(reports)
  expect(new Set(pauses)).toEqual(new Set([retryMs]))
  add('a late one')
  await expect.poll(() => arrived.at(-1)).toBe('a late one')
})
