import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { bigCommerce } from '#server/stand-ins/bigcommerce.ts'
import { harness } from '#server/test/harness.ts'
import { marketTests } from '#server/test/stores/market-tests.ts'
import { openMarket } from '../open.ts'

const h = harness({ worker: true })
const token = 'bc_secret'
let now = 0
const of = { market_id: 202, market_name: 'BigCommerce', subpath: '/v3/', token }
const t = marketTests(h, of, () => {
  now = 0
  return bigCommerce({ token, now: () => now })
})
const inShop = () =>
  new Map(
    [...t.shop.products.values()].flatMap(({ is_visible, price, variants }) =>
      variants.map((own) => [
        own.sku,
        { quantity: own.inventory_level, price: own.price ?? price, visible: is_visible },
      ]),
    ),
  )
const productOf = (sku: string) =>
  [...t.shop.products.values()].find(({ variants }) => variants.some((own) => own.sku === sku))!
const asked = () => t.market.asked.map(({ method, path }) => `${method} ${path}`)
const skus = (many: number) => Array.from({ length: many }, (_, i) => `SKU-${i + 1}`)
const stock = 'PUT /v3/inventory/adjustments/absolute'

describe('a BigCommerce shop', () => {
  test('that leaves a product out of its answer is sent it again', async () => {
    const s = await t.store()
    await s.update()
    await s.change(sql`wholesale_price = 20, content_hash = content_hash + 1000`, ['SKU-1', 'SKU-3'])
    const { variants } = productOf('SKU-1')
    t.market.mischief.push({
      pattern: /PUT .*catalog\/variants/,
      answer: { status: 207, body: { data: [{ id: variants[0]!.id }], errors: {} } },
    })
    expect((await s.update()).result).toMatchObject({ refused: 1 })
    expect((await s.shown()).get('SKU-3')).toMatchObject({ refused_why: 'outage', price: null })
    await s.update()
    expect((await s.shown()).get('SKU-3')).toMatchObject({ refused_why: null, price: '22.50' })
    expect(inShop().get('SKU-3')).toMatchObject({ price: 22.5 })
  })

  test('that refuses a price is not sent its quantity, unless the product is sold out', async () => {
    const s = await t.store()
    await s.update()
    await s.change(sql`wholesale_price = 20, quantity = 0`, ['SKU-1'])
    await s.change(sql`wholesale_price = 20, quantity = 9`, ['SKU-2'])
    const answer = { status: 207, body: { data: [], errors: { price: 'The price is too high' } } }
    t.market.mischief.push({ pattern: /PUT .*catalog\/variants/, times: 2, answer })
    expect((await s.update()).result).toMatchObject({ refused: 2 })
    expect(skus(2).map((sku) => inShop().get(sku)!.quantity)).toEqual([0, 5])
    expect((await s.shown()).get('SKU-1')).toMatchObject({ refused_text: 'The price is too high' })
  })

  test('is sent its products, then only changes, by the ids it assigned', async () => {
    const s = await t.store()
    expect((await s.update()).result).toMatchObject({ sent: 3, refused: 0, calls: 1 })
    expect(inShop()).toEqual(
      new Map(skus(3).map((sku) => [sku, { quantity: 5, price: 12.5, visible: true }])),
    )
    const { id, variants, ...product } = productOf('SKU-2')
    expect(product).toMatchObject({
      name: 'Product 2',
      brand_name: 'Acme',
      inventory_tracking: 'product',
    })
    expect((await s.shown()).get('SKU-2')).toMatchObject({
      in_store: true,
      remote: { product: id, variant: variants[0]!.id },
    })
    t.market.asked.length = 0
    await s.change(sql`quantity = 7`, ['SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 1, calls: 1 })
    expect(asked()).toEqual(['GET /v3/inventory/locations', stock])
    expect(JSON.parse(t.market.asked[1]!.body)).toMatchObject({
      items: [{ location_id: 1, product_id: id, quantity: 7 }],
    })
    t.market.asked.length = 0
    await s.change(sql`wholesale_price = 20, content_hash = content_hash + 1000`, ['SKU-1', 'SKU-3'])
    expect((await s.update()).result).toMatchObject({ sent: 2, calls: 1 })
    expect(asked()).toEqual(['PUT /v3/catalog/variants'])
    expect(inShop().get('SKU-3')).toEqual({ quantity: 5, price: 22.5, visible: true })
    t.market.asked.length = 0
    await s.change(sql`title = 'New name', content_hash = content_hash + 1000`, ['SKU-1'])
    await s.update()
    expect(asked()).toEqual(['PUT /v3/catalog/products'])
    expect(productOf('SKU-1')).toMatchObject({ name: 'New name', variants: [{ price: 22.5 }] })
    expect((await s.update()).result).toMatchObject({ sent: 0, calls: 0 })
  })

  test('gets a list price above the price, and has it removed again', async () => {
    const s = await t.store(1, { include_msrp: true })
    await s.update()
    await s.change(sql`wholesale_price = 20, content_hash = content_hash + 1000`, ['SKU-1'])
    await s.update()
    expect(productOf('SKU-1').variants).toMatchObject([{ price: 22.5, retail_price: 30 }])
    await s.change(sql`msrp = 15, content_hash = content_hash + 1000`, ['SKU-1'])
    await s.update()
    expect(productOf('SKU-1').variants).toMatchObject([{ price: 22.5, retail_price: 0 }])
  })

  test('is searched for a SKU, and existing products aren’t created twice', async () => {
    const odd = 'A,1 & b=2'
    const there = t.shop.add({ name: 'By hand', is_visible: false }, [{ sku: odd }])
    t.shop.add({ name: 'Another' }, [{ sku: 'SKU-11' }])
    const s = await t.store()
    await s.change(sql`sku = ${odd}`, ['SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 3, refused: 0 })
    expect(t.shop.products.size).toBe(4)
    expect(inShop().get(odd)).toEqual({ quantity: 5, price: 12.5, visible: true })
    expect(t.shop.products.get(there.id)).toMatchObject({ name: 'Product 2', inventory_tracking: 'product' })
    expect((await s.shown()).get(odd)).toMatchObject({ remote: { product: there.id } })
  })

  test('that has a SKU twice gets updates for neither', async () => {
    t.shop.add({ name: 'One' }, [{ sku: 'SKU-2' }])
    t.shop.add({ name: 'Two' }, [{ sku: 'SKU-2' }])
    const s = await t.store()
    expect((await s.update()).result).toMatchObject({ sent: 2, refused: 1 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({
      refused_why: 'conflict',
      refused_text: 'Several variants in the store have this SKU.',
    })
    expect([...t.shop.products.values()].map(({ name }) => name)).toEqual(
      expect.arrayContaining(['One', 'Two']),
    )
  })

  test('says why it refuses a product and takes the others', async () => {
    const s = await t.store(4)
    await s.change(sql`title = repeat('x', 300)`, ['SKU-1'])
    t.market.mischief.push({
      pattern: /POST .*"SKU-3"/,
      answer: { status: 409, body: { status: 409, title: 'The product sku is a duplicate' } },
    })
    expect((await s.update()).result).toMatchObject({ sent: 2, refused: 2 })
    expect((await s.shown()).get('SKU-1')).toMatchObject({
      refused_why: 'invalid',
      refused_text: 'JSON data is missing or invalid; name: must be between 1 and 250 characters',
    })
    expect((await s.shown()).get('SKU-3')).toMatchObject({
      refused_why: 'conflict',
      refused_text: 'The product sku is a duplicate',
    })
    // a part of a batch: deleted by hand
    t.shop.products.delete(productOf('SKU-4').id)
    await s.change(sql`description = 'Of iron', content_hash = content_hash + 1000`, ['SKU-2', 'SKU-4'])
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 1 })
    expect(productOf('SKU-2')).toMatchObject({ description: 'Of iron' })
    expect((await s.shown()).get('SKU-4')).toMatchObject({
      in_store: false,
      refused_why: 'missing',
      refused_text: expect.stringMatching(/Product \d+ was not found/),
    })
    expect((await s.update()).result).toMatchObject({ sent: 0, refused: 0, calls: 0 })
    await s.change(sql`quantity = 4`, ['SKU-4'])
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 0 })
    expect(inShop().get('SKU-4')).toMatchObject({ quantity: 4 })
  })

  test('allows each name once, so products with a taken name get their SKU added', async () => {
    const s = await t.store(4)
    t.shop.add({ name: 'Same' }, [{ sku: 'OWN' }])
    await s.change(sql`title = 'Same'`, ['SKU-1', 'SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 4, refused: 0 })
    const names = () => skus(4).map((sku) => productOf(sku).name)
    expect(names()).toEqual(['Same (SKU-1)', 'Same (SKU-2)', 'Product 3', 'Product 4'])
    // what is told again keeps it, and asks no second time
    t.market.asked.length = 0
    await s.change(sql`description = 'Of iron', content_hash = content_hash + 1000`, ['SKU-1', 'SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 2, refused: 0 })
    expect(names()[0]).toBe('Same (SKU-1)')
    expect(asked().filter((one) => one === 'PUT /v3/catalog/products')).toHaveLength(1)
    // a name that was changed to another’s takes nobody else’s with it
    await s.change(sql`title = 'Same', content_hash = content_hash + 1000`, ['SKU-3'])
    await s.change(sql`title = 'New', content_hash = content_hash + 1000`, ['SKU-4'])
    expect((await s.update()).result).toMatchObject({ sent: 2, refused: 0 })
    expect(names()).toEqual(['Same (SKU-1)', 'Same (SKU-2)', 'Same (SKU-3)', 'New'])
    expect(productOf('OWN').name).toBe('Same')
  })

  test.each([
    ['names the lines', true, 2],
    ['names none', false, 3],
  ])('whose refusal of stock %s is sent the other products', async (_what, names, atLeast) => {
    const s = await t.store(6)
    await s.update()
    t.shop.names = names
    t.shop.products.delete(productOf('SKU-5').id)
    await s.change(sql`quantity = 3`, skus(6))
    t.market.asked.length = 0
    expect((await s.update()).result).toMatchObject({ sent: 5, refused: 1 })
    expect(asked().filter((one) => one === stock).length).toBeGreaterThanOrEqual(atLeast)
    if (names) expect(asked().filter((one) => one === stock)).toHaveLength(2)
    expect(inShop().get('SKU-6')).toMatchObject({ quantity: 3 })
    expect((await s.shown()).get('SKU-5')).toMatchObject({ refused_why: names ? 'missing' : 'invalid' })
  })

  test('whose refusal of a price names no product is sent the other products', async () => {
    const s = await t.store(5)
    await s.update()
    t.shop.products.delete(productOf('SKU-2').id)
    await s.change(sql`wholesale_price = 20, content_hash = content_hash + 1000`, skus(5))
    expect((await s.update()).result).toMatchObject({ sent: 4, refused: 1 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({
      price: '12.50',
      refused_why: 'missing',
      refused_text: 'Bulk update failed; Variant not found',
    })
    expect(inShop().get('SKU-5')).toMatchObject({ price: 22.5 })
  })

  test('whose quota is used up by another app is sent nothing until it resets', async () => {
    const s = await t.store()
    // its currency is asked first, then which of the SKUs are there
    t.shop.quota = { most: 150, left: 6, milliseconds: 600_000 }
    expect((await s.update()).result).toMatchObject({ sent: 1, waits: expect.any(String) })
    // it said itself that nothing is left: what isn't asked isn't refused
    expect(t.market.asked).toHaveLength(6)
    const { waits_until } = await s.store()
    const seconds = (Date.parse(waits_until!) - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(590)
    expect(seconds).toBeLessThan(605)
    t.shop.quota = { most: 150, left: 150, milliseconds: 600_000 }
    expect((await s.update()).result).toMatchObject({ sent: 2 })
    expect(t.shop.products.size).toBe(3)
  })

  test.each([
    [
      'requested a pause: the longer wins',
      { 'x-retry-after': '900', 'x-rate-limit-time-reset-ms': '30000' },
      900,
    ],
    ['says when its window ends', { 'x-retry-after': '1', 'x-rate-limit-time-reset-ms': '300000' }, 300],
    ['is overloaded, and says nothing', {}, 60],
  ])('sets how long the update waits if it %s', async (_what, headers, wanted) => {
    const s = await t.store()
    t.market.mischief.push({ times: 9, answer: { status: 429, headers: headers as never, body: 'busy' } })
    expect((await s.update()).result).toMatchObject({ sent: 0, waits: expect.any(String) })
    const { waits_until } = await s.store()
    const seconds = (Date.parse(waits_until!) - Date.now()) / 1000
    expect(Math.abs(seconds - wanted)).toBeLessThan(10)
  })

  test('whose answer was lost is checked, and nothing is sent twice', async () => {
    const s = await t.store()
    await s.update()
    await s.change(sql`quantity = 8`, ['SKU-1', 'SKU-2'])
    t.market.mischief.push({ pattern: /absolute/, losesAnswer: true })
    t.market.asked.length = 0
    expect((await s.update()).result).toMatchObject({ sent: 2 })
    expect(asked().filter((one) => one === stock)).toHaveLength(1)
    expect(inShop().get('SKU-1')).toMatchObject({ quantity: 8 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({ quantity: 8 })
  })

  test.each([
    ['a page of something in between', '<html>Come back later</html>'],
    ['half an answer', '{"data": [{"id": 1'],
  ])('whose answer is %s is sent the update again', async (_what, body) => {
    const s = await t.store()
    await s.update()
    await s.change(sql`quantity = 9`, ['SKU-1', 'SKU-2', 'SKU-3'])
    t.market.mischief.push({ pattern: /PUT .*inventory/, answer: { body } })
    await s.update()
    expect([...t.shop.products.values()].map((one) => one.variants[0]!.inventory_level)).toEqual([9, 9, 9])
  })

  test('that shows its stock late is sent it again unchanged', async () => {
    const s = await t.store(1)
    await s.update()
    await s.change(sql`quantity = 8`, ['SKU-1'])
    t.shop.late = true
    t.market.mischief.push({ pattern: /absolute/, losesAnswer: true })
    expect((await s.update()).result).toMatchObject({ sent: 1 })
    t.shop.settle()
    expect(inShop().get('SKU-1')).toMatchObject({ quantity: 8 })
  })

  test('that creates a product and loses its answer has each product once', async () => {
    const s = await t.store()
    t.market.mischief.push({ pattern: /POST .*SKU-2/, losesAnswer: true })
    expect((await s.update()).result).toMatchObject({ sent: 2 })
    expect(t.shop.products.size).toBe(3)
    expect((await s.shown()).get('SKU-2')).toMatchObject({ remote: { product: productOf('SKU-2').id } })
  })

  test('that fails in the middle keeps what it created and is sent the rest', async () => {
    const s = await t.store(6)
    t.market.mischief.push({
      pattern: /POST .*SKU-4/,
      executesFirst: true,
      answer: { status: 500, body: 'Oops' },
    })
    expect((await s.update()).result).toMatchObject({ sent: 6, refused: 0 })
    expect(t.shop.products.size).toBe(6)
    const calls = await s.calls()
    expect(calls.map(({ live, state }) => [live, state])[0]).toEqual([3, 'failed'])
  })

  test('hides inactive products, and shows them again only if we hid them', async () => {
    const s = await t.store(3, { deactivate_inactive_products: true })
    await s.update()
    productOf('SKU-3').is_visible = false
    await s.change(sql`gone_tm = now()`, ['SKU-2'])
    await s.update()
    expect(inShop().get('SKU-2')).toMatchObject({ quantity: 0, visible: false })
    t.market.asked.length = 0
    await s.change(sql`gone_tm = null`, ['SKU-2'])
    await s.change(sql`quantity = 6`, ['SKU-3'])
    await s.update()
    expect(inShop().get('SKU-2')).toMatchObject({ quantity: 5, visible: true })
    expect(inShop().get('SKU-3')).toMatchObject({ quantity: 6, visible: false })
    expect(asked()).toEqual(['PUT /v3/catalog/products', 'GET /v3/inventory/locations', stock])
  })

  test('takes down removed products, or only our variant of a product that has others', async () => {
    const s = await t.store(4, { delete_market_products: true })
    await s.update()
    productOf('SKU-3').variants.push({ ...productOf('SKU-3').variants[0]!, id: 7, sku: 'OWN' })
    t.shop.products.delete(productOf('SKU-4').id)
    await s.change(sql`gone_tm = now()`, ['SKU-2', 'SKU-3', 'SKU-4'])
    expect((await s.update()).result).toMatchObject({ sent: 3, refused: 0 })
    expect([...inShop().keys()]).toEqual(['SKU-1', 'OWN'])
    expect((await s.shown()).get('SKU-2')).toMatchObject({ in_store: false, remote: null })
  })

  test('keeps its other products if the ones to delete no longer exist', async () => {
    const s = await t.store(2, { delete_market_products: true })
    await s.update()
    t.shop.products.delete(productOf('SKU-2').id)
    await s.change(sql`gone_tm = now()`, ['SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 1 })
    expect([...inShop().keys()]).toEqual(['SKU-1'])
  })

  test('that refuses the token is stopped, keeps what waits, and resumes once the token is fixed', async () => {
    const s = await t.store()
    t.market.mischief.push({ times: 9, answer: { status: 401, body: {} } })
    expect((await s.update()).reason).toMatch(/The store refused the token \(401\)/)
    expect(await s.store()).toMatchObject({ stopped_reason: expect.stringContaining('401') })
    t.market.mischief.length = 0
    expect((await s.update()).result).toMatchObject({ sent: 3 })
  })

  test('shows whether its token may read', async () => {
    const open = (secret: string) =>
      openMarket('bigcommerce', {
        market_id: 202,
        address: t.market.address,
        login: '',
        app: h.services.config,
        shop: { token: secret, allowHosts: ['127.0.0.1'], milliseconds: 2000 },
      })
    expect(await open(token).check()).toMatch(/^The token can read products and locations/)
    await expect(open('wrong').check()).rejects.toThrow('The store refused the token (401).')
  })
})
