import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { shopify, type Shopify } from '#server/stand-ins/shopify.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { startMarket } from '#server/test/stores/markets.ts'
import { makeApiStore } from '#server/test/stores/told-stores.ts'
import { openMarket } from '../open.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 39, market_name: 'Shopify' }).execute()
})

const token = 'shpat_secret'
let now = 0
let shop: Shopify
let market: Awaited<ReturnType<typeof startMarket>>
beforeEach(async () => {
  now = 0
  shop = shopify({ token, now: () => now })
  market = await startMarket(shop)
})
afterEach(() => market.close())
const store = (products = 3, settings: object = {}) =>
  makeApiStore(h, c, { market_id: 39, address: `${market.address}/admin`, token, products, settings })
const main = 'gid://shopify/Location/1'
const inShop = () =>
  new Map(
    [...shop.products.values()].flatMap(({ status, variants }) =>
      variants.map((own) => [
        own.sku,
        { quantity: shop.stock.get(own.item)?.get(main), price: own.price, status },
      ]),
    ),
  )
const productOf = (sku: string) =>
  [...shop.products.values()].find(({ variants }) => variants.some((own) => own.sku === sku))!
/** The names of the writes that were asked, question by question. */
const writes = () =>
  market.asked.map(({ body }) => {
    const { query } = JSON.parse(body) as { query: string }
    return [...query.matchAll(/\b(?:product|inventory)[A-Z]\w+(?=\()/g)].map(([name]) => name)
  })

describe('a Shopify shop', () => {
  test('gets each product in one write, then only changes, by saved ids', async () => {
    const s = await store()
    expect((await s.update()).result).toMatchObject({ sent: 3, refused: 0, calls: 1 })
    expect(inShop()).toEqual(
      new Map(
        ['SKU-1', 'SKU-2', 'SKU-3'].map((sku) => [sku, { quantity: 5, price: '12.50', status: 'ACTIVE' }]),
      ),
    )
    const { id, title, vendor, variants } = productOf('SKU-2')
    expect({ title, vendor }).toEqual({ title: 'Product 2', vendor: 'Acme' })
    expect(variants).toMatchObject([{ tracked: true }])
    expect((await s.shown()).get('SKU-2')).toMatchObject({
      in_store: true,
      remote: { product: id, variant: variants[0]!.id, item: variants[0]!.item },
    })
    market.asked.length = 0
    await s.change(sql`quantity = 7`, ['SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 1, calls: 1 })
    expect(writes()).toEqual([[], ['inventorySetQuantities']])
    expect(inShop().get('SKU-2')).toMatchObject({ quantity: 7 })
    market.asked.length = 0
    await s.change(sql`wholesale_price = 20, content_hash = content_hash + 1000`, ['SKU-1', 'SKU-3'])
    expect((await s.update()).result).toMatchObject({ sent: 2, calls: 1 })
    expect(writes()).toEqual([[], ['productVariantsBulkUpdate', 'productVariantsBulkUpdate']])
    expect(inShop().get('SKU-3')).toMatchObject({ price: '22.50', quantity: 5 })
    expect((await s.update()).result).toMatchObject({ sent: 0, calls: 0 })
  })

  test('gets no new products from a vendor without price rules: they would sell for nothing', async () => {
    const s = await store()
    await s.rules([])
    const { result } = await s.update()
    expect(result).toMatchObject({ sent: 0 })
    expect(inShop()).toEqual(new Map())
    const { body } = await c.get(s.path)
    expect(body[0]).toMatchObject({ state: 'nothing', withheld: { price: 3 } })
    // with rules it is listed, and stays as it is there once they are gone
    await s.rules([{ markup_type_id: 1, markup_value: '2.50' }])
    expect((await s.update()).result).toMatchObject({ sent: 3 })
    await s.rules([])
    await s.change(sql`quantity = 9`, ['SKU-1'])
    expect((await s.update()).result).toMatchObject({ sent: 1 })
    expect(inShop().get('SKU-1')).toEqual({ quantity: 9, price: '12.50', status: 'ACTIVE' })
  })
  test('counts the points that its answers report', async () => {
    const s = await store()
    await s.update()
    const [call] = await s.calls()
    // three products are made and put on the online store for 10 each, and a few for what was looked up
    expect(Number(call!.spent)).toBeGreaterThanOrEqual(60)
    expect(Number(call!.spent)).toBeLessThan(100)
    expect(call).toMatchObject({ bucket: 'points', requests: 5 })
  })

  test('is searched for a SKU exactly as written, and existing products aren’t created twice', async () => {
    const odd = String.raw`A "1": b\c (d) OR e`
    const there = shop.add({ status: 'DRAFT', title: 'By hand', files: ['https://own/1.jpg'] }, [
      { sku: odd, price: '1.00' },
    ])
    shop.add({}, [{ sku: 'SKU-11' }])
    const s = await store()
    await s.change(sql`sku = ${odd}`, ['SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 3, refused: 0 })
    expect(shop.products.size).toBe(4)
    expect(inShop().get(odd)).toEqual({ quantity: 5, price: '12.50', status: 'ACTIVE' })
    expect(inShop().get('SKU-11')).toMatchObject({ quantity: 0 })
    expect(shop.products.get(there.id)).toMatchObject({ title: 'Product 2', variants: [{ tracked: true }] })
    expect((await s.shown()).get(odd)).toMatchObject({ remote: { product: there.id } })
  })

  test('whose search links back to an earlier page is read no further', async () => {
    const s = await store()
    await s.update()
    await sql`
      update store_product
      set remote = null
      where vendor_store_id = ${s.vendor_store_id}`.execute(h.services.db)
    const productVariants = { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'again' } }
    const searches = /productVariants\(/
    market.mischief.push({ pattern: searches, times: 50, answer: { body: { data: { productVariants } } } })
    market.asked.length = 0
    expect(await s.compare('discarded')).toMatchObject({
      decided_reason: expect.stringMatching(/^The market’s response repeats a page/),
    })
    expect(market.asked.filter(({ body }) => searches.test(body))).toHaveLength(2)
  })

  test('that has a SKU twice gets updates for neither', async () => {
    shop.add({}, [{ sku: 'SKU-2' }])
    shop.add({}, [{ sku: 'SKU-2' }])
    const s = await store()
    expect((await s.update()).result).toMatchObject({ sent: 2, refused: 1 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({
      refused_why: 'conflict',
      refused_text: 'Several variants in the store have this SKU.',
    })
    expect([...shop.products.values()].filter(({ variants }) => variants[0]!.sku === 'SKU-2')).toMatchObject([
      { title: '' },
      { title: '' },
    ])
  })

  test('says why it refuses a product and takes the others', async () => {
    const s = await store(4)
    await s.change(sql`title = repeat('x', 300)`, ['SKU-1'])
    expect((await s.update()).result).toMatchObject({ sent: 3, refused: 1 })
    expect((await s.shown()).get('SKU-1')).toMatchObject({
      refused_why: 'tooLarge',
      refused_text: 'Title is too long (maximum is 255 characters)',
    })
    // deleted by hand, and not stocked where we stock
    shop.products.delete(productOf('SKU-3').id)
    shop.stock.get(productOf('SKU-4').variants[0]!.item)!.clear()
    await s.change(sql`quantity = 9`, ['SKU-2', 'SKU-3', 'SKU-4'])
    expect((await s.update()).result).toMatchObject({ sent: 2, refused: 1 })
    expect(inShop().get('SKU-2')).toMatchObject({ quantity: 9 })
    expect(inShop().get('SKU-4')).toMatchObject({ quantity: 9 })
    expect((await s.shown()).get('SKU-3')).toMatchObject({
      in_store: false,
      refused_why: 'missing',
      refused_text: 'The specified inventory item could not be found.',
    })
    expect((await s.update()).result).toMatchObject({ sent: 0, refused: 0, calls: 0 })
    await s.change(sql`quantity = 4`, ['SKU-3'])
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 0 })
    expect(inShop().get('SKU-3')).toMatchObject({ quantity: 4 })
  })

  test('that refuses a product’s new details is still sent that it is sold out', async () => {
    const s = await store(2)
    await s.update()
    await s.change(sql`title = repeat('x', 300), quantity = 0`, ['SKU-1'])
    await s.change(sql`title = repeat('x', 300), quantity = 9`, ['SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 0, refused: 2 })
    expect(inShop().get('SKU-1')).toMatchObject({ quantity: 0 })
    expect(inShop().get('SKU-2')).toMatchObject({ quantity: 5 })
  })

  test('that has no points left is tried again once they are restored', async () => {
    const s = await store()
    // its currency is asked first, for one
    shop.points = { left: 1, most: 1000, restoreRate: 0.1 }
    await s.update()
    // then where it stocks: some 50 points, each in 10 seconds
    expect(shop.products.size).toBe(0)
    const { waits_until } = await s.store()
    const seconds = (Date.parse(waits_until!) - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(500)
    expect(seconds).toBeLessThan(605)
  })

  test('whose points are used up is sent a call to its end, without starting over each time', async () => {
    const s = await store(10)
    await s.update()
    await s.earlier(60)
    await s.change(sql`title = 'New', wholesale_price = 11, quantity = 6`, [...inShop().keys()])
    const from = Date.now()
    market.mischief.push({ times: 999, meanwhile: () => (now = Date.now() - from) })
    shop.points = { left: 0, most: 2000, restoreRate: 100 }
    expect((await s.update()).result).toMatchObject({ sent: 10 })
    expect(inShop().get('SKU-10')).toMatchObject({ quantity: 6 })
    const [, ...calls] = await s.calls()
    expect(calls.reduce((sum, { spent }) => sum + Number(spent), 0)).toBeLessThan(400)
  })

  test('that throttles in the middle of a call is sent only the rest again', async () => {
    const s = await store(80, { deactivate_inactive_products: true })
    shop.scopes = shop.scopes.filter((scope) => !scope.endsWith('_publications'))
    await s.update()
    await s.earlier(60)
    await sql`update vendor_store set hold_zero_percent = 100`.execute(h.services.db)
    shop.points = { left: 560, most: 2000, restoreRate: 0 }
    const skus = Array.from({ length: 80 }, (_, i) => `SKU-${i + 1}`)
    await s.change(sql`gone_tm = now()`, skus)
    market.asked.length = 0
    expect((await s.update()).result).toMatchObject({ sent: 50, waits: expect.any(String) })
    expect([...inShop().values()].filter(({ status }) => status === 'DRAFT')).toHaveLength(50)
    shop.points = { left: 2000, most: 2000, restoreRate: 0 }
    market.asked.length = 0
    await s.earlier(60)
    expect((await s.update()).result).toMatchObject({ sent: 30 })
    expect(
      writes()
        .flat()
        .filter((name) => name === 'productUpdate'),
    ).toHaveLength(30)
  })

  test('whose answer was lost is checked, and nothing is sent twice', async () => {
    const s = await store()
    await s.update()
    await s.change(sql`quantity = 8`, ['SKU-1', 'SKU-2'])
    market.mischief.push({ pattern: /inventorySetQuantities/, losesAnswer: true })
    market.asked.length = 0
    expect((await s.update()).result).toMatchObject({ sent: 2 })
    expect(
      writes()
        .flat()
        .filter((name) => name === 'inventorySetQuantities'),
    ).toHaveLength(1)
    expect(inShop().get('SKU-1')).toMatchObject({ quantity: 8 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({ quantity: 8 })
  })

  test('that creates products and loses its answer has each of them once', async () => {
    const s = await store()
    market.mischief.push({ pattern: /productSet/, losesAnswer: true })
    expect((await s.update()).result).toMatchObject({ sent: 3 })
    expect(shop.products.size).toBe(3)
    expect((await s.shown()).get('SKU-3')).toMatchObject({ remote: { product: productOf('SKU-3').id } })
  })

  test('that fails in the middle is sent the rest in smaller calls', async () => {
    const s = await store(12)
    market.mischief.push(
      { pattern: /productSet/, executesFirst: true, answer: { status: 502, body: 'Bad gateway' } },
      {
        pattern: /productSet/,
        answer: {
          body: {
            data: null,
            errors: [{ message: 'Internal error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
          },
        },
      },
    )
    expect((await s.update()).result).toMatchObject({ sent: 12, refused: 0 })
    expect(shop.products.size).toBe(12)
  })

  test('that refuses a request because of one product is sent the others', async () => {
    const s = await store(4)
    await s.update()
    await s.change(sql`quantity = 3`, ['SKU-1', 'SKU-2', 'SKU-3', 'SKU-4'])
    const { item } = productOf('SKU-2').variants[0]!
    const answer = {
      body: { errors: [{ message: 'Variable $input is invalid', extensions: { code: 'INVALID_VARIABLE' } }] },
    }
    market.mischief.push({ pattern: new RegExp(`inventorySet.*${item}"`, 's'), times: 50, answer })
    expect((await s.update()).result).toMatchObject({ sent: 3, refused: 1 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({
      quantity: 5,
      refused_why: 'invalid',
      refused_text: 'Shopify refused the request: Variable $input is invalid',
    })
  })

  test('hides inactive products, and shows them again only if we hid them', async () => {
    const s = await store(3, { deactivate_inactive_products: true })
    await s.update()
    productOf('SKU-3').status = 'ARCHIVED'
    await s.change(sql`gone_tm = now()`, ['SKU-2'])
    await s.update()
    expect(inShop().get('SKU-2')).toMatchObject({ quantity: 0, status: 'DRAFT' })
    market.asked.length = 0
    await s.change(sql`gone_tm = null`, ['SKU-2'])
    await s.change(sql`quantity = 6`, ['SKU-3'])
    await s.update()
    expect(inShop().get('SKU-2')).toMatchObject({ quantity: 5, status: 'ACTIVE' })
    expect(inShop().get('SKU-3')).toMatchObject({ quantity: 6, status: 'ARCHIVED' })
    expect(
      writes()
        .flat()
        .filter((name) => name === 'productUpdate'),
    ).toHaveLength(1)
  })

  test('takes down removed products, or only our variant of a product that has others', async () => {
    const s = await store(4, { delete_market_products: true })
    await s.update()
    // a person adds a variant, and deletes a product
    const shared = productOf('SKU-3')
    shared.variants.push({ ...shared.variants[0]!, id: 'gid://shopify/ProductVariant/1', sku: 'OWN' })
    shop.products.delete(productOf('SKU-4').id)
    await s.change(sql`gone_tm = now()`, ['SKU-2', 'SKU-3', 'SKU-4'])
    expect((await s.update()).result).toMatchObject({ sent: 3, refused: 0 })
    expect([...inShop().keys()]).toEqual(['SKU-1', 'OWN'])
    expect((await s.shown()).get('SKU-2')).toMatchObject({ in_store: false, remote: null })
  })

  test('is sent only price and stock for a variant beside others', async () => {
    const shared = shop.add({ title: 'By hand', status: 'DRAFT' }, [{ sku: 'SKU-1' }, { sku: 'OWN' }])
    const s = await store(1)
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 0 })
    expect(shop.products.get(shared.id)).toMatchObject({ title: 'By hand', status: 'DRAFT', files: [] })
    expect(shared.variants.map(({ sku, price }) => [sku, price])).toEqual([
      ['SKU-1', '12.50'],
      ['OWN', '0.00'],
    ])
    expect(inShop().get('SKU-1')).toMatchObject({ quantity: 5 })
  })

  test('gets a product’s images replaced and its variants kept', async () => {
    const s = await store(1, { image_upload: true, images_during_pqs: true })
    await s.update()
    const { id, variants } = productOf('SKU-1')
    const before = variants[0]!.id
    await s.change(sql`quantity = 4, images = 'https://img.example.com/new.jpg'`, ['SKU-1'])
    await s.update()
    expect(shop.products.get(id)).toMatchObject({
      files: ['https://img.example.com/new.jpg'],
      variants: [{ id: before, price: '12.50' }],
    })
    expect(inShop().get('SKU-1')).toMatchObject({ quantity: 4 })
  })

  test.each([
    ['the token', () => market.mischief.push({ times: 9, answer: { status: 401, body: {} } }), /\(401\)/],
    ['a permission', () => (shop.scopes = ['write_products']), /lacks a permission/],
    ['a closed shop', () => market.mischief.push({ times: 9, answer: { status: 402, body: {} } }), /closed/],
  ])('that refuses %s is stopped, and resumes once that is fixed', async (_what, breaks, reason) => {
    const s = await store()
    await s.update()
    await s.change(sql`quantity = 2`, ['SKU-1'])
    breaks()
    expect((await s.update()).reason).toMatch(reason)
    expect(await s.store()).toMatchObject({ stopped_reason: expect.stringMatching(reason) })
    market.mischief.length = 0
    shop.scopes = ['write_products', 'write_inventory', 'read_locations']
    expect((await s.update()).result).toMatchObject({ sent: 1 })
    expect(inShop().get('SKU-1')).toMatchObject({ quantity: 2 })
  })

  test('shows what its token may do', async () => {
    const open = () =>
      openMarket('shopify', {
        market_id: 39,
        address: `${market.address}/admin`,
        login: '',
        app: h.services.config,
        shop: { token, allowHosts: ['127.0.0.1'], milliseconds: 2000 },
      })
    const may = 'The token can change products and stock of Stand-in'
    expect(await open().check()).toBe(`${may} and publish new products.`)
    shop.scopes = shop.scopes.filter((scope) => !scope.endsWith('_publications'))
    expect(await open().check()).toBe(
      `${may}. New products aren’t published because it lacks read_publications and write_publications.`,
    )
    shop.scopes = ['write_products']
    await expect(open().check()).rejects.toThrow('The token lacks write_inventory, read_locations.')
  })
})
