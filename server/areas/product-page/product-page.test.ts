import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import {
  client,
  csv,
  harness,
  makeCustomFeed,
  makeLogin,
  runFeed,
  staff,
  type Client,
} from '#server/test/harness.ts'
import { makeProducts, makeSeller } from '#server/test/stores/sellers.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 99, market_name: 'Files' }).execute()
})

const lookUp = (sku: string, more = '') =>
  c.get(`/api/products/get-product-context?sku=${encodeURIComponent(sku)}${more}`)
const said = ({ status, body }: Awaited<ReturnType<typeof lookUp>>) => [status, body.error?.message]
const idOf = async (feed_id: number, sku: string) =>
  (
    await h.services.db
      .selectFrom('product')
      .select('product_id')
      .where('feed_id', '=', feed_id)
      .where('sku', '=', sku)
      .executeTakeFirstOrThrow()
  ).product_id
const seller = (settings: object = {}) =>
  makeSeller(h, {
    market_id: 99,
    settings,
    store: { vendor_store_name: 'Corner Shop', drop_to: { kind: 'storage', folder: 'corner' } },
  })
/** Rows that a first file may have. */
const plain = (prefix: string, n: number) =>
  Array.from({ length: n }, (_, i) => [`${prefix}-${i}`, `Crate ${i}`, `${3 + i}.25`, String(i)] as const)
/** The store shows this many of a product, as it was sent. */
const list = (vendor_store_id: number, product_id: number, quantity: number) =>
  h.services.db
    .insertInto('store_product')
    .values({
      vendor_store_id,
      product_id,
      in_store: true,
      quantity,
      price: '12.50',
      active: true,
      sent_tm: sql`now()`,
    })
    .execute()

describe('the SKU lookup', () => {
  test('needs a SKU, and says when no product has it', async () => {
    for (const path of ['?sku=', '?sku=%20', '']) {
      const { status, body } = await c.get(`/api/products/get-product-context${path}`)
      expect([status, body.error.fields]).toEqual([400, { sku: 'You must enter a SKU to search' }])
    }
    expect(said(await lookUp('NOWHERE-1'))).toEqual([404, 'No product found for this SKU'])
    expect(said(await lookUp('NOWHERE-1', '&vendorId=999999'))).toEqual([404, 'Vendor not found'])
  })

  test('answers the product with all fields, however its SKU is typed, even before it is indexed', async () => {
    const s = await seller()
    await makeProducts(h, s, 1)
    await s.change(
      sql`sku = 'LK-77', upc = '036000291452', options = 'Color: Red; Size: L', categories = 'Home > Lamps|Sale',
      weight = 1.5, length = 10, unspsc = '46101501'`,
      ['SKU-1'],
    )
    const { body } = await lookUp('LK-77')
    expect(body.product).toMatchObject({
      sku: 'LK-77',
      title: 'Product 1',
      wholesale_price: '10.0000',
      msrp: '30.0000',
      quantity: 5,
      upc: '036000291452',
      product_status_id: 1,
      has_valid_image: false,
      is_restricted: false,
      is_firearm: true,
      categories: ['Home > Lamps', 'Sale'],
      images: [{ url: 'https://img/1.jpg', state: 'unknown' }],
      options: [
        { name: 'Color', value: 'Red' },
        { name: 'Size', value: 'L' },
      ],
      attributes: { options: 'Color: Red; Size: L', length: '10.0000' },
      active: true,
    })
    await sql`
      insert into product_index (product_id, feed_id, dropshipper_id, sku_key, words)
      select product_id, feed_id, dropshipper_id, 'LK77', '' from product where sku = 'LK-77'`.execute(
      h.services.db,
    )
    expect((await lookUp('lk 77')).body.product.sku).toBe('LK-77')
  })

  test('refuses a restricted product to a user without access, unless a custom feed grants it', async () => {
    const s = await seller()
    await makeProducts(h, s, 1)
    await s.change(sql`sku = 'RS-1'`, ['SKU-1'])
    const { db } = h.services
    await db
      .updateTable('dropshipper')
      .set({ allow_browse: -1 })
      .where('dropshipper_id', '=', s.dropshipper_id)
      .execute()
    const ofUser = async () => said(await lookUp('RS-1', `&vendorId=${s.vendor_id}`))
    expect((await lookUp('RS-1')).body.product.is_restricted).toBe(true)
    expect(await ofUser()).toEqual([403, 'User does not have access to this product!'])
    const { vendor_custom_feed_id } = await makeCustomFeed(h, s.dropshipper_id, { owner: s.vendor_id })
    expect((await ofUser())[0]).toBe(403)
    const feed = db
      .updateTable('vendor_custom_feed')
      .where('vendor_custom_feed_id', '=', vendor_custom_feed_id)
    await feed.set({ dynamic_restricted_access: true }).execute()
    expect(await ofUser()).toEqual([200, undefined])
    await feed.set({ active: false }).execute()
    expect((await ofUser())[0]).toBe(403)
    await db
      .insertInto('restricted_access')
      .values({ vendor_id: s.vendor_id, dropshipper_id: s.dropshipper_id, note: 'OK', added_by: 'Ann' })
      .execute()
    expect(await ofUser()).toEqual([200, undefined])
  })

  test('gives a user the product of its own supplier, and none of another user’s custom feed', async () => {
    const [mine, other] = [await seller(), await seller()]
    for (const s of [other, mine]) {
      await makeProducts(h, s, 1)
      await s.change(sql`sku = 'TWICE-1'`, ['SKU-1'])
    }
    const all = (await lookUp('TWICE-1')).body
    expect(all.matches).toHaveLength(2)
    for (const s of [mine, other]) {
      const { body } = await lookUp('TWICE-1', `&vendorId=${s.vendor_id}`)
      expect(body.product.dropshipper_id).toBe(s.dropshipper_id)
      expect(body.price_chain).toMatchObject({ vendor_id: s.vendor_id, sold: true })
    }
    const custom = await makeCustomFeed(h, mine.dropshipper_id, { owner: mine.vendor_id })
    await makeProducts(h, { feed_id: custom.feed_id, dropshipper_id: mine.dropshipper_id }, 1)
    await sql`update product set sku = 'OWN-1' where feed_id = ${custom.feed_id}`.execute(h.services.db)
    expect((await lookUp('OWN-1', `&vendorId=${mine.vendor_id}`)).status).toBe(200)
    expect((await lookUp('OWN-1', `&vendorId=${other.vendor_id}`)).status).toBe(403)
  })

  test('isn’t for customers', async () => {
    const { email } = await makeLogin(h, 'customer')
    expect((await (await client(h, email)).get('/api/products/get-product-context?sku=A')).status).toBe(403)
  })
})

test('categories are listed by name with their suppliers and active products', async () => {
  const { dropshipper_id } = await seller()
  const { db } = h.services
  await db
    .updateTable('dropshipper')
    .set({ active_products: 7 })
    .where('dropshipper_id', '=', dropshipper_id)
    .execute()
  await sql`
    with made as (
      insert into catalog_category (catalog_category_name) values ('Zithers') returning catalog_category_id)
    insert into dropshipper_category select ${dropshipper_id}::int, catalog_category_id from made`.execute(db)
  const { body } = await c.get('/api/products/categories')
  expect(body.at(-1)).toMatchObject({ catalog_category_name: 'Zithers', suppliers: 1, products: 7 })
})

describe('a product’s history', () => {
  test('shows each run that changed it field by field, newest first, a page at a time', async () => {
    const s = await seller()
    const path = async () => `/api/products/${await idOf(s.feed_id, 'H-1')}/history`
    const rest = plain('K', 30)
    const file = (price: string, quantity: string) =>
      csv([['H-1', 'Heron', price, quantity] as const, ...rest])
    await s.feed.publish(file('10.00', '5'))
    await runFeed(c, s.feed_id)
    const first = (await c.get(await path())).body
    expect(first).toMatchObject({
      next: null,
      removed_until: null,
      entries: [{ change: 'Created', fields: { quantity: { from: null, to: '5' } } }],
    })
    await s.feed.publish(file('10.40', '5'))
    const second = await runFeed(c, s.feed_id)
    await s.feed.publish(file('10.40', '9'))
    const third = await runFeed(c, s.feed_id)
    await s.feed.publish(csv(rest))
    const gone = await runFeed(c, s.feed_id)
    expect([second, third, gone].map((run) => run.state)).toEqual(['applied', 'applied', 'applied'])
    const { entries } = (await c.get(await path())).body
    expect(entries.map((e: { change: string; feed_run_id: number }) => [e.feed_run_id, e.change])).toEqual([
      [gone.feed_run_id, 'Deleted'],
      [third.feed_run_id, 'Updated'],
      [second.feed_run_id, 'Updated'],
      [first.entries[0].feed_run_id, 'Created'],
    ])
    expect(entries[1].fields).toEqual({ quantity: { from: '5', to: '9' } })
    expect(entries[2].fields).toEqual({ wholesale_price: { from: '10.0000', to: '10.4000' } })
    const page = (await c.get(`${await path()}?before=${third.feed_run_id}`)).body
    expect(page.entries.map((e: { feed_run_id: number }) => e.feed_run_id)).toEqual([
      second.feed_run_id,
      first.entries[0].feed_run_id,
    ])
    expect(page.entries[0].fields).toEqual({ wholesale_price: { from: '10.0000', to: '10.4000' } })
    expect((await c.get('/api/products/999999999/history')).status).toBe(404)
  })
})

describe('the chain', () => {
  const chainOf = async (product_id: number, query = '') =>
    (await c.get(`/api/products/${product_id}/chain${query}`)).body
  const words = (body: { sentence: (string | { tm?: string; feed_run_id?: number })[] }) =>
    body.sentence.map((part) => (typeof part === 'string' ? part : part.tm ? '<tm>' : '<run>')).join('')
  const markOf = (body: { stations: { station: string; mark: string }[] }, name: string) =>
    body.stations.find((one) => one.station === name)?.mark

  test('breaks at a feed whose held file no longer has the SKU', async () => {
    const s = await seller()
    const rows = plain('C', 100)
    await s.feed.publish(csv(rows))
    await runFeed(c, s.feed_id)
    const product_id = await idOf(s.feed_id, 'C-70')
    expect(await chainOf(product_id)).toMatchObject({ broken: null, vendor: null })
    await s.feed.publish(csv(rows.slice(0, 50)))
    const held = await runFeed(c, s.feed_id)
    expect(held.state).toBe('held')
    const broken = await chainOf(product_id)
    expect(broken.broken).toBe('feed')
    expect(words(broken)).toBe(
      '70 in stock since <tm>. The newer file, held at <tm>, no longer has this SKU. <run>',
    )
    await list(s.vendor_store_id, product_id, 70)
    const ofVendor = await chainOf(product_id, `?vendor_id=${s.vendor_id}`)
    expect(words(ofVendor)).toBe(
      'Shows 70 since <tm>. The newer file, held at <tm>, no longer has this SKU. <run>',
    )
    // a product that the held file leaves alone isn't broken by it
    expect(await chainOf(await idOf(s.feed_id, 'C-1'))).toMatchObject({ broken: null })
  })

  test('breaks at a restricted custom feed that leaves the SKU out, not at the catalog', async () => {
    const s = await seller()
    await makeProducts(h, s, 2)
    const { db } = h.services
    const own = await makeCustomFeed(h, s.dropshipper_id, { owner: s.vendor_id })
    await makeProducts(h, { feed_id: own.feed_id, dropshipper_id: s.dropshipper_id }, 1)
    await db
      .updateTable('vendor_custom_feed')
      .set({ is_restricted_setup: true })
      .where('vendor_custom_feed_id', '=', own.vendor_custom_feed_id)
      .execute()
    const run = await db
      .insertInto('feed_run')
      .values({ feed_id: own.feed_id, dropshipper_id: s.dropshipper_id, state: 'applied' })
      .returning('feed_run_id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('feed')
      .set({ current_run_id: run.feed_run_id })
      .where('feed_id', '=', own.feed_id)
      .execute()
    const leftOut = await chainOf(await idOf(s.feed_id, 'SKU-2'), `?vendor_id=${s.vendor_id}`)
    expect(leftOut.broken).toBe('custom_feed')
    expect(['catalog', 'custom_feed'].map((name) => markOf(leftOut, name))).toEqual(['note', 'wrong'])
    expect(words(leftOut)).toBe(
      'Not listed in a store of Shop. The restricted custom feed doesn’t list this SKU, so it isn’t for sale.',
    )
    const listed = await chainOf(await idOf(s.feed_id, 'SKU-1'), `?vendor_id=${s.vendor_id}`)
    expect(markOf(listed, 'custom_feed')).toBe('fine')
    const nobody = await chainOf(await idOf(s.feed_id, 'SKU-2'))
    expect(markOf(nobody, 'custom_feed')).toBe('none')
  })

  test('names what keeps a vendor’s store from being sent the product', async () => {
    const s = await seller({ paused_at: new Date(0).toISOString() })
    await makeProducts(h, s, 1)
    const product_id = await idOf(s.feed_id, 'SKU-1')
    const frozen = await chainOf(product_id, `?vendor_id=${s.vendor_id}`)
    expect(frozen.broken).toBe('store')
    expect(words(frozen)).toBe('Not listed in a store of Shop. Shop at Files is frozen.')
    const { vendor_id } = await makeLogin(h, 'customer')
    const none = await chainOf(product_id, `?vendor_id=${vendor_id}`)
    expect(words(none)).toContain('has no integration with this supplier.')
    expect((await c.get(`/api/products/${product_id}/chain?vendor_id=999999`)).status).toBe(404)
    const elsewhere = `?vendor_id=${s.vendor_id}&vendor_market_map_id=999999`
    expect((await c.get(`/api/products/${product_id}/chain${elsewhere}`)).status).toBe(404)
  })
})

test('the chain says that the currency of a price is unknown', async () => {
  const s = await seller()
  await makeProducts(h, s, 1)
  const path = `/api/products/${await idOf(s.feed_id, 'SKU-1')}/chain`
  const readChain = async () => {
    const { body } = await c.get(path)
    const priceStation = body.stations.find(({ station }: { station: string }) => station === 'price')
    return [priceStation.mark, priceStation.summary, body.sentence.at(-1), body.broken]
  }
  const { db } = h.services
  await db.deleteFrom('dropshipper_currency').where('dropshipper_id', '=', s.dropshipper_id).execute()
  expect(await readChain()).toEqual([
    'note',
    'Costs 10, currency unknown',
    ' The currency of its price is unknown.',
    null,
  ])
  await db
    .insertInto('dropshipper_currency')
    .values({ dropshipper_id: s.dropshipper_id, currency_id: 1 })
    .execute()
  expect(await readChain()).toEqual(['fine', 'Costs $10', ' No problems found.', null])
})

describe('the page', () => {
  test('prices the product for each vendor by its own rules and custom feed', async () => {
    const s = await seller()
    await makeProducts(h, s, 1)
    const product_id = await idOf(s.feed_id, 'SKU-1')
    const { db } = h.services
    const second = await db
      .insertInto('vendor')
      .values({ company: 'Gold Shop' })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
    const { dropshipper_id } = s
    await db.insertInto('subscription').values({ vendor_id: second.vendor_id, dropshipper_id }).execute()
    await db
      .insertInto('vendor_market_map')
      .values({ vendor_id: second.vendor_id, dropshipper_id, market_id: 99 })
      .execute()
    await db
      .insertInto('supplier_config')
      .values({ dropshipper_id, config_name: 'dynamic_pricing_tiers', config_value: 'Gold 20' })
      .execute()
    await db
      .insertInto('vendor_custom_feed')
      .values({ vendor_id: second.vendor_id, dropshipper_id, dynamic_pricing_tier: 'Gold' })
      .execute()
    await sql`
      insert into feed (dropshipper_id, vendor_custom_feed_id, format)
      select dropshipper_id, vendor_custom_feed_id, '{"kind": "csv"}'
      from vendor_custom_feed
      where vendor_id = ${second.vendor_id}`.execute(db)
    for (const vendor_id of [s.vendor_id, second.vendor_id]) {
      const path = `/api/vendor/${vendor_id}/price-rules`
      const { version } = (await c.get(path)).body
      const rules = [{ markup_type_id: 1, markup_value: '2.50' }]
      expect((await c.post(path, { version, currency_id: 1, rates: [], rules })).status).toBe(200)
    }
    const { body } = await c.get(`/api/products/${product_id}/prices`)
    expect(
      body.vendors.map((v: { company: string; markets: { price: string }[] }) => [
        v.company,
        v.markets[0]?.price,
      ]),
    ).toEqual([
      ['Shop', '12.50'],
      ['Gold Shop', '10.50'],
    ])
    expect(body.vendors[0].markets[0].why.map((step: { text: string }) => step.text)).toContain(
      'Markup $2.50, for all products',
    )
    const one = await c.get(`/api/products/${product_id}/prices?vendor_id=${second.vendor_id}`)
    expect(one.body.vendors).toHaveLength(1)
  })

  test('lists the stores that show it, and its variants', async () => {
    const s = await seller()
    await makeProducts(h, s, 2)
    const product_id = await idOf(s.feed_id, 'SKU-1')
    await list(s.vendor_store_id, product_id, 3)
    const { body } = await c.get(`/api/products/${product_id}/listings`)
    expect(body).toMatchObject({
      total: 1,
      next: null,
      listings: [{ vendor_store_name: 'Corner Shop', quantity: 3, price: '12.50', company: 'Shop' }],
    })
    const page = (await c.get(`/api/products/${product_id}`)).body
    expect(page.variants).toEqual({ parent: null, mapping_status: 'Unmapped', siblings: [] })
    expect(page.product).toMatchObject({ sku: 'SKU-1', supplier_name: expect.any(String) })
    expect((await c.get('/api/products/999999999')).status).toBe(404)
  })
})
