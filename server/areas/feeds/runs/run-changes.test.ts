import { beforeAll, describe, expect, test } from 'vitest'
import { tookMs } from '#contract/feeds/runs.ts'
import type { Result } from '#contract/index.ts'
import {
  csv,
  waitForRun,
  harness,
  makeFeed,
  manyRows,
  rollBack,
  runFeed,
  staff,
  type Client,
} from '#server/test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})
const changes = async (runId: number, query = '') => {
  const { body, status } = await c.get(`/api/feed-runs/${runId}/changes?${query}`)
  expect(status).toBe(200)
  return body as Result<'listRunChanges'>
}
const row = (sku: string, price: string, qty: string) => [sku, `Title of ${sku}`, price, qty] as const

describe('the list of a run’s changes', () => {
  test('is complete, with the values sent to stores for products that appear or disappear', async () => {
    const feed = await makeFeed(h)
    await feed.publish(csv([row('A', '1.00', '4')]))
    const first = await runFeed(c, feed.feed_id)
    const price = { from: null, to: '1.0000' }
    expect(await changes(first.feed_run_id)).toEqual({
      products: [
        {
          sku: 'A',
          title: 'Title of A',
          change: 'Created',
          fields: { wholesale_price: price, quantity: { from: null, to: '4' } },
        },
      ],
      counts: { Created: 1, Updated: 0, Deleted: 0 },
      whole: true,
    })
  })

  test('can be filtered by kind and text, both while the run is held and after it is applied', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(100))
    await runFeed(c, feed.feed_id)
    await feed.publish(manyRows(40, (i) => [i === 7 ? '500.00' : `${(i % 90) + 1}.50`, String(i % 40)]))
    const held = await runFeed(c, feed.feed_id)
    expect(held.state).toBe('held')
    const look = async () => {
      const all = await changes(held.feed_run_id)
      expect(all.counts).toEqual({ Created: 0, Updated: 1, Deleted: 60 })
      expect(all.products).toHaveLength(61)
      const updated = await changes(held.feed_run_id, 'change=Updated')
      expect(updated.products.map((p) => p.sku)).toEqual(['SKU-7'])
      const found = await changes(held.feed_run_id, 'search=product%2077')
      expect(found.products).toEqual([
        {
          sku: 'SKU-77',
          title: 'Product 77',
          change: 'Deleted',
          fields: { quantity: { from: '37', to: '0' } },
        },
      ])
      expect(found.counts).toEqual(all.counts)
    }
    await look()
    await c.post(`/api/feed-runs/${held.feed_run_id}/apply`, { reason: 'A closed warehouse' })
    expect((await waitForRun(c, held.feed_run_id)).state).toBe('applied')
    await look()
    // what was taken back is known by its examples alone
    await rollBack(c, held.feed_run_id, 'They found it again')
    expect(await changes(held.feed_run_id)).toMatchObject({ counts: null, whole: false })
  })

  test('leaves out values that a blank cell keeps', async () => {
    const feed = await makeFeed(h, { rules: { blank_cell: 'keep' } })
    await feed.publish(csv([row('A', '1.00', '4'), row('B', '2.00', '5')]))
    await runFeed(c, feed.feed_id)
    await feed.publish(csv([['A', '', '9.00', '4'], row('B', '2.00', '5')]))
    const { products } = await changes((await runFeed(c, feed.feed_id, true)).feed_run_id)
    expect(products.map((p) => p.fields)).toEqual([{ wholesale_price: { from: '1.0000', to: '9.0000' } }])
  })
})

test('a run shows how much of its file is read, and the share of rows that good runs rejected', async () => {
  const feed = await makeFeed(h)
  const half = csv([row('A', '1.00', '4'), row('', '1.00', '4')])
  await feed.publish(half)
  const first = await runFeed(c, feed.feed_id)
  expect(first).toMatchObject({ bytes_read: half.length, file_bytes: half.length, rejected_usual: null })
  await feed.publish(csv([row('A', '1.00', '4')]))
  expect((await runFeed(c, feed.feed_id)).rejected_usual).toEqual([50, 50])
  expect((await runFeed(c, feed.feed_id)).rejected_usual).toEqual([0, 50])
})

test('a run whose job was terminated shows as stopping until it stops', async () => {
  const { db } = h.services
  const feed = await makeFeed(h)
  const { job_id } = await db
    .insertInto('job')
    .values({ job_type: 'DROPSHIPPER_MONITORING_JOB', category: 'monitoring', job_status: 1 })
    .returning('job_id')
    .executeTakeFirstOrThrow()
  const { feed_run_id } = await db
    .insertInto('feed_run')
    .values({ feed_id: feed.feed_id, dropshipper_id: feed.dropshipper_id, state: 'running', job_id })
    .returning('feed_run_id')
    .executeTakeFirstOrThrow()
  const run = async () => (await c.get(`/api/feed-runs/${feed_run_id}`)).body
  expect(await run()).toMatchObject({ stopping: false, acts: [] })
  await c.post('/api/jobs/terminate', { job_id, reason: 'The wrong file' })
  const acts = [{ what: 'terminated', by: 'Pat support', reason: 'The wrong file' }]
  expect(await run()).toMatchObject({ stopping: true, acts })
  const phases = JSON.stringify([
    { phase: 'fetch', start_tm: '2026-01-02T03:00:00Z', ms: 1000, rows: null, bytes: null },
    { phase: 'parse', start_tm: '2026-01-02T03:00:01Z', ms: null, rows: null, bytes: null },
  ])
  await db
    .updateTable('feed_run')
    .set({ state: 'terminated', phases, end_tm: '2026-01-02T03:00:31Z' })
    .where('feed_run_id', '=', feed_run_id)
    .execute()
  expect(await run()).toMatchObject({ stopping: false })
  // the phase that was broken off lasted until the end
  expect(tookMs(await run())).toBe(31_000)
  const { body: history } = await c.get(`/api/suppliers/${feed.dropshipper_id}/monitoring`)
  expect(history[0].seconds).toBe(31)
})

test('a held run names the usual number of rows, a file cut off in a line, and the other held runs', async () => {
  const feed = await makeFeed(h)
  const runOf = async (text: string) => {
    await feed.publish(text)
    return runFeed(c, feed.feed_id)
  }
  await runOf(manyRows(100))
  await runOf(manyRows(104))
  const other = await makeFeed(h)
  await other.publish(manyRows(100))
  await runFeed(c, other.feed_id)
  await other.publish(manyRows(40))
  const otherHeld = await runFeed(c, other.feed_id)
  const held = await runOf(manyRows(40).trimEnd().slice(0, -1))
  expect(held).toMatchObject({ state: 'held', rows_usual: [100, 104], ends_in_line: true })
  expect(held.held).toMatchObject({ next_run_id: expect.any(Number) })
  expect(held.held?.others).toBeGreaterThan(0)
  const { body } = await c.get(`/api/feed-runs/${otherHeld.feed_run_id}`)
  expect(body.held.next_run_id).toBe(held.feed_run_id)
  expect((await runOf(manyRows(104))).held).toBeNull()
})
