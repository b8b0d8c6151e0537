import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, lettersTo, makeLogin, waitUntil } from '#server/test/harness.ts'
import { makeApiStore } from '#server/test/stores/told-stores.ts'
import { wooShelf, wooTests, wooToken } from '#server/test/stores/woo-shops.ts'
import { sendNotices } from '#server/test/notices.ts'

const h = harness({ worker: true })
const t = wooTests(h)
const inShop = () => wooShelf(t.shop)

describe('a WooCommerce shop', () => {
  test('is sent its products, then only changes, by the ids it assigned', async () => {
    const s = await t.store()
    expect((await s.update()).result).toMatchObject({ sent: 3, refused: 0, calls: 1 })
    expect(inShop()).toEqual(
      new Map(
        ['SKU-1', 'SKU-2', 'SKU-3'].map((sku) => [sku, { quantity: 5, price: '12.50', status: 'publish' }]),
      ),
    )
    expect((await s.shown()).get('SKU-2')).toMatchObject({ in_store: true, remote: { id: 102 } })
    t.market.asked.length = 0
    await s.change(sql`quantity = 7`, ['SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 1, calls: 1 })
    expect(t.market.asked.map(({ method, body }) => [method, JSON.parse(body)])).toEqual([
      ['POST', { create: [], update: [{ id: 102, manage_stock: true, stock_quantity: 7 }] }],
    ])
    expect(inShop().get('SKU-2')).toMatchObject({ quantity: 7 })
    expect((await s.update()).result).toMatchObject({ sent: 0, calls: 0 })
  })

  test('says why it refuses a product and takes the others', async () => {
    t.shop.products.set(7, {
      id: 7,
      sku: 'SKU-2',
      status: 'publish',
      stock_quantity: 1,
      regular_price: '1',
      sale_price: '',
    })
    const s = await t.store()
    // it is found by its SKU, and not made twice
    expect((await s.update()).result).toMatchObject({ sent: 3, refused: 0 })
    expect([...t.shop.products.values()].filter((one) => one.sku === 'SKU-2')).toMatchObject([
      { id: 7, stock_quantity: 5 },
    ])
    const gone = [...t.shop.products.values()].find((one) => one.sku === 'SKU-3')!
    t.shop.products.delete(gone.id)
    await s.change(sql`quantity = 9`, ['SKU-1', 'SKU-3'])
    const { result } = await s.update()
    expect(result).toMatchObject({ sent: 1, refused: 1 })
    expect((await s.shown()).get('SKU-3')).toMatchObject({
      in_store: false,
      refused_why: 'missing',
      refused_text: 'Invalid ID.',
    })
    // it isn't told again until it changes, and is made anew then
    expect((await s.update()).result).toMatchObject({ sent: 0, refused: 0, calls: 0 })
    await s.change(sql`quantity = 4`, ['SKU-3'])
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 0 })
    expect(inShop().get('SKU-3')).toMatchObject({ quantity: 4 })
    expect((await s.shown()).get('SKU-3')).toMatchObject({ in_store: true, refused_why: null })
  })

  test('whose answer was lost is checked, and nothing is sent twice', async () => {
    const s = await t.store()
    await s.update()
    await s.change(sql`quantity = 8`, ['SKU-1', 'SKU-2'])
    t.market.mischief.push({ pattern: /POST/, losesAnswer: true })
    t.market.asked.length = 0
    const { result } = await s.update()
    expect(result).toMatchObject({ sent: 2 })
    // asked for what it shows, and found it to stand there
    expect(t.market.asked.map((one) => one.method)).toEqual(['POST', 'GET'])
    expect(inShop().get('SKU-1')).toMatchObject({ quantity: 8 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({ quantity: 8 })
  })

  test('is asked separately for a SKU with a comma, and its product is created once', async () => {
    const s = await t.store(2)
    await s.change(sql`sku = 'A,B'`, ['SKU-1'])
    t.market.mischief.push({ pattern: /POST/, losesAnswer: true })
    expect((await s.update()).result).toMatchObject({ sent: 2, refused: 0 })
    expect([...inShop().keys()].toSorted()).toEqual(['A,B', 'SKU-2'])
    expect(t.market.asked.filter((one) => one.query.get('sku')).map((one) => one.query.get('sku'))).toContain(
      'A,B',
    )
    await s.change(sql`quantity = 0`, ['A,B'])
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 0 })
    expect(inShop().get('A,B')).toMatchObject({ quantity: 0 })
  })

  test('whose host takes fewer products at once is sent smaller calls', async () => {
    t.shop.most = 3
    const s = await t.store(10)
    expect((await s.update()).result).toMatchObject({ sent: 10, refused: 0 })
    expect(t.shop.products.size).toBe(10)
  })

  test('that fails on one product is sent the others, and that product is refused', async () => {
    const s = await t.store(4)
    await s.update()
    await s.change(sql`quantity = 3`, ['SKU-1', 'SKU-2', 'SKU-3', 'SKU-4'])
    t.market.mischief.push({
      pattern: /POST .*"id":102/,
      times: 50,
      answer: { status: 400, body: { code: 'x' } },
    })
    expect((await s.update()).result).toMatchObject({ sent: 3, refused: 1 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({ quantity: 5, refused_why: 'invalid' })
  })

  test('that doesn’t answer for a product is sent it again by the next update', async () => {
    const s = await t.store(2)
    await s.update()
    await s.change(sql`quantity = 3`, ['SKU-1', 'SKU-2'])
    t.market.mischief.push({
      pattern: /POST/,
      executesFirst: true,
      answer: { body: { update: [{ id: 101 }] } },
    })
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 1 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({ quantity: null, refused_why: 'outage' })
    // back to what it was told before: the shop may show another
    await s.change(sql`quantity = 5`, ['SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 0 })
    expect(inShop().get('SKU-2')).toMatchObject({ quantity: 5 })
  })

  test('that doesn’t answer for a price is sent it again, even if it is back to its earlier value', async () => {
    const s = await t.store(2)
    await s.update()
    const cost = (amount: number, skus: string[]) =>
      s.change(sql`wholesale_price = ${amount}, content_hash = content_hash + 1000`, skus)
    await cost(20, ['SKU-1', 'SKU-2'])
    t.market.mischief.push({
      pattern: /POST/,
      executesFirst: true,
      answer: { body: { update: [{ id: 101 }] } },
    })
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 1 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({ price: null, refused_why: 'outage' })
    await cost(10, ['SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 1 })
    expect(inShop().get('SKU-2')).toMatchObject({ price: '12.50' })
  })

  test('that accepts a product it had refused lists no refusal any more', async () => {
    const s = await t.store(1)
    const calls = `/api/vendor/${s.vendor_id}/vendor-store/${s.vendor_store_id}/calls`
    await s.update()
    await s.change(sql`quantity = 3`, ['SKU-1'])
    t.market.mischief.push({ pattern: /POST/, answer: { status: 400, body: { code: 'x' } } })
    expect((await s.update()).result).toMatchObject({ refused: 1 })
    expect((await t.c.get(calls)).body.refusals).toMatchObject([
      { why: 'invalid', products: 1, sku: 'SKU-1' },
    ])
    await s.change(sql`quantity = 4`, ['SKU-1'])
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 0 })
    expect((await t.c.get(calls)).body.refusals).toEqual([])
  })

  test('ends a sale when the list price is removed', async () => {
    const s = await t.store(1, { include_msrp: true })
    await s.update()
    const shown = () => [...t.shop.products.values()][0]
    expect(shown()).toMatchObject({ regular_price: '30.00', sale_price: '12.50' })
    await s.change(sql`wholesale_price = 20, msrp = null, content_hash = 99`, ['SKU-1'])
    await s.update()
    expect(shown()).toMatchObject({ regular_price: '22.50', sale_price: '' })
  })

  test('that refuses the key is stopped, keeps what waits, and resumes once the key is fixed', async () => {
    const s = await t.store()
    const manager = await makeLogin(h, 'account_manager')
    await h.services.db
      .updateTable('vendor')
      .set({ account_manager_vendor_id: manager.vendor_id })
      .where('vendor_id', '=', s.vendor_id)
      .execute()
    t.market.mischief.push({ times: 9, answer: { status: 401, body: {} } })
    expect((await s.update()).reason).toMatch(/The store refused the token \(401\)/)
    expect(await s.store()).toMatchObject({ stopped_reason: expect.stringContaining('401') })
    await s.update()
    await sendNotices(h)
    expect(await lettersTo(h, manager.email)).toMatchObject([
      {
        subject: expect.stringContaining('stopped'),
        text: expect.stringContaining(`/vendors/view/${s.vendor_id}/stores/${s.vendor_store_id}`),
      },
    ])
    t.market.mischief.length = 0
    expect((await s.update()).result).toMatchObject({ sent: 3 })
  })

  test('that asks for a pause is sent nothing until it is over', async () => {
    const s = await t.store()
    t.market.mischief.push({ times: 9, answer: { status: 429, headers: { 'retry-after': '600' }, body: {} } })
    expect((await s.update()).result).toMatchObject({ sent: 0, waits: expect.any(String) })
    const { waits_until } = await s.store()
    const minutes = (Date.parse(waits_until!) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(9)
    expect(minutes).toBeLessThan(11)
  })

  test('is sent one product a call if its integration is set to', async () => {
    const s = await t.store(3, { support_multi_update: false })
    expect((await s.update()).result).toMatchObject({ sent: 3, calls: 3 })
    expect((await s.calls()).map((one) => one.products)).toEqual([1, 1, 1])
    // what is taken back, too
    await s.change(sql`quantity = 9`, ['SKU-1', 'SKU-2', 'SKU-3'])
    await s.update()
    const [{ store_update_id }] = (await t.c.get(s.path)).body
    await t.c.post(`${s.path}/${store_update_id}/send-back`, { reason: 'Wrong feed' })
    await waitUntil(s.calls, (calls) => calls.filter((one) => one.state === 'done').length === 9)
    expect((await s.calls()).map((one) => one.products)).toEqual(Array(9).fill(1))
  })

  test('is sent its missing products again at once if its integration adds missing products', async () => {
    const s = await t.store(3, { missing_lookup_products: true })
    await s.update()
    const lose = (sku: string) =>
      t.shop.products.delete([...t.shop.products.values()].find((one) => one.sku === sku)!.id)
    lose('SKU-1')
    await s.change(sql`quantity = 9`, ['SKU-1'])
    expect((await s.update()).result).toMatchObject({ sent: 0, refused: 1 })
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 0 })
    expect(inShop().get('SKU-1')).toMatchObject({ quantity: 9 })
    lose('SKU-2')
    expect(await s.compare()).toMatchObject({ differing: { missing: 1 } })
    expect((await s.update()).result).toMatchObject({ sent: 1 })
    expect(inShop().get('SKU-2')).toMatchObject({ quantity: 5 })
  })

  test('that fails to create a product is sent it again by the next update', async () => {
    const s = await t.store(2)
    t.market.mischief.push({
      pattern: /POST/,
      executesFirst: false,
      answer: { body: { create: [{ id: 101, sku: 'SKU-1' }] } },
    })
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 1 })
    expect((await s.update()).result).toMatchObject({ sent: 1, refused: 0 })
    expect(inShop().get('SKU-2')).toMatchObject({ quantity: 5 })
  })

  test('that keeps failing to create a product is sent it three times', async () => {
    const s = await t.store(1)
    t.market.mischief.push({ pattern: /POST/, times: 9, answer: { body: { create: [] } } })
    const refused = []
    for (let i = 0; i < 4; i++) refused.push((await s.update()).result.refused)
    expect(refused).toEqual([1, 1, 1, 0])
    t.market.mischief.length = 0
    await s.change(sql`quantity = 6`, ['SKU-1'])
    expect((await s.update()).result).toMatchObject({ sent: 1 })
  })

  test('that asks for a pause is sent the approved update once it takes more', async () => {
    const s = await t.store(40)
    await s.update()
    const gone = Array.from({ length: 12 }, (_, i) => `SKU-${i + 1}`)
    await s.change(sql`quantity = 0`, gone)
    expect((await s.update()).result).toMatchObject({ held: expect.any(String) })
    const held = `${s.path}/${(await t.c.get(s.path)).body[0].store_update_id}`
    t.market.mischief.push({
      times: 99,
      answer: { status: 429, headers: { 'retry-after': '600' }, body: {} },
    })
    await t.c.post(`${held}/approve`, { reason: 'Sold out' })
    await waitUntil(
      () => s.store(),
      (of) => of.waits_until !== null,
    )
    const approved = async () => (await t.c.get(held)).body.update
    expect(await approved()).toMatchObject({ state: 'asked', sent: 0, left_over: 0 })
    t.market.mischief.length = 0
    expect((await s.update()).result).toMatchObject({ sent: 12 })
    expect(await approved()).toMatchObject({ state: 'sent', sent: 12 })
  })

  test('that isn’t at its address is stopped, and none of its products counts as missing', async () => {
    for (const products of [1, 3]) {
      const s = await makeApiStore(h, t.c, {
        market_id: 201,
        address: `${t.market.address}/old`,
        login: 'ck_key',
        token: wooToken,
        products,
      })
      expect((await s.update()).reason).toMatch(/Address not found at the store \(404\)/)
      expect(await s.store()).toMatchObject({ stopped_reason: expect.stringContaining('404') })
      expect([...(await s.shown()).values()].filter((one) => one.refused_why !== null)).toEqual([])
    }
  })

  test('counts requests that are refused, too', async () => {
    const s = await t.store(1)
    t.market.mischief.push({
      pattern: /POST/,
      answer: { status: 429, headers: { 'retry-after': '600' }, body: {} },
    })
    await s.update()
    const calls = await t.c.get(`/api/vendor/${s.vendor_id}/vendor-store/${s.vendor_store_id}/calls`)
    // it looked for the SKU, and told of it
    expect(calls.body).toMatchObject({ calls: [{ state: 'failed', requests: 2 }], allowances: [{ used: 2 }] })
  })

  test('whose answer lacks a product or has another order is matched by id', async () => {
    const s = await t.store()
    await s.update()
    const remotes = async () => [...(await s.shown()).values()].map(({ remote }) => remote)
    const had = await remotes()
    await s.change(sql`quantity = 9`, ['SKU-1', 'SKU-2', 'SKU-3'])
    t.market.mischief.push({ pattern: /POST/, answer: { body: { update: [{ id: 103 }, { id: 101 }] } } })
    expect((await s.update()).result).toMatchObject({ sent: 2, refused: 1 })
    expect((await s.shown()).get('SKU-2')).toMatchObject({ quantity: null, refused_why: 'outage' })
    expect(await remotes()).toEqual(had)
  })

  test('takes down removed products', async () => {
    const s = await t.store(3, { delete_market_products: true })
    await s.update()
    await s.change(sql`gone_tm = now()`, ['SKU-2'])
    expect((await s.update()).result).toMatchObject({ sent: 1 })
    expect([...inShop().keys()]).toEqual(['SKU-1', 'SKU-3'])
    expect((await s.shown()).get('SKU-2')).toMatchObject({ in_store: false, remote: null })
  })

  test('takes down sold-out products even if the first request was lost', async () => {
    const s = await t.store(2, { delete_market_products: true, deactivate_inactive_products: false })
    await s.update()
    await s.change(sql`quantity = 0`, ['SKU-2'])
    await s.update()
    await s.change(sql`gone_tm = now()`, ['SKU-2'])
    t.market.mischief.push({ pattern: /POST/, losesRequest: true })
    expect((await s.update()).result).toMatchObject({ sent: 1 })
    expect([...inShop().keys()]).toEqual(['SKU-1'])
    expect((await s.shown()).get('SKU-2')).toMatchObject({ in_store: false })
  })
})
