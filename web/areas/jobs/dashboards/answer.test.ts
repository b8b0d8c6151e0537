import { expect, test } from 'vitest'
import { jobCategories, type JobCategory } from '#contract/jobs/types.ts'
import { answerOf, capacityText, failuresText } from './answer.ts'

const idle = {
  executing: 0,
  queued: 0,
  vcpus: 0,
  average_queued: 0,
  longest_queued: 0,
  average_executing: 0,
  longest_executing: 0,
}
const summary = (of: Partial<Record<JobCategory, Partial<typeof idle>>> = {}, servers = 1) => ({
  capacity: 16,
  servers,
  server_vcpus: servers * 4,
  vcpus_in_use: 2,
  categories: jobCategories.map((category) => ({ category, ...idle, ...of[category] })),
})
const said = (...asked: Parameters<typeof answerOf>) => {
  const { before, loud = '', after = '' } = answerOf(...asked)
  return before + loud + after
}

test.each([
  ['nothing', summary(), 0, 'No jobs running or queued.'],
  ['a running job', summary({ image: { executing: 1 } }), 0, '1 running, none queued. On time.'],
  [
    'a queue within its limits',
    summary({ image: { executing: 2, queued: 1200, longest_queued: 240 } }),
    0,
    '2 running, 1,200 queued. On time.',
  ],
  [
    'a job that waits too long',
    summary({ image: { queued: 3, longest_queued: 268 } }),
    1,
    'On time, except image jobs: oldest queued for 4 h 28 min (limit 4 h).',
  ],
  [
    'jobs that wait too long on average',
    summary({ updating: { queued: 3, average_queued: 131, longest_queued: 200 } }),
    0,
    'On time, except updating jobs: average wait 2 h 11 min (limit 2 h).',
  ],
  [
    'a job that runs too long',
    summary({ updating: { executing: 1, longest_executing: 2940 } }),
    0,
    'On time, except updating jobs: one running for 2 d 1 h (limit 2 d).',
  ],
  [
    'jobs slower than usual',
    summary({ updating: { executing: 3 } }),
    2,
    '3 running, none queued. 2 running longer than usual.',
  ],
  ['no worker', summary({ image: { queued: 4 } }, 0), 0, 'No workers running, 4 queued.'],
] as const)('the summary covers %s', (_, of, slow, text) => expect(said(of, slow)).toBe(text))

test('a category’s dashboard summarizes only its own jobs', () => {
  const of = summary({ image: { queued: 3, longest_queued: 268 }, updating: { executing: 1 } })
  expect([said(of, 0, 'updating'), said(of, 0, 'image')]).toEqual([
    '1 running, none queued. On time.',
    'Jobs are delayed: oldest queued for 4 h 28 min (limit 4 h).',
  ])
})

test('server capacity is shown beside the service’s limit', () => {
  expect(capacityText(summary())).toBe('2 of 4 vCPUs in use on 1 server (service limit 16).')
  expect(capacityText({ ...summary(), vcpus_in_use: 0 })).toBe('4 vCPUs free on 1 server (service limit 16).')
  expect(capacityText(summary({}, 0))).toContain('Start a worker')
})

test('failures are counted with their causes, those that still need somebody first', () => {
  const group = (jobs: number, unrecovered: number) =>
    ({ jobs, unrecovered }) as Parameters<typeof failuresText>[0][number]
  const texts = [
    failuresText([], 24),
    failuresText([group(3, 3)], 72),
    failuresText([group(3, 1), group(3, 0)], 24),
    failuresText([group(3, 0)], 24),
  ]
  expect(texts).toEqual([
    'No jobs failed in the last 24 h.',
    '3 jobs need attention. 3 jobs failed in the last 3 days (1 cause).',
    '1 job needs attention. 6 jobs failed in the last 24 h (2 causes), 5 recovered.',
    '3 jobs failed in the last 24 h (1 cause), all recovered.',
  ])
})
