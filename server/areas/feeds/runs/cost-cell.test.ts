import { Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { joinedFeed } from '#server/test/joined-feed.ts'
import { harness, makeFeed, runFeed, staff, type Client } from '#server/test/harness.ts'
import { sql } from '#server/platform/database/db.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

const mapping = [
  { field: 'sku' as const, from: 'Item', transforms: [{ kind: 'prefix' as const, text: 'X-' }] },
  { field: 'wholesale_price' as const, from: 'Your cost', transforms: [{ kind: 'price' as const }] },
]
async function read(text: string, rules: object = {}) {
  const feed = await makeFeed(h, { mapping, rules })
  const next = async (of: string) => {
    await feed.publish(of)
    return (await runFeed(c, feed.feed_id)).feed_run_id as number
  }
  const run = await next(text)
  const cell = async (sku: string, feedId = feed.feed_id) => {
    const { product_id } = await h.services.db
      .selectFrom('product')
      .select('product_id')
      .where('feed_id', '=', feed.feed_id)
      .where('sku', '=', sku)
      .executeTakeFirstOrThrow()
    return c.get(`/api/feeds/${feedId}/cost-cell?product_id=${product_id}`)
  }
  return { ...feed, run, next, cell }
}

test('a product’s cost is shown as written in the file that last changed it', async () => {
  const f = await read('Item,Your cost\na-1,"$ 1,250.00 "\na-2,7\n')
  const seen = { column: 'Your cost', not_seen: null }
  expect((await f.cell('X-a-1')).body).toEqual({ ...seen, text: '$ 1,250.00 ', run_id: f.run })
  const run = await f.next('Item,Your cost\na-1,$ 1250\na-2,8.00\n')
  expect((await f.cell('X-a-2')).body).toEqual({ ...seen, text: '8.00', run_id: run })
  // it is the same amount: the run before changed it last
  expect((await f.cell('X-a-1')).body).toEqual({ ...seen, text: '$ 1,250.00 ', run_id: f.run })
})

test('when a SKU appears twice, the row that counts is shown', async () => {
  const text = 'Item,Your cost\nA,1.00\nA,2.00\n'
  for (const [repeated_sku, cost] of [
    ['first', '1.00'],
    ['last', '2.00'],
  ])
    expect((await (await read(text, { repeated_sku })).cell('X-A')).body).toMatchObject({ text: cost })
})

test('a cost that can’t be looked up says why, and another feed’s product isn’t found', async () => {
  const f = await read('Item,Your cost\nA,1.00\n')
  const other = await read('Item,Your cost\nA,3.00\n')
  expect((await f.cell('X-A', other.feed_id)).status).toBe(404)
  const { db } = h.services
  const why = async () => {
    const { not_seen, text } = (await f.cell('X-A')).body
    expect(text).toBeNull()
    return not_seen
  }
  const set = (what: object) =>
    db.updateTable('feed_run').set(what).where('feed_run_id', '=', f.run).execute()
  await set({ file_bytes: 65 * 1024 ** 2 })
  expect(await why()).toBe('too_large')
  await set({ file_bytes: 10 })
  await sql`update product set sku = 'X-B' where feed_id = ${f.feed_id}`.execute(db)
  const { body } = await f.cell('X-B')
  expect(body).toEqual({ column: 'Your cost', text: null, run_id: null, not_seen: 'not_there' })
  await sql`update product set sku = 'X-A' where feed_id = ${f.feed_id}`.execute(db)
  const { file_key } = await db
    .selectFrom('feed_run')
    .select('file_key')
    .where('feed_run_id', '=', f.run)
    .executeTakeFirstOrThrow()
  await h.services.files.put(file_key!, Readable.from([Buffer.from('PK\x03\x04 no archive')]))
  expect(await why()).toBe('unread')
  await set({ file_key: null })
  expect(await why()).toBe('not_kept')
  const constant = [mapping[0]!, { field: 'wholesale_price', from: '', transforms: [] }]
  await db
    .updateTable('feed')
    .set({ mapping: JSON.stringify(constant) })
    .where('feed_id', '=', f.feed_id)
    .execute()
  expect(await why()).toBe('no_column')
})

test('a further file’s cost overrides the main file’s unless it is blank', async () => {
  const cost = { field: 'wholesale_price' as const, from: 'cost', transforms: [] }
  const key = { field: 'sku' as const, from: 'code', transforms: [] }
  const feed = await joinedFeed(h, c, { stock: [key, cost] })
  await feed.products([
    ['A', 'Apple', '1'],
    ['B', 'Beer', '2.00'],
  ])
  await feed.stockText('code;cost\nA;1.50\nB;\n')
  await feed.run()
  const { rows } = await sql<{ product_id: number }>`
    select product_id from product where feed_id = ${feed.feed_id} order by sku`.execute(h.services.db)
  const cells = await Promise.all(
    rows.map((row) => c.get(`/api/feeds/${feed.feed_id}/cost-cell?product_id=${row.product_id}`)),
  )
  expect(cells.map(({ body }) => [body.column, body.text])).toEqual([
    ['cost', '1.50'],
    [expect.any(String), '2.00'],
  ])
})
