import { beforeAll, expect, test } from 'vitest'
import type { TriedFile } from '#contract/feeds/file-back-test.ts'
import { catalogue, harness, staff, waitUntil, type Client } from '#server/test/harness.ts'
import { full, joinedFeed, productsMap, twenty } from '#server/test/joined-feed.ts'
import { file, loadFeed, mapping, rows } from '#server/test/stores/priced-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

const all = rows(100)
const day = (n: number) => all.map((r, i) => (i % 9 === n ? { ...r, qty: String(Number(r.qty) + 1) } : r))
const format = { kind: 'csv' } as const

async function tried(feedId: number, settings: object) {
  const asked = await c.post(`/api/feeds/${feedId}/file-back-tests`, settings)
  expect(asked.status).toBe(200)
  const path = `/api/feed-back-tests/${asked.body.feed_back_test_id}`
  const { body } = await waitUntil(
    () => c.get(path),
    (answer) => answer.body.end_tm !== null,
  )
  expect(body.reason).toBeNull()
  return body as { of_files: number; files: TriedFile[] }
}
const ends = (of: { files: TriedFile[] }) => of.files.map((f) => [f.was, f.is])

/** A good day, one that lost a fifth and was let be, and another good day. */
async function feedOfThree() {
  const feed = await loadFeed(h, c, all)
  await feed.next(file(day(1)))
  await feed.next(file(day(2).slice(20)))
  await feed.next(file(day(3)))
  return feed
}

test('a threshold is tried on the actual files: it shows what would have been held or passed', async () => {
  const feed = await feedOfThree()
  const before = await catalogue(h, feed.feed_id)
  const usual = await tried(feed.feed_id, { format, mapping, rules: {} })
  expect(ends(usual)).toEqual([
    ['applied', 'unchanged'],
    ['applied', 'applied'],
    ['superseded', 'held'],
    ['applied', 'applied'],
  ])
  expect(usual.files[2]).toMatchObject({
    sentence: expect.stringContaining('20 of 100 products are missing') as string,
    deleted: 20,
  })
  const wide = await tried(feed.feed_id, { format, mapping, rules: { threshold_percent: 30 } })
  expect(ends(wide)[2]).toEqual(['superseded', 'applied'])
  expect(await catalogue(h, feed.feed_id)).toEqual(before)
})

test('a mapping and rules can be tried too: the test shows what a file would have become', async () => {
  const feed = await feedOfThree()
  const crossed = mapping.map((m) =>
    m.field === 'wholesale_price' ? { ...m, from: 'msrp' } : m.field === 'msrp' ? { ...m, from: 'price' } : m,
  )
  const { files } = await tried(feed.feed_id, { format, mapping: crossed, rules: {} })
  expect(files[0]).toMatchObject({ is: 'held', products: 100, rows_read: 100 })
  expect(files[0]!.sentence).toContain('cost more than their list price')
  const titles = mapping.map((m) => (m.field === 'wholesale_price' ? { ...m, from: 'title' } : m))
  const unreadable = await tried(feed.feed_id, { format, mapping: titles, rules: {} })
  expect(unreadable.files[0]).toMatchObject({ is: 'held', rows_rejected: 100, products: 100 })
  expect(unreadable.files[0]!.sentence).toContain('100 of 100 rows were rejected')
  const other = await tried(feed.feed_id, { format: { kind: 'csv', delimiter: ';' }, mapping, rules: {} })
  expect(other.files.every((f) => f.is === 'rejected' && f.sentence !== '')).toBe(true)
  const partial = await tried(feed.feed_id, { format, mapping, rules: { covers: 'some' } })
  expect(partial.files[2]).toMatchObject({ was: 'superseded', is: 'applied', deleted: 0, products: 100 })
})

test('a back-test that is terminated leaves no staging table behind', async () => {
  const feed = await loadFeed(h, c, rows(20_000))
  await feed.next(file(rows(20_000).map((r) => ({ ...r, qty: '9' }))))
  const path = `/api/feeds/${feed.feed_id}/file-back-tests`
  const { job_id, feed_back_test_id } = (await c.post(path, { format, mapping, rules: {} })).body
  await waitUntil(stages, (names) => names.length > 0)
  await c.post('/api/jobs/terminate', { job_id, reason: 'Other settings' })
  const { body } = await waitUntil(
    () => c.get(`/api/feed-back-tests/${feed_back_test_id}`),
    (answer) => answer.body.end_tm !== null,
  )
  expect(body.reason).toContain('Other settings')
  expect(await waitUntil(stages, (names) => names.length === 0)).toEqual([])
})
const stages = async () =>
  (
    await h.services.database.pool.query<{ relname: string }>(
      `select relname from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname = 'feed_stage' and relkind = 'r'`,
    )
  ).rows.map((row) => row.relname)

test('a back-test includes each file once, without dry runs, as applied if it was in the end', async () => {
  const feed = await loadFeed(h, c, all)
  await feed.next(file(day(4)), true)
  const held = await feed.next(file(day(2).slice(20)))
  await c.post(`/api/feed-runs/${held.feed_run_id}/apply`, { reason: 'A range that ended' })
  await waitUntil(
    async () => (await c.get(`/api/feed-runs/${held.feed_run_id}`)).body.state as string,
    (state) => state === 'applied',
  )
  const { files } = await tried(feed.feed_id, { format, mapping, rules: {} })
  expect(files.map((f) => [f.was, f.is])).toEqual([
    ['applied', 'unchanged'],
    ['applied', 'held'],
  ])
})

test('only one back-test runs at a time: a second request is refused with the running job’s number', async () => {
  const feed = await feedOfThree()
  const path = `/api/feeds/${feed.feed_id}/file-back-tests`
  const asked = await Promise.all([1, 2].map(() => c.post(path, { format, mapping, rules: {} })))
  expect(asked.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const { job_id } = asked.find((a) => a.status === 200)!.body
  expect(asked.find((a) => a.status === 409)!.body.error.message).toBe(
    `Job ${job_id} is already testing settings for this feed`,
  )
})

test('a back-test leaves nothing behind, and requires a SKU and files to try', async () => {
  const feed = await feedOfThree()
  await tried(feed.feed_id, { format, mapping, rules: {} })
  expect(await stages()).toEqual([])
  const path = `/api/feeds/${feed.feed_id}/file-back-tests`
  const noSku = await c.post(path, { format, mapping: mapping.slice(1), rules: {} })
  expect([noSku.status, noSku.body.error.fields]).toEqual([400, { mapping: 'Map the SKU first' }])
  const fresh = await loadFeed(h, c, all)
  expect(
    (await c.post(`/api/feeds/${fresh.feed_id}/file-back-tests`, { format, mapping, rules: {} })).status,
  ).toBe(409)
  expect((await c.post('/api/feeds/999999/file-back-tests', { format, mapping, rules: {} })).status).toBe(404)
})

test('of several files, those read together are tried together', async () => {
  const feed = await joinedFeed(h, c)
  await feed.products(twenty)
  for (const more of [0, 1, 2]) {
    await feed.stock(full.map(([sku, had], i) => [sku!, String(Number(had) + (i < 5 ? more : 0))]))
    expect(await feed.run()).toMatchObject({ state: 'applied' })
  }
  const { files } = await tried(feed.feed_id, { format, mapping: productsMap, rules: {} })
  expect(files.map((f) => [f.is, f.created, f.updated])).toEqual([
    ['unchanged', 0, 0],
    ['applied', 0, 5],
    ['applied', 0, 5],
  ])
})
