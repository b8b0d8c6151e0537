import { expect, test } from 'vitest'
import { queuePoints, serverPoints, serverSeries } from './server-points.ts'

const [early, late] = ['2026-11-30T01:00:00Z', '2026-11-30T01:10:00Z']
const samples = {
  servers: 2,
  samples: [
    { tm: early, server: 'b', cpu: 0.5, memory_bytes: 100, running_jobs: 0 },
    { tm: late, server: 'a', cpu: 1.5, memory_bytes: 300, running_jobs: 2 },
    { tm: late, server: 'b', cpu: 0.7, memory_bytes: 200, running_jobs: 1 },
  ],
  queue: [
    { tm: early, queued: 3 },
    { tm: late, queued: 0 },
  ],
}

test('each server is a series of its own, and has no value while it wasn’t there', () => {
  expect(serverSeries(samples).map(({ name, color }) => [name, color])).toEqual([
    ['a', 'var(--d1)'],
    ['b', 'var(--d2)'],
  ])
  expect(serverPoints(samples, 'cpu')).toMatchObject([
    { a: null, b: 0.5 },
    { a: 1.5, b: 0.7 },
  ])
  expect(queuePoints(samples)).toMatchObject([{ Queued: 3 }, { Queued: 0 }])
})
