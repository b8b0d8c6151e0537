import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FeedMapping } from '#contract/feeds/settings.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import { harness, makeFeed, makeLogin, runFeed, staff, waitUntil, type Client } from '#server/test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

const columns = [
  'sku',
  'title',
  'manufacturer',
  'upc',
  'asin',
  'quantity',
  'images',
  'wholesale_price',
] as const
const mapping: FeedMapping = columns.map((field) => ({ field, from: field, transforms: [] }))
type Row = Partial<Record<(typeof columns)[number], string>> & { sku: string }
const file = (rows: readonly Row[]) =>
  [columns.join(','), ...rows.map((r, i) => columns.map((k) => priced(r, i)[k] ?? '').join(','))].join('\n') +
  '\n'
const priced = (r: Row, i: number): Row => ({ title: `Lamp ${i}`, wholesale_price: `${i + 5}.50`, ...r })
async function publish(rows: readonly Row[], feed?: Awaited<ReturnType<typeof makeFeed>>) {
  const f = feed ?? (await makeFeed(h, { mapping, rules: { threshold_percent: 100 } }))
  await f.publish(file(rows))
  expect(await runFeed(c, f.feed_id)).toMatchObject({ state: 'applied' })
  return f
}
const settled = (id: number, what: 'solr' | 'image') =>
  waitUntil(
    () => c.get(`/api/suppliers/${id}/${what}/current`),
    (a) =>
      a.body.current === null &&
      (what === 'image' ? true : a.body.pending_new + a.body.pending_changed === 0),
  )
const find = async (q: string, id?: number) =>
  (await c.get(`/api/products/find?q=${encodeURIComponent(q)}${id ? `&dropshipper_id=${id}` : ''}`)).body
const skus = (found: { products: { sku: string }[] }) => found.products.map((p) => p.sku)

describe('the search index', () => {
  test('finds a vendor’s subscribed products, and nothing from another vendor’s custom feed', async () => {
    const sku = 'VX-77120'
    const mine = await publish([{ sku: `${sku}-1`, title: 'Brass Compass' }])
    const others = await publish([{ sku: `${sku}-2`, title: 'Brass Compass' }])
    await settled(mine.dropshipper_id, 'solr')
    await settled(others.dropshipper_id, 'solr')
    const [{ vendor_id }, somebody] = [await makeLogin(h, 'customer'), await makeLogin(h, 'customer')]
    const found = async (q: string) =>
      skus((await c.get(`/api/products/find?q=${q}&vendor_id=${vendor_id}`)).body)
    expect(await found(sku)).toEqual([])
    const { dropshipper_id } = mine
    await h.services.db.insertInto('subscription').values({ vendor_id, dropshipper_id }).execute()
    for (const q of [sku, 'brass+compass']) expect(await found(q)).toEqual([`${sku}-1`])
    const { vendor_custom_feed_id } = await h.services.db
      .insertInto('vendor_custom_feed')
      .values({ vendor_id: somebody.vendor_id, dropshipper_id })
      .returning('vendor_custom_feed_id')
      .executeTakeFirstOrThrow()
    await h.services.db
      .updateTable('feed')
      .set({ vendor_custom_feed_id })
      .where('feed_id', '=', mine.feed_id)
      .execute()
    for (const q of [sku, 'brass+compass']) expect(await found(q)).toEqual([])
    // staff read whose it is
    const { company } = await h.services.db
      .selectFrom('vendor')
      .select('company')
      .where('vendor_id', '=', somebody.vendor_id)
      .executeTakeFirstOrThrow()
    expect((await find(`${sku}-1`)).products).toMatchObject([{ own_feed_of: company }])
    expect((await find(`${sku}-2`)).products).toMatchObject([{ own_feed_of: null }])
  })
  const rows: Row[] = [
    {
      sku: 'AB-1001',
      title: 'Foldable Lantern black',
      manufacturer: 'Trailmark',
      upc: '036000291452',
      asin: 'B0ABCDEFG1',
      quantity: '3',
    },
    { sku: 'AB-1002', title: 'Foldable Lantern white', manufacturer: 'Trailmark', quantity: '0' },
    { sku: 'ZZ-9000', title: 'Oak Shelf', manufacturer: 'Hearth & Co', quantity: '9' },
  ]
  test('finds products by SKU, UPC, ASIN, title and brand, with one typo allowed in each', async () => {
    const feed = await publish(rows)
    await settled(feed.dropshipper_id, 'solr')
    expect(await find('ab1001')).toMatchObject({
      by: 'identifier',
      products: [{ sku: 'AB-1001', active: true, quantity: 3 }],
    })
    expect(skus(await find('AB-10'))).toEqual(['AB-1001', 'AB-1002'])
    expect(skus(await find('036000291452'))).toEqual(['AB-1001'])
    expect(skus(await find('b0abcdefg1'))).toEqual(['AB-1001'])
    expect(skus(await find('trailmark lantern whi'))).toEqual(['AB-1002'])
    expect(await find('folable lantren white')).toMatchObject({
      by: 'spelling',
      read_as: 'foldable lantern white',
      products: [{ sku: 'AB-1002' }],
    })
    expect(await find('Heart shelf')).toMatchObject({ by: 'spelling', products: [{ sku: 'ZZ-9000' }] })
    for (const slip of ['ZZ-9O00', 'ZZ-900', 'ZZ-90000', 'ZZ-9000X', 'Z-9000'])
      expect(skus(await find(slip)), slip).toEqual(['ZZ-9000'])
    expect(await find('036000291425')).toMatchObject({ by: 'near', products: [{ sku: 'AB-1001' }] })
    expect(await find('B0ABCDEFG2')).toMatchObject({ by: 'near', products: [{ sku: 'AB-1001' }] })
    expect(await find('nothing like it whatever')).toMatchObject({ by: 'nothing', products: [] })
    expect((await c.get('/api/products/find?q=%20')).body.error.fields).toHaveProperty('q')
    const cyrillic = await publish([{ sku: 'ТК-5', title: 'Тонер-картридж Xerox', manufacturer: 'Ксерокс' }])
    await settled(cyrillic.dropshipper_id, 'solr')
    for (const q of ['ТОНЕР ксерокс', 'картридж', 'тк5', 'тонир xerox'])
      expect(skus(await find(q)), q).toEqual(['ТК-5'])
    const other = await publish([
      { sku: 'AB-1001', title: 'Foldable Lantern red', manufacturer: 'Trailmark' },
    ])
    await settled(other.dropshipper_id, 'solr')
    expect(skus(await find('foldable lantern', other.dropshipper_id))).toEqual(['AB-1001'])
    expect(skus(await find('foldable lantern'))).toHaveLength(3)
  })

  test('is out of date only for changed products, and a sync touches nothing else', async () => {
    const feed = await publish(
      Array.from({ length: 300 }, (_, i) => ({ sku: `P-${i}`, title: `Plain thing ${i}`, quantity: '1' })),
    )
    await settled(feed.dropshipper_id, 'solr')
    await h.worker!.stop()
    const { rows: before } = await h.services.database.pool.query<{ tid: string; sku_key: string }>(
      'select ctid::text as tid, sku_key from product_index where feed_id = $1',
      [feed.feed_id],
    )
    await feed.publish(
      file(
        Array.from({ length: 300 }, (_, i) => ({
          sku: `P-${i}`,
          title: i < 4 ? `Renamed thing ${i}` : `Plain thing ${i}`,
          quantity: i < 8 ? '2' : '1',
        })),
      ),
    )
    const started = await c.post(`/api/feeds/${feed.feed_id}/run`, {})
    const worker = await freshWorker()
    await waitUntil(
      () => c.get(`/api/feed-runs/${started.body.feed_run_id}`),
      (a) => a.body.state === 'applied',
    )
    await settled(feed.dropshipper_id, 'solr')
    const { rows: after } = await h.services.database.pool.query<{ tid: string; sku_key: string }>(
      'select ctid::text as tid, sku_key from product_index where feed_id = $1',
      [feed.feed_id],
    )
    const place = new Map(before.map((r) => [r.sku_key, r.tid]))
    expect(
      after
        .filter((r) => place.get(r.sku_key) !== r.tid)
        .map((r) => r.sku_key)
        .toSorted(),
    ).toEqual(['P0', 'P1', 'P2', 'P3'])
    const { body: history } = await c.get(`/api/suppliers/${feed.dropshipper_id}/solr/history`)
    expect(history[0].counts).toMatchObject({ added: 0, updated: 4, unchanged: 4, removed: 0 })
    expect(skus(await find('renamed thing', feed.dropshipper_id))).toHaveLength(4)
    expect((await find('P-2', feed.dropshipper_id)).products[0].title).toBe('Renamed thing 2')
    h.worker = worker
  })

  test('follows a rollback', async () => {
    const feed = await publish([{ sku: 'ROLL-1', title: 'Before', quantity: '1' }])
    await publish(
      [
        { sku: 'ROLL-1', title: 'After', quantity: '1' },
        { sku: 'ROLL-2', title: 'After too', quantity: '1' },
      ],
      feed,
    )
    await settled(feed.dropshipper_id, 'solr')
    const { body: runs } = await c.get(`/api/suppliers/${feed.dropshipper_id}/monitoring`)
    expect(
      (await c.post(`/api/feed-runs/${runs[0].feed_run_id}/roll-back`, { reason: 'wrong file' })).status,
    ).toBe(200)
    await waitUntil(
      () => find('after', feed.dropshipper_id),
      (f) => f.products.length === 0,
    )
    expect(skus(await find('before', feed.dropshipper_id))).toEqual(['ROLL-1'])
    const { body: sync } = await c.get('/api/suppliers/products/sync')
    expect(
      sync.find((s: { dropshipper_id: number }) => s.dropshipper_id === feed.dropshipper_id),
    ).toMatchObject({ pending: 0 })
  })
})

async function freshWorker() {
  const { Worker } = await import('#server/platform/jobs/worker.ts')
  const worker = new Worker(h.services, 8)
  await worker.start()
  return worker
}

describe('images', () => {
  let server: Server
  let base: string
  let mended = false
  const asked: string[] = []
  /** How many it is at, and the most so far. */
  const busy = { now: 0, most: 0 }
  beforeAll(async () => {
    const good = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#842' } })
      .jpeg()
      .toBuffer()
    const tiny = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#842' } })
      .png()
      .toBuffer()
    const answer = (req: IncomingMessage, res: ServerResponse) => {
      if (req.url === '/good.jpg') {
        if (req.headers['if-none-match'] === '"1"') return res.writeHead(304).end()
        return res.writeHead(200, { etag: '"1"' }).end(good)
      }
      if (req.url === '/gone.jpg') return mended ? res.end(good) : res.writeHead(404).end()
      if (req.url === '/page.jpg') return res.end('<html>Not found, but politely</html>')
      if (req.url === '/tiny.png') return res.end(tiny)
      if (req.url === '/cut.jpg') return res.end(good.subarray(0, good.length / 2))
      return res.writeHead(302, { location: '/good.jpg' }).end()
    }
    server = createServer((req, res) => {
      asked.push(req.url!)
      busy.most = Math.max(busy.most, ++busy.now)
      res.on('close', () => busy.now--)
      setTimeout(() => answer(req, res), 20)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  test('are fetched, checked and kept; a failed one says why, and can be fetched again by host', async () => {
    const names = ['good.jpg', 'gone.jpg', 'page.jpg', 'tiny.png', 'cut.jpg', 'moved.jpg']
    const rows = [
      ...names.map((n, i) => ({ sku: `I-${i}`, images: `${base}/${n}`, quantity: '1' })),
      { sku: 'I-9', images: 'http://no-such-host.invalid/a.jpg', quantity: '1' },
    ]
    const feed = await publish(rows)
    const current = (counts: object) =>
      waitUntil(
        () => c.get(`/api/suppliers/${feed.dropshipper_id}/image/current`),
        (a) => a.body.current === null && Object.entries(counts).every(([k, v]) => a.body[k] === v),
      )
    const { body } = await current({ good: 2, failed: 5, waiting: 0 })
    expect(
      Object.fromEntries(
        body.reasons.map((r: { reason_code: string; images: number }) => [r.reason_code, r.images]),
      ),
    ).toEqual({
      http_404: 1,
      not_an_image: 1,
      too_small: 1,
      broken: 1,
      unreachable: 1,
    })
    const { body: failures } = await c.get(
      `/api/suppliers/${feed.dropshipper_id}/image/failures?reason_code=not_an_image`,
    )
    expect(failures).toMatchObject([
      { sku: 'I-2', attempts: 1, reason: expect.stringContaining('<html>Not fo') },
    ])
    const kept = await h.app.inject({
      url: `/api/suppliers/${feed.dropshipper_id}/image/${body.samples[0].product_image_id}`,
      headers: { ...c.raw.headers, cookie: c.raw.cookie },
    })
    expect(await sharp(kept.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 })
    expect((await c.get(`/api/suppliers/${feed.dropshipper_id}/image/history`)).body[0]).toMatchObject({
      job_state: 'Completed With Errors',
      counts: { checked: 7, good: 2, failed: 5 },
    })

    mended = true
    asked.length = 0
    const host = base.slice('http://'.length)
    expect(
      (await c.post(`/api/suppliers/${feed.dropshipper_id}/image/retry`, { host })).body.status,
    ).toContain('uccess')
    await current({ good: 3, failed: 4 })
    expect(asked.toSorted()).toEqual(['/cut.jpg', '/gone.jpg', '/page.jpg', '/tiny.png'])

    await publish(rows.slice(0, 3), feed)
    await current({ good: 2, failed: 1 })
    await h.services.db
      .updateTable('product_image')
      .set({ next_check_tm: '2020-01-01T00:00:00Z' })
      .where('dropshipper_id', '=', feed.dropshipper_id)
      .execute()
    await c.post('/api/jobs/schedule-job', {
      job_type: 'BASIC_IMAGE',
      param_name: 'dropshipper_id',
      param_value: feed.dropshipper_id,
    })
    await waitUntil(
      () => c.get(`/api/suppliers/${feed.dropshipper_id}/image/history`),
      (a) =>
        a.body[0].job_status === jobStatus.succeeded &&
        a.body[0].counts.unchanged === 1 &&
        a.body[0].counts.checked === 3,
    )
  })

  test('are checked and rechecked as the supplier’s configuration rows say', async () => {
    mended = false
    const feed = await publish([
      { sku: 'C-1', images: `${base}/good.jpg`, quantity: '1' },
      { sku: 'C-2', images: `${base}/gone.jpg`, quantity: '1' },
      { sku: 'C-3', images: `${base}/page.jpg`, quantity: '1' },
    ])
    const { dropshipper_id } = feed
    const ended = (state: string) =>
      waitUntil(
        () => c.get(`/api/suppliers/${dropshipper_id}/image/history`),
        (a) => a.body[0]?.job_state === state,
      )
    await ended('Completed With Errors')
    const config = {
      image_failures_allowed_percent: '70',
      image_recheck_days: '3',
      image_fetches_at_once: '1',
    }
    const rows = Object.entries(config).map(([config_name, config_value]) => ({
      dropshipper_id,
      config_name,
      config_value,
    }))
    expect((await c.post('/api/suppliers/config', rows)).status).toBe(204)
    await h.services.db
      .updateTable('product_image')
      .set({ next_check_tm: '2020-01-01T00:00:00Z' })
      .where('dropshipper_id', '=', dropshipper_id)
      .execute()
    busy.most = 0
    await c.post('/api/jobs/schedule-job', {
      job_type: 'BASIC_IMAGE',
      param_name: 'dropshipper_id',
      param_value: dropshipper_id,
    })
    await ended('Completed Successfully')
    expect(busy.most).toBe(1)
    const good = await h.services.db
      .selectFrom('product_image')
      .select(['checked_tm', 'next_check_tm'])
      .where('dropshipper_id', '=', dropshipper_id)
      .where('state', '=', 'good')
      .executeTakeFirstOrThrow()
    const days = (Date.parse(good.next_check_tm) - Date.parse(good.checked_tm!)) / 86_400_000
    expect(days).toBeCloseTo(3, 2)
  })
})

test('a diagnosis follows a product from its feed to its stores', async () => {
  const feed = await publish([
    { sku: 'DIAG-1', title: 'Thing', quantity: '0', wholesale_price: '' },
    { sku: 'DIAG-2', title: 'Other thing', quantity: '1' },
  ])
  await settled(feed.dropshipper_id, 'solr')
  const product = await h.services.db
    .selectFrom('product')
    .select('product_id')
    .where('feed_id', '=', feed.feed_id)
    .where('sku', '=', 'DIAG-1')
    .executeTakeFirstOrThrow()
  const { body } = await c.post('/api/jobs/schedule-job', {
    job_type: 'DIAGNOSTIC_UPDATE_JOB',
    param_name: 'product_id',
    param_value: product.product_id,
  })
  const job = await waitUntil(
    () => c.get(`/api/jobs/${body.job_id}`),
    (a) => a.body.job_status === jobStatus.succeeded,
  )
  expect(job.body).toMatchObject({
    sku: 'DIAG-1',
    product_id: product.product_id,
    attempts: [{ attempt: 1, outcome: 'succeeded' }],
  })
  const text = job.body.log.map((l: { message: string }) => l.message)
  expect(text).toEqual(
    expect.arrayContaining([
      'Catalog: Out of stock at the supplier',
      'Price: The feed has no price',
      'Images: The feed has no images',
      'Search index: Up to date',
    ]),
  )
})
