import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import type { PaletteHit } from '#contract/search/palette.ts'
import { Worker } from '#server/platform/jobs/worker.ts'
import {
  client,
  harness,
  makeFeed,
  makeLogin,
  runFeed,
  staff,
  waitUntil,
  type Client,
} from '#server/test/harness.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})
const labels = async (q: string) =>
  (await c.get(`/api/search?q=${encodeURIComponent(q)}`)).body.map(
    (f: { label: string }) => f.label,
  ) as string[]

test('a percent sign, an underscore and a backslash match themselves only', async () => {
  for (const [prefix, name] of [
    ['SALE', '50% Off Outlet'],
    ['UNDR', 'under_score Ltd'],
    ['BACK', 'back\\slash Inc'],
    ['PLAIN', 'Plain Goods'],
  ] as const)
    expect(
      (
        await c.post('/api/suppliers/insert', {
          supplier_name: name,
          supplier_prefix: prefix,
          supplier_type: 'standard',
        })
      ).status,
    ).toBe(200)
  expect(await labels('%')).toEqual(['50% Off Outlet'])
  expect(await labels('_')).toEqual(['under_score Ltd'])
  expect(await labels('\\')).toEqual(['back\\slash Inc'])
})

test('a NUL character in any input is refused at its field', async () => {
  const refused = {
    status: 400,
    body: { error: { code: 'invalid', fields: { q: 'Remove unsupported characters' } } },
  }
  expect(await c.get('/api/search?q=a%00b')).toMatchObject(refused)
  const { email } = await makeLogin(h, 'customer')
  const visitor = await client(h)
  expect(
    await visitor.post('/api-public/account/login', { login: `${email}\0`, password: 'x' }),
  ).toMatchObject({ status: 400 })
  expect(await c.post('/api/suppliers/', { query: 'a\0b' })).toMatchObject({ status: 400 })
})

test('a job is found by its ID and shows its type’s display name', async () => {
  const { feed_id } = await makeFeed(h, { name: 'Palette Supply' })
  const { job_id } = (await c.post(`/api/feeds/${feed_id}/run`, {})).body
  expect((await c.get(`/api/search?q=${job_id}`)).body).toContainEqual(
    expect.objectContaining({
      kind: 'job',
      detail: 'Supplier feed run · Palette Supply',
      facts: 'Scheduled',
    }),
  )
})

describe('the palette’s results', () => {
  const hits = async (q: string): Promise<PaletteHit[]> =>
    (await c.get(`/api/search?q=${encodeURIComponent(q)}`)).body
  const said = async (q: string) =>
    (await hits(q)).map((f) => [f.kind, f.label, f.best, f.matched?.by ?? null])
  async function makeVendor(
    company: string,
    contact: { first_name?: string; last_name?: string; primary_phone?: string } = {},
  ) {
    const { db } = h.services
    const { vendor_id } = await db
      .insertInto('vendor')
      .values({ company })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
    const { contact_id } = await db
      .insertInto('contact')
      .values({ vendor_id, email: `${vendor_id}@post.example`, ...contact })
      .returning('contact_id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('vendor')
      .set({ primary_contact_id: contact_id })
      .where('vendor_id', '=', vendor_id)
      .execute()
    return vendor_id
  }
  const supplier = async (supplier_name: string, supplier_prefix: string) =>
    (await c.post('/api/suppliers/insert', { supplier_name, supplier_prefix, supplier_type: 'standard' }))
      .body.dropshipper_id as number

  test('with a number sign match that ID only, and without one list that vendor first', async () => {
    const id = await makeVendor('Kettle Corner')
    await makeVendor(`Unit ${id}`)
    expect(await said(`#${id}`)).toContainEqual(['vendor', 'Kettle Corner', true, null])
    expect((await hits(`#${id}`)).filter((f) => f.id !== id)).toEqual([])
    expect((await said(String(id))).slice(0, 2)).toEqual([
      ['vendor', 'Kettle Corner', true, null],
      ['vendor', `Unit ${id}`, false, null],
    ])
  })
  test('show the phone number that matched, as the best match once it is complete', async () => {
    await makeVendor('Lamp Light', { primary_phone: '+1 (555) 808-1212' })
    expect(await said('5558081212')).toEqual([['vendor', 'Lamp Light', true, 'phone']])
    expect(await said('808-1212')).toEqual([['vendor', 'Lamp Light', true, 'phone']])
    expect(await said('5558081')).toEqual([['vendor', 'Lamp Light', false, 'phone']])
  })
  test('allow a typo in a vendor’s name only if nothing else is found', async () => {
    await makeVendor('Tall Tree', { first_name: 'Chidi', last_name: 'Okafor' })
    expect(await hits('okafr')).toMatchObject([
      {
        kind: 'vendor',
        label: 'Tall Tree',
        best: true,
        matched: { by: 'similar name', text: 'Chidi Okafor' },
      },
    ])
    await makeVendor('Short Tree', { first_name: 'Ngozi', last_name: 'Okafor' })
    expect((await said('okafr')).map(([, , best]) => best)).toEqual([false, false])
    await supplier('Okafr Supplies', 'OKS')
    expect(await said('okafr')).toEqual([['supplier', 'Okafr Supplies', false, null]])
  })
  test('list the supplier with the exact name before those that start with it', async () => {
    await supplier('Birch Bark', 'ZED')
    await supplier('Birch', 'BRC')
    await supplier('A Birch', 'ABI')
    expect(await said('birch')).toEqual([
      ['supplier', 'Birch', true, null],
      ['supplier', 'Birch Bark', false, null],
      ['supplier', 'A Birch', false, null],
    ])
    expect(await said('zed')).toEqual([['supplier', 'Birch Bark', true, null]])
  })
  test('show what distinguishes vendors, suppliers and jobs, and which run is waiting', async () => {
    const { db } = h.services
    const vendor = await makeVendor('Marble Mill')
    await db.updateTable('vendor').set({ vendor_status_id: 4 }).where('vendor_id', '=', vendor).execute()
    const id = await supplier('Marble Supply', 'MARB')
    const factsOf = async (kind: PaletteHit['kind'], q: string) => {
      const { facts, held_run } = (await hits(q)).find((f) => f.kind === kind)!
      return { facts, held_run }
    }
    expect(await factsOf('vendor', 'marble mill')).toEqual({ facts: 'Canceled', held_run: null })
    expect(await factsOf('supplier', 'marble')).toEqual({
      facts: '0 products, 0 subscribers',
      held_run: null,
    })
    await db
      .updateTable('dropshipper')
      .set({ active_products: 1578 })
      .where('dropshipper_id', '=', id)
      .execute()
    await db.insertInto('subscription').values({ vendor_id: vendor, dropshipper_id: id }).execute()
    const { feed_id } = await db
      .selectFrom('feed')
      .select('feed_id')
      .where('dropshipper_id', '=', id)
      .executeTakeFirstOrThrow()
    const { feed_run_id } = await db
      .insertInto('feed_run')
      .values({ feed_id, dropshipper_id: id, state: 'held', end_tm: '2026-11-20T10:00:00.000Z' })
      .returning('feed_run_id')
      .executeTakeFirstOrThrow()
    expect(await factsOf('supplier', 'marble')).toEqual({
      facts: '1,578 products, 1 subscriber',
      held_run: { feed_run_id, end_tm: '2026-11-20T10:00:00.000Z' },
    })
  })
  test('show whether a product’s SKU, UPC, title or brand matched', async () => {
    const feed = await makeFeed(h, {
      mapping: ['sku', 'title', 'wholesale_price', 'quantity', 'upc', 'manufacturer'].map((field) => ({
        field,
        from: field,
        transforms: [],
      })),
    } as never)
    await feed.publish(
      'sku,title,wholesale_price,quantity,upc,manufacturer\n' +
        'QX-77-A,Velvet Armchair,5,1,036000291452,Wolkenbruck\n',
    )
    const worker = new Worker(h.services, 4)
    await worker.start()
    await runFeed(c, feed.feed_id)
    await waitUntil(
      () => hits('QX-77'),
      (found) => found.length === 1,
    )
    await worker.stop()
    expect(await said('qx77')).toEqual([['product', 'QX-77-A', false, 'SKU']])
    expect(await said('QX-77-A')).toEqual([['product', 'QX-77-A', true, 'SKU']])
    expect(await said('036000291452')).toEqual([['product', 'QX-77-A', true, 'UPC']])
    expect(await said('velvet arm')).toEqual([['product', 'QX-77-A', false, 'title']])
    expect(await said('wolkenbruck')).toEqual([['product', 'QX-77-A', false, 'brand']])
    expect(await said('velvte armchair')).toEqual([['product', 'QX-77-A', false, 'similar']])
  })
})

describe('other records are found by what people call them', () => {
  const found = async (q: string) =>
    ((await c.get(`/api/search?q=${encodeURIComponent(q)}`)).body as PaletteHit[]).map(
      ({ kind, label, detail, best }) => ({ kind, label, detail, best }),
    )
  test('a run and a job by their numbers', async () => {
    const feed = await makeFeed(h, { name: 'Numbered Supply' })
    const { feed_run_id, job_id } = (await c.post(`/api/feeds/${feed.feed_id}/run`, {})).body
    expect(await found(`run ${feed_run_id}`)).toEqual([
      { kind: 'run', label: `Run ${feed_run_id}`, detail: 'Numbered Supply · Queued', best: true },
    ])
    expect((await found(`Job #${job_id}`)).map((hit) => hit.label)).toEqual([`Job ${job_id}`])
    expect(await found('run 999999')).toEqual([])
  })
  test('an invoice by its number, with or without zeros, and a charge by its ID', async () => {
    const { db } = h.services
    const { vendor_id } = await db
      .insertInto('vendor')
      .values({ company: 'Paper Place' })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
    const invoice = { vendor_id, series: 'INV', number: 4711, kind: 'renewal', issued_on: '2026-03-02' }
    await db
      .insertInto('invoice')
      .values({ ...invoice, issued_tm: '2026-03-02T05:00:00Z', total: '0', bill_to: '{}' })
      .execute()
    const expected = [
      { kind: 'invoice', label: 'INV-004711', detail: 'Paper Place · 2026-03-02', best: true },
    ]
    for (const q of ['INV-004711', 'inv 4711', 'inv-4711']) expect(await found(q)).toEqual(expected)
    expect(await found('CN-4711')).toEqual([])
  })
  test('a platform and a promo code by name, a custom feed by whose it is', async () => {
    await h.services.db
      .insertInto('platform')
      .values({ platform_name: 'Shopify', platform_handle: 'shopify' })
      .execute()
    expect((await found('shopi')).filter((hit) => hit.kind === 'platform')).toMatchObject([
      { label: 'Shopify' },
    ])
    await sql`
      insert into promo_code (promo_code, description, percentage_based, discount, is_recurring)
      values ('WELCOME20', 'First month', true, 20, false)`.execute(h.services.db)
    expect(await found('welcome')).toMatchObject([
      { kind: 'promo_code', label: 'WELCOME20', detail: 'First month', best: false },
    ])
    expect((await found('WELCOME20'))[0]?.best).toBe(true)
    const feed = await makeFeed(h, { name: 'Custom Source' })
    const { vendor_id } = await h.services.db
      .insertInto('vendor')
      .values({ company: 'Own Prices' })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
    await h.services.db
      .insertInto('vendor_custom_feed')
      .values({ vendor_id, dropshipper_id: feed.dropshipper_id })
      .execute()
    expect(await found('custom feed own prices')).toMatchObject([
      { kind: 'custom_feed', label: 'Custom Source', detail: 'Custom feed of Own Prices' },
    ])
  })
})
