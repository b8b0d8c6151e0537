import { beforeAll, expect, test } from 'vitest'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { file, loadFeed, rows } from '#server/test/stores/priced-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

test('each row of the gate report lists its runs and what was decided about each', async () => {
  const feed = await loadFeed(h, c, rows(60))
  const first = await feed.next(file(rows(30)))
  const path = `/api/feed-runs/${first.feed_run_id}`
  await c.post(`${path}/discard`, { reason: 'Half an export' })
  const second = await feed.next(file(rows(40)))
  const measured = async (measure: string) => (await c.get(`/api/reports/gate/runs?measure=${measure}`)).body
  expect(await measured('lost')).toMatchObject([
    { feed_run_id: second.feed_run_id, state: 'held', sentence: '20 of 60 products are missing.', by: null },
    { feed_run_id: first.feed_run_id, state: 'discarded', by: 'Pat support', reason: 'Half an export' },
  ])
  expect(await measured('currency')).toEqual([])
})

test('an approved run shows what is expected and for how long, until that is revoked', async () => {
  const feed = await loadFeed(h, c, rows(60))
  const run = await feed.next(file(rows(40)))
  const path = `/api/feed-runs/${run.feed_run_id}`
  const expected = { measures: ['lost'], days: 30 }
  await c.post(`${path}/apply`, { reason: 'The range has ended', expected })
  expect((await c.get(path)).body.expected).toMatchObject([{ measure: 'lost', limit: 36.66 }])
  const [{ feed_expectation_id }] = (await c.get(`/api/feeds/${feed.feed_id}/expectations`)).body
  await c.post(`/api/feed-expectations/${feed_expectation_id}/revoke`, { reason: 'It has come back' })
  expect((await c.get(path)).body.expected).toEqual([])
})
