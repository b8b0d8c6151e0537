import { gzipSync } from 'node:zlib'
import { zip } from '#engine/cases/make.ts'
import { beforeAll, expect, test } from 'vitest'
import type { FeedFormat, FeedMapping } from '#contract/feeds/settings.ts'
import { catalogue, harness, makeFeed, runFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

const mapping: FeedMapping = [
  { field: 'sku', from: 'sku', transforms: [] },
  { field: 'title', from: 'title', transforms: [] },
  { field: 'wholesale_price', from: 'price', transforms: [] },
]
const runOf = async (file: string | Buffer, kind: FeedFormat['kind'] = 'csv') => {
  const feed = await makeFeed(h, { format: { kind, header: true, quote: '"' }, mapping })
  await feed.publish(file)
  const run = await runFeed(c, feed.feed_id)
  const issues = await c.get(`/api/feed-runs/${run.feed_run_id}`)
  return { feed, run, issues: issues.body.issues as unknown[] }
}
/** The attempts of the run's job. */
const attemptsOf = async (runId: number) => {
  const job = await h.services.db
    .selectFrom('job')
    .innerJoin('feed_run', 'feed_run.job_id', 'job.job_id')
    .select('job.attempt')
    .where('feed_run_id', '=', runId)
    .executeTakeFirstOrThrow()
  return job.attempt
}

test('a NUL in a header rejects the file with its line, at the first attempt', async () => {
  const { run } = await runOf('sku,ti\0tle,price\nA,Lamp,5\n')
  expect(run).toMatchObject({
    state: 'rejected',
    reason: 'The name of column 2 contains characters that can’t be stored, such as NUL bytes (line 1)',
    reason_code: 'unsupported_text',
  })
  expect(await attemptsOf(run.feed_run_id)).toBe(1)
})

test('an item with an escape that no table holds is rejected alone, with its line', async () => {
  const items = Array.from({ length: 300 }, (_, i) => ({ sku: `S-${i}`, title: `Lamp ${i}`, price: 5 + i }))
  const bad = ['{"sku":"N-1","title":"a\\u0000b","price":1}', '{"sku":"N-2","title":"a\\ud800b","price":1}']
  const named = '{"sku":"N-3","title":"x","price":1,"a\\u0000b":"y"}'
  const { feed, run, issues } = await runOf(
    `[${[...items.map((item) => JSON.stringify(item)), ...bad, named].join(',')}]`,
    'json',
  )
  expect(run).toMatchObject({ state: 'applied', created: 300, rows_rejected: 3 })
  expect(await attemptsOf(run.feed_run_id)).toBe(1)
  expect(await catalogue(h, feed.feed_id)).toHaveLength(300)
  expect(issues).toEqual([
    expect.objectContaining({
      reason: 'The row contains characters that can’t be stored, such as NUL bytes',
      rows: 3,
      examples: [301, 302, 303].map((line) => expect.objectContaining({ line })),
    }),
  ])
})

test('a value that is cut inside a character is shown with a replacement character', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => `S-${i},Lamp ${i},${5 + i}`)
  const { run, issues } = await runOf(`sku,title,price\n${rows.join('\n')}\nX,Lamp,${'x'.repeat(199)}🙂\n`)
  expect(run).toMatchObject({ state: 'applied', created: 300, rows_rejected: 1 })
  expect(JSON.stringify(issues)).toContain(`${'x'.repeat(199)}�`)
})

const file = 'sku,title,price\nA,Lamp,5\n'
test.each([
  ['gzip in gzip', () => gzipSync(gzipSync(file))],
  ['zip in zip', async () => zip({ 'feed.zip': await zip({ 'feed.csv': file }) })],
  ['gzip in gzip in zip', () => zip({ 'feed.gz': gzipSync(gzipSync(file)) })],
])('an archive in an archive is refused as such: %s', async (_, bytes) => {
  const { run } = await runOf(await bytes())
  expect(run).toMatchObject({
    state: 'rejected',
    reason_code: 'nested_archive',
    reason: 'The archive contains another archive. Only one level is unpacked',
  })
  expect(await attemptsOf(run.feed_run_id)).toBe(1)
})
