import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { shopify, type Shopify } from '#server/stand-ins/shopify.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { startMarket } from '#server/test/stores/markets.ts'
import { makeApiStore } from '#server/test/stores/told-stores.ts'
import { fitting } from './bulk.ts'
import { answersOf } from './load-answers.ts'
import { loadFrom } from './shopify.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 39, market_name: 'Shopify' }).execute()
})
const token = 'shpat_secret'
let shop: Shopify
let market: Awaited<ReturnType<typeof startMarket>>
beforeEach(async () => {
  shop = shopify({ token })
  shop.points = { left: 1e6, most: 1e6, restoreRate: 1e6 }
  market = await startMarket(shop)
})
afterEach(() => market.close())

const many = loadFrom + 10
const store = (products = many, settings: object = {}) =>
  makeApiStore(h, c, { market_id: 39, address: `${market.address}/admin`, token, products, settings })
const skus = (n: number, from = 1) => Array.from({ length: n }, (_, i) => `SKU-${i + from}`)
const inShop = () =>
  new Map(
    [...shop.products.values()].flatMap(({ variants, ...product }) =>
      variants.map((own) => [
        own.sku,
        { ...product, price: own.price, quantity: [...(shop.stock.get(own.item)?.values() ?? [])][0] },
      ]),
    ),
  )
/** The writes of the operations, oldest first, and of how many lines. */
const operations = () =>
  shop.bulk.operations
    .filter(({ kind }) => kind === 'mutation')
    .map(({ text, lines }) => [/\{ (\w+)\(/.exec(text)![1], lines.length])
    .toReversed()
const told = (write: string) => market.asked.filter(({ body }) => body.includes(`${write}(`)).length
const set = (s: { vendor_store_id: number }, to: ReturnType<typeof sql>) =>
  sql`update store_call set ${to} where vendor_store_id = ${s.vendor_store_id}`.execute(h.services.db)

describe('a Shopify shop in a bulk update', () => {
  test('gets its products by bulk operations, each published to its online store', async () => {
    const s = await store()
    expect((await s.update()).result).toMatchObject({ sent: many, refused: 0 })
    expect(operations()).toEqual([
      ['productSet', many],
      ['publishablePublish', many],
    ])
    expect(inShop().size).toBe(many)
    expect(inShop().get('SKU-7')).toMatchObject({
      title: 'Product 7',
      price: '12.50',
      quantity: 5,
      publications: ['gid://shopify/Publication/1'],
    })
    expect((await s.shown()).get('SKU-7')).toMatchObject({
      in_store: true,
      remote: { product: inShop().get('SKU-7')!.id, active: true },
    })
    const [call, ...more] = await s.calls()
    expect(more).toEqual([])
    expect(call).toMatchObject({ state: 'done', products: many, live: many, said: null })
    // looked for by 50, and then a handful of questions
    expect(market.asked.length).toBeLessThan(many / 50 + 25)
    expect((await s.update()).result).toMatchObject({ sent: 0, calls: 0 })
  })

  test('is sent only a few products call by call instead', async () => {
    const s = await store(12)
    await s.update()
    expect(operations()).toEqual([])
    expect(inShop().get('SKU-7')).toMatchObject({ publications: ['gid://shopify/Publication/1'] })
  })

  test('has existing products updated and none created twice', async () => {
    const there = shop.add({ title: 'By hand', status: 'ACTIVE' }, [{ sku: 'SKU-3', price: '1.00' }])
    shop.add({}, [{ sku: 'SKU-4' }])
    shop.add({}, [{ sku: 'SKU-4' }])
    const s = await store()
    expect((await s.update()).result).toMatchObject({ sent: many - 1, refused: 1 })
    expect(shop.products.size).toBe(many + 1)
    expect(inShop().get('SKU-3')).toMatchObject({
      id: there.id,
      title: 'Product 3',
      price: '12.50',
      quantity: 5,
      publications: [],
    })
    expect((await s.shown()).get('SKU-4')).toMatchObject({ refused_why: 'conflict' })
  })

  test('is sent prices by saved ids, and sold-out products at once', async () => {
    const s = await store(many + 20)
    await s.update()
    shop.bulk.slow = 99
    await s.change(sql`wholesale_price = 20, content_hash = content_hash + 1000`, skus(many))
    await s.change(sql`quantity = 0`, ['SKU-1', 'SKU-2'])
    await s.bounds({ hold_zero_percent: 100, hold_price_percent: 100 })
    await s.update()
    expect(inShop().get('SKU-1')).toMatchObject({ price: '22.50', quantity: 0 })
    expect(inShop().get('SKU-3')).toMatchObject({ price: '12.50', quantity: 5 })
    expect(operations().slice(2)).toEqual([['productVariantsBulkUpdate', many - 2]])
    // meanwhile the others are told as ever, and those that are waited for are not
    await s.change(sql`quantity = 8`, ['SKU-3', `SKU-${many + 5}`])
    await s.update()
    expect(inShop().get(`SKU-${many + 5}`)).toMatchObject({ quantity: 8 })
    shop.bulk.slow = 0
    await s.due()
    await s.update()
    expect(inShop().get('SKU-3')).toMatchObject({ price: '22.50' })
    await s.update()
    expect(inShop().get('SKU-3')).toMatchObject({ quantity: 8 })
  })

  test('can refuse one product and take the others', async () => {
    const s = await store()
    await s.change(sql`title = repeat('x', 300)`, ['SKU-9'])
    expect((await s.update()).result).toMatchObject({ sent: many - 1, refused: 1 })
    expect((await s.shown()).get('SKU-9')).toMatchObject({
      in_store: false,
      refused_why: 'tooLarge',
      refused_text: 'Title is too long (maximum is 255 characters)',
    })
    expect((await s.update()).result).toMatchObject({ sent: 0, refused: 0 })
  })

  test('that doesn’t answer for some products is checked for them before they are sent again', async () => {
    shop.bulk.silent = [0, 4]
    shop.bulk.first = 1
    const s = await store()
    expect((await s.update()).result).toMatchObject({ sent: many - 2, refused: 2 })
    expect((await s.shown()).get('SKU-5')).toMatchObject({
      refused_why: 'outage',
      refused_text: 'Shopify’s response doesn’t include this product.',
    })
    shop.bulk.silent = []
    expect((await s.update()).result).toMatchObject({ refused: 0 })
    expect(shop.products.size).toBe(many)
    expect(inShop().size).toBe(many)
    expect([...(await s.shown()).values()].every((one) => one.in_store)).toBe(true)
  })

  test.each([
    ['fails', 'FAILED', 'The operation failed at Shopify (INTERNAL_SERVER_ERROR).'],
    ['is cancelled', 'CANCELED', 'The operation was canceled in Shopify.'],
    ['is too old', 'EXPIRED', 'The operation’s result expired at Shopify.'],
  ] as const)('whose operation %s in the middle is sent the rest again', async (_how, status, text) => {
    shop.bulk.ends = { status, after: 100 }
    const s = await store()
    market.mischief.push({
      pattern: /publishablePublish/,
      meanwhile: () => (shop.bulk.ends = { status: 'COMPLETED' }),
      executesFirst: true,
    })
    expect((await s.update()).result).toMatchObject({ sent: 100, refused: many - 100 })
    expect(shop.products.size).toBe(100)
    expect((await s.shown()).get('SKU-200')).toMatchObject({ refused_why: 'outage', refused_text: text })
    await s.update()
    expect(inShop().size).toBe(many)
    expect(shop.products.size).toBe(many)
  })

  test('whose result files are missing is checked for what it has', async () => {
    shop.bulk.expired = true
    const s = await store()
    expect((await s.update()).result).toMatchObject({ sent: 0, refused: many })
    shop.bulk.expired = false
    expect((await s.update()).result).toMatchObject({ sent: many, refused: 0 })
    expect(shop.products.size).toBe(many)
  })

  test('that lost a file is sent it again', async () => {
    shop.bulk.loses = 1
    const s = await store()
    expect((await s.update()).result).toMatchObject({ sent: many, refused: 0 })
    expect(shop.products.size).toBe(many)
  })

  test('that runs as many operations as it can is tried again later', async () => {
    shop.bulk.most = 0
    const s = await store()
    expect((await s.update()).result).toMatchObject({ sent: 0, refused: 0 })
    expect((await s.calls())[0]).toMatchObject({ state: 'accepted', live: 0 })
    shop.bulk.most = 5
    await s.due()
    await s.update()
    await s.due()
    await s.update()
    expect(inShop().size).toBe(many)
  })

  test('that has no points left resumes where it stopped', async () => {
    const s = await store()
    const throttled = { body: { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] } }
    market.mischief.push(
      { pattern: /productVariants/, times: 3 },
      { pattern: /productVariants/, answer: throttled },
    )
    await s.update()
    expect(told('productVariants')).toBe(4)
    await s.due()
    await s.update()
    expect(inShop().size).toBe(many)
    // the hundred that it stopped at is asked once more
    expect(told('productVariants')).toBe(4 + 4)
  })
})

describe('an interrupted bulk update', () => {
  test('starts again if its shop wasn’t called yet', async () => {
    const s = await store()
    market.mischief.push({ pattern: /productVariants/, losesAnswer: true })
    await s.update()
    // as if the process had ended before the ticket was kept
    await set(s, sql`state = 'sending', ticket = null, poll_tm = null`)
    await sql`
      update store_update
      set state = 'sending'
      where vendor_store_id = ${s.vendor_store_id} and state = 'accepted'`.execute(h.services.db)
    market.asked.length = 0
    await s.update()
    expect(inShop().size).toBe(many)
    expect(operations()).toHaveLength(2)
    expect((await s.calls())[0]).toMatchObject({
      state: 'failed',
      said: 'Interrupted before the request was sent',
    })
  })

  test.each([
    ['while it sends its file', /\/upload/],
    ['while it begins an operation', /bulkOperationRunMutation/],
    ['while it reads what came out', /\/files\//],
    ['while it asks how far it is', /bulkOperation\(/],
  ])('does each thing once if interrupted %s', async (_when, at) => {
    const s = await store()
    market.mischief.push({ pattern: at, losesAnswer: true })
    await s.update()
    expect((await s.calls())[0]).toMatchObject({ state: 'accepted' })
    for (let i = 0; i < 3; i++) {
      await s.due()
      await s.update()
    }
    expect(shop.products.size).toBe(many)
    expect(operations()).toEqual([
      ['productSet', many],
      ['publishablePublish', many],
    ])
    expect((await s.calls()).filter(({ products }) => products > 0)).toMatchObject([
      { state: 'done', live: many, refused: 0 },
    ])
  })

  test('keeps the results it has read if interrupted before the next step', async () => {
    const s = await store()
    await s.change(sql`title = repeat('x', 300)`, ['SKU-1'])
    shop.bulk.slow = 99
    await s.update()
    const { rows } = await sql<{ ticket: string }>`
      select ticket from store_call where vendor_store_id = ${s.vendor_store_id}`.execute(h.services.db)
    shop.bulk.slow = 0
    market.mischief.push({ pattern: /\/upload/, losesAnswer: true, times: 1 })
    await s.due()
    await s.update()
    // what was refused is kept, and the ticket is still the one before
    await set(s, sql`ticket = ${rows[0]!.ticket}, poll_tm = now()`)
    await s.update()
    expect(shop.products.size).toBe(many - 1)
    expect((await s.shown()).get('SKU-1')).toMatchObject({ refused_why: 'tooLarge' })
    expect([...inShop().values()].every((one) => one.publications.length === 1)).toBe(true)
  })
})

describe('a shop whose token may not publish', () => {
  test.each([
    ['many', many],
    ['a few', 3],
  ])('reports it for %s new products, which are published once it may', async (_many, n) => {
    shop.scopes = shop.scopes.filter((scope) => scope !== 'write_publications')
    const s = await store(n)
    expect((await s.update()).result).toMatchObject({ sent: n, refused: 0 })
    expect((await s.calls())[0]!.said).toMatch(/aren’t published. Add read_publications/)
    expect(inShop().get('SKU-2')).toMatchObject({ publications: [] })
    shop.scopes.push('write_publications')
    await s.change(sql`quantity = 4`, ['SKU-2'])
    await s.update()
    expect(inShop().get('SKU-2')).toMatchObject({
      quantity: 4,
      publications: ['gid://shopify/Publication/1'],
    })
    expect(inShop().get('SKU-3')).toMatchObject({ publications: [] })
    expect((await s.shown()).get('SKU-2')!.remote).not.toHaveProperty('unpublished')
  })
})

test('an operation’s answers are matched by line number, counted from 0 or from 1', () => {
  const line = (n: number, sku?: string) => {
    const nodes = [{ id: 'v', sku, inventoryItem: { id: 'i' } }]
    const product = sku ? { id: 'p', variants: { nodes } } : null
    const userErrors = sku ? [] : [{ message: 'No' }]
    return JSON.stringify({ data: { productSet: { product, userErrors } }, __lineNumber: n })
  }
  const of = (...lines: string[]) => [...answersOf(lines, ['A', 'B', 'C'], 'productSet').keys()]
  expect(of(line(2, 'C'), line(0), line(1, 'B'))).toEqual(['C', 'A', 'B'])
  expect(of(line(3), line(1), line(2, 'B'))).toEqual(['C', 'A', 'B'])
  // neither the first nor the last is there
  expect(of(line(1, 'B'))).toEqual(['B'])
  expect(of(line(2, 'B'))).toEqual(['B'])
  expect(of(line(1), 'no line at all', '{}')).toEqual([])
})

test('lines that don’t fit into one file go into the next', () => {
  expect(fitting(['a', 'b'])).toBe(2)
  expect(fitting(['a'.repeat(600), 'b'.repeat(600)], 11_000)).toBe(1)
  expect(fitting(['a'.repeat(9000)], 11_000)).toBe(1)
})
