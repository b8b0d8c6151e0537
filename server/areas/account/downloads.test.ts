import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { feedFormat } from '#contract/feeds/settings.ts'
import { readXlsx } from '#engine/formats/xlsx.ts'
import {
  client,
  harness,
  makeCustomFeed,
  makeFeed,
  makeLogin,
  staff,
  waitUntil,
  type Client,
} from '#server/test/harness.ts'
import { sql } from '#server/platform/database/db.ts'
import { makeProducts } from '#server/test/stores/sellers.ts'

const h = harness({ worker: true })
let c: Client
let id: number
let feed: Awaited<ReturnType<typeof makeFeed>>
beforeAll(async () => {
  await h.services.db
    .insertInto('market')
    .values([
      { market_id: 39, market_name: 'Shopify' },
      { market_id: 63, market_name: 'Walmart' },
    ])
    .execute()
})
async function customer() {
  const { email, vendor_id } = await makeLogin(h, 'customer')
  return { vendor_id, caller: await client(h, email) }
}
const subscribe = (vendor_id: number, dropshipper_id = feed.dropshipper_id) =>
  h.services.db.insertInto('subscription').values({ vendor_id, dropshipper_id }).execute()
beforeEach(async () => {
  const made = await customer()
  ;[c, id] = [made.caller, made.vendor_id]
  feed = await makeFeed(h, { name: 'Äcorn & Sons' })
  await makeProducts(h, feed, 3)
  await subscribe(id)
})

/** Half the cost on top, where nothing else is said. */
const rule = (place: number, markup_value = '0.5', market_id: number | null = null) =>
  h.services.db
    .insertInto('price_rule')
    .values({
      vendor_id: id,
      place,
      market_id,
      markup_type_id: 2,
      markup_value,
      brand: '',
      cat1: '',
      cat2: '',
      cat3: '',
      cat4: '',
      cat5: '',
      tiers: '[]',
      add_shipping: false,
      add_dropship_fee: false,
      ignore_map: false,
      cap_at_msrp: false,
    })
    .execute()
/** What a custom feed holds counts from its first applied run on. */
const counts = ({ feed_id }: { feed_id: number }) =>
  h.services.db.updateTable('feed').set({ current_run_id: 1 }).where('feed_id', '=', feed_id).execute()
const integrate = (market_id: number) =>
  h.services.db
    .insertInto('vendor_market_map')
    .values({ vendor_id: id, dropshipper_id: feed.dropshipper_id, market_id, is_activated: 1 })
    .execute()
const list = async (by = c) => (await by.get('/api/account/downloadable-dropshippers')).body
const begin = (format = 'csv', by = c, did = feed.dropshipper_id) =>
  by.post(`/api/account/downloadable-dropshippers/${did}`, { format })
const made = async (format = 'csv') => {
  const { body } = await begin(format)
  await waitUntil(
    async () => (await list())[0].files,
    (files) =>
      files.some(
        (f: { list_export_id: number; state: string }) =>
          f.list_export_id === body.list_export_id && f.state === 'ready',
      ),
  )
  return body.list_export_id as number
}
const download = (fileId: number, headers: Record<string, string> = {}, by = c) =>
  h.app.inject({
    url: `/api/account/catalogue-files/${fileId}`,
    headers: { ...by.raw.headers, cookie: by.raw.cookie, 'accept-encoding': 'gzip', ...headers },
  })

test('a catalog has the prices sent to each of the customer’s stores', async () => {
  await integrate(39)
  await integrate(63)
  await rule(1)
  await rule(2, '1', 63)
  const { statusCode, headers, body } = await download(await made())
  expect(statusCode).toBe(200)
  expect(headers['content-disposition']).toContain(encodeURIComponent('äcorn-sons-'))
  const [head, first] = body.slice(1).split('\r\n')
  expect(head).toBe(
    'SKU,Title,Brand,Categories,UPC,Quantity,Cost,Currency,MSRP,MAP,' +
      'Your price at Shopify (USD),Your price at Walmart (USD),Images',
  )
  expect(first).toBe('SKU-1,Product 1,,,,5,10.00,,30.00,,15.00,20.00,https://img/1.jpg')
})
test('prices come from the rules for all markets before a product is sold anywhere, and are blank without rules', async () => {
  const line = async () => (await download(await made())).body.slice(1).split('\r\n')
  expect((await line()).slice(0, 2).map((text) => text.split(',').slice(-2))).toEqual([
    ['Your price (USD)', 'Images'],
    ['', 'https://img/1.jpg'],
  ])
  await rule(1)
  expect((await line())[1]).toContain(',15.00,')
})
test('a supplier without products says so instead of making an empty file', async () => {
  const empty = await makeFeed(h, { name: 'Zero' })
  await subscribe(id, empty.dropshipper_id)
  const has = async () =>
    Object.fromEntries(
      (await list()).map((one: { dropshipper_name: string; has_products: boolean }) => [
        one.dropshipper_name,
        one.has_products,
      ]),
    )
  expect(await has()).toEqual({ 'Äcorn & Sons': true, Zero: false })
  const { status, body } = await begin('csv', c, empty.dropshipper_id)
  expect([status, body.error.message]).toEqual([409, 'No products right now'])
  // a custom feed's products are to be sold, too, but no other vendor's
  const theirs = await makeCustomFeed(h, empty.dropshipper_id)
  await makeProducts(h, { ...theirs, dropshipper_id: empty.dropshipper_id }, 1)
  expect(await has()).toMatchObject({ Zero: false })
  const own = await makeCustomFeed(h, empty.dropshipper_id, { owner: id })
  await makeProducts(h, { ...own, dropshipper_id: empty.dropshipper_id }, 1)
  // nothing of it counts before its first run is applied: the file would be empty
  expect(await has()).toMatchObject({ Zero: false })
  await counts(own)
  expect(await has()).toMatchObject({ Zero: true })
  expect((await begin('csv', c, empty.dropshipper_id)).status).toBe(200)
})

test('a customer sees the same number of products as the file has, with a custom feed too', async () => {
  const { db } = h.services
  await db
    .updateTable('dropshipper')
    .set({ active_products: 3 })
    .where('dropshipper_id', '=', feed.dropshipper_id)
    .execute()
  const told = async () => {
    const { subscriptions } = (await c.get('/api/account/subscriptions')).body
    const [of] = await list()
    const rows = (await download(await made())).body.trimEnd().split('\r\n').length - 1
    return [subscriptions[0].active_products, of.active_products, rows]
  }
  expect(await told()).toEqual([3, 3, 3])
  // two of the supplier's SKUs, and one that it alone has
  const own = await makeCustomFeed(h, feed.dropshipper_id, { owner: id })
  await makeProducts(h, { ...own, dropshipper_id: feed.dropshipper_id }, 2)
  await db
    .insertInto('product')
    .values({
      feed_id: own.feed_id,
      dropshipper_id: feed.dropshipper_id,
      sku: 'MINE',
      content_hash: 1,
      created_run_id: 1,
      updated_run_id: 1,
    })
    .execute()
  expect(await told()).toEqual([3, 3, 3])
  await counts(own)
  expect(await told()).toEqual([4, 4, 4])
  // what another supplier's has leaves this one's as they are
  const another = await makeFeed(h, { name: 'Zebra' })
  const beside = await makeCustomFeed(h, another.dropshipper_id, { owner: id })
  await makeProducts(h, { ...beside, dropshipper_id: another.dropshipper_id }, 3)
  await counts(beside)
  expect(await told()).toEqual([4, 4, 4])
  const switchTo = (active: boolean) =>
    db.updateTable('vendor_custom_feed').set({ active }).where('vendor_id', '=', id).execute()
  await switchTo(false)
  expect(await told()).toEqual([3, 3, 3])
  await switchTo(true)
  // one that the supplier's feed has lost is sold by the custom feed still
  const gone = (gone_tm: string | null) =>
    db
      .updateTable('product')
      .set({ gone_tm })
      .where('feed_id', '=', feed.feed_id)
      .where('sku', '=', 'SKU-1')
      .execute()
  await gone(new Date().toISOString())
  expect(await told()).toEqual([4, 4, 4])
  await gone(null)
  await db
    .updateTable('vendor_custom_feed')
    .set({ is_restricted_setup: true })
    .where('vendor_id', '=', id)
    .execute()
  expect(await told()).toEqual([3, 3, 3])
  const withhold = (...skus: string[]) =>
    db
      .updateTable('product')
      .set((eb) => ({
        product_status_id: eb.case().when('sku', 'in', skus).then(2).else(1).end(),
      }))
      .where('feed_id', '=', own.feed_id)
      .execute()
  await withhold('SKU-1', 'SKU-2')
  expect(await told()).toEqual([1, 1, 1])
  // one that leaves nothing over isn't counted as the supplier's
  await withhold('SKU-1', 'SKU-2', 'MINE')
  const mine = async () => (await c.get('/api/account/subscriptions')).body.subscriptions[0]
  expect((await mine()).active_products).toBe(0)
  expect(await list()).toMatchObject([{ active_products: 0, has_products: false }])
  await withhold('SKU-1', 'SKU-2')
  await db
    .updateTable('dropshipper')
    .set({ allow_browse: -1 })
    .where('dropshipper_id', '=', feed.dropshipper_id)
    .execute()
  expect((await mine()).active_products).toBe(0)
})

test('a workbook stores numbers as numbers', async () => {
  await rule(1)
  const { rawPayload } = await download(await made('xlsx'))
  const path = join(h.dir, 'catalogue.xlsx')
  writeFileSync(path, rawPayload)
  for await (const batch of readXlsx(path, feedFormat.parse({ kind: 'xlsx' })))
    expect(batch.rows.map((row) => row.cells[0])).toEqual(['SKU-1', 'SKU-2', 'SKU-3'])
})

test('an interrupted download resumes where it stopped, for the same file only', async () => {
  const fileId = await made()
  const whole = await download(fileId)
  const { length } = whole.rawPayload
  expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': String(length) })
  const { etag } = whole.headers
  const rest = await download(fileId, { range: 'bytes=40-', 'if-range': String(etag) })
  expect([rest.statusCode, rest.headers['content-range']]).toEqual([206, `bytes 40-${length - 1}/${length}`])
  expect(rest.rawPayload).toEqual(whole.rawPayload.subarray(40))
  expect((await download(fileId, { range: 'bytes=5-9' })).rawPayload).toEqual(
    whole.rawPayload.subarray(5, 10),
  )
  const other = await download(fileId, { range: 'bytes=40-', 'if-range': '"another"' })
  expect([other.statusCode, other.rawPayload]).toEqual([200, whole.rawPayload])
  expect((await download(fileId, { range: `bytes=${length}-` })).statusCode).toBe(416)
})

test('submitting twice makes one file', async () => {
  // the file can't be finished before all three have asked
  const tx = await h.services.db.startTransaction().execute()
  await sql`lock table price_rule in access exclusive mode`.execute(tx)
  const answers = await Promise.all([begin(), begin(), begin()])
  await tx.rollback().execute()
  expect(new Set(answers.map((a) => a.body.list_export_id)).size).toBe(1)
  expect((await begin('xlsx')).body.list_export_id).not.toBe(answers[0].body.list_export_id)
})

test('a customer can make sixty files an hour', async () => {
  await sql`
    insert into rate_limit (bucket, window_start, hits)
    select ${`catalogs of ${id}`},
      to_timestamp(floor(extract(epoch from now()) / 3600) * 3600), 59`.execute(h.services.db)
  expect((await begin()).status).toBe(200)
  const refused = await begin('xlsx')
  expect([refused.status, refused.body.error.message]).toEqual([
    429,
    'You’ve created too many files. Try again in an hour',
  ])
})

test('a file is available for a week', async () => {
  const fileId = await made()
  const ago = (time: string) =>
    sql`update list_export set insert_tm = now() - ${time}::interval where list_export_id = ${fileId}`.execute(
      h.services.db,
    )
  await ago('6 days 23:59')
  expect((await list())[0].files).toHaveLength(1)
  await ago('7 days 00:01')
  expect((await list())[0].files).toEqual([])
})

test('other customers’ files and suppliers aren’t found, nor one’s own after the subscription ends', async () => {
  const fileId = await made()
  const other = await customer()
  expect((await download(fileId, {}, other.caller)).statusCode).toBe(404)
  expect((await begin('csv', other.caller)).status).toBe(404)
  expect((await begin('csv', c, 987_654)).status).toBe(404)
  expect(await list(other.caller)).toEqual([])
  await subscribe(other.vendor_id)
  expect((await list(other.caller))[0].files).toEqual([])
  expect((await download(fileId, {}, other.caller)).statusCode).toBe(404)
  await h.services.db.deleteFrom('subscription').where('vendor_id', '=', id).execute()
  expect((await download(fileId)).statusCode).toBe(404)
  expect(await list()).toEqual([])
})

test('there is no catalog if the supplier has none, has turned downloads off, or is closed to the customer', async () => {
  const { db } = h.services
  const browse = (allow_browse: number) =>
    db
      .updateTable('dropshipper')
      .set({ allow_browse })
      .where('dropshipper_id', '=', feed.dropshipper_id)
      .execute()
  for (const closed of [-1, -2]) {
    await browse(closed)
    expect([await list(), (await begin()).status]).toEqual([[], 404])
  }
  await browse(0)
  expect(await list()).toHaveLength(1)
  const support = await staff(h)
  const config = (config_value: string) =>
    support.post('/api/suppliers/config', [
      { dropshipper_id: feed.dropshipper_id, config_name: 'catalogue_download', config_value },
    ])
  expect((await config('no')).status).toBe(400)
  expect((await config('0')).status).toBe(204)
  expect([await list(), (await begin()).status]).toEqual([[], 404])
  await config('1')
  expect(await list()).toHaveLength(1)
})

test('a supplier without a catalog has one for a customer whose custom feed is on', async () => {
  const { db } = h.services
  await db
    .updateTable('dropshipper')
    .set({ allow_browse: -2 })
    .where('dropshipper_id', '=', feed.dropshipper_id)
    .execute()
  const own = await makeCustomFeed(h, feed.dropshipper_id, { owner: id, active: false })
  await makeProducts(h, { ...own, dropshipper_id: feed.dropshipper_id }, 1)
  expect([await list(), (await begin()).status]).toEqual([[], 404])
  await db.updateTable('vendor_custom_feed').set({ active: true }).where('vendor_id', '=', id).execute()
  await counts(own)
  expect(await list()).toMatchObject([{ has_products: true }])
  expect((await begin()).status).toBe(200)
})

test('many clicks at once make one file, without a wait', async () => {
  // one that is made meanwhile would be another one's turn
  await h.worker!.stop()
  const answers = await Promise.all(Array.from({ length: 40 }, () => begin()))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(new Set(answers.map(({ body }) => body.list_export_id)).size).toBe(1)
})
