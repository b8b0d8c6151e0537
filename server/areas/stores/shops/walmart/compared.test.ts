import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, waitUntil } from '#server/test/harness.ts'
import { walmartTests } from '#server/test/stores/walmart-accounts.ts'

const h = harness({ worker: true })
const { t, asked, ended, later, shows } = walmartTests(h)

describe('a Walmart account is compared', () => {
  const told = async (products: number) => {
    t.shop.pace = 0
    const s = await t.store(products)
    await s.update()
    await ended(s)
    await s.toldEarlier(3)
    t.market.asked.length = 0
    return s
  }
  const pages = () =>
    asked(/GET .v3.(items|inventories)/).map(({ path, query }) => `${path} ${query.get('nextCursor') ?? ''}`)

  test('page by page with what it was sent, and what would sell wrongly is sent again', async () => {
    const s = await told(7)
    t.shop.perPage = 3
    t.shop.items.get('SKU-1')!.price = 99
    t.shop.items.get('SKU-2')!.quantity = 50
    t.shop.items.get('SKU-3')!.quantity = 4
    t.shop.items.get('SKU-4')!.published = false
    t.shop.items.delete('SKU-5')
    t.shop.items.set('THEIRS', { sku: 'THEIRS', title: 'Of others', published: true, price: 1, quantity: 1 })
    expect(await s.compare()).toMatchObject({
      shown: 7,
      differing: { price: 1, more: 1, less: 1, hidden: 1, gone: 1 },
    })
    expect(pages()).toEqual([
      '/v3/items *',
      '/v3/items at 3',
      '/v3/items at 6',
      '/v3/inventories ',
      '/v3/inventories at 3',
      '/v3/inventories at 6',
    ])
    const calls = (await s.calls()).filter((one) => one.told === 'compared')
    expect(calls.map(({ bucket, products }) => [bucket, products])).toEqual(
      [3, 3, 1, 3, 3, 1].map((products) => ['catalog pages', products]),
    )
    expect(calls.reduce((sum, { spent }) => sum + Number(spent), 0)).toBeGreaterThanOrEqual(6)
    const { rows } = await sql`select from store_shown`.execute(h.services.db)
    expect(rows).toEqual([])
    await s.bounds({ hold_zero_percent: 100, hold_price_percent: 100 })
    await s.update()
    await ended(s)
    expect([shows('SKU-1')[1], shows('SKU-2')[2], shows('SKU-3')[2]]).toEqual([12.5, 5, 4])
  })

  test('from the page where it reached its rate limit', async () => {
    const s = await told(7)
    t.shop.perPage = 3
    t.shop.pages = 2
    t.shop.items.get('SKU-7')!.quantity = 50
    const { body } = await t.c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'compare' })
    await waitUntil(s.store, (one) => one.waits_until !== null)
    later(61_000)
    t.shop.pages = 300
    await s.update()
    const { update } = (await t.c.get(`${s.path}/${body.store_update_id}`)).body
    expect(update).toMatchObject({ state: 'compared', shown: 7, differing: { more: 1 } })
    expect(pages().filter((one) => one === '/v3/items *')).toHaveLength(1)
  })

  test('to its last page, even if each page repeats the cursor', async () => {
    const s = await told(7)
    t.shop.perPage = 2
    t.shop.repeatsCursor = true
    t.shop.items.get('SKU-7')!.price = 99
    expect(await s.compare()).toMatchObject({ shown: 7, differing: { price: 1 } })
    expect(pages().slice(0, 5)).toEqual([
      '/v3/items *',
      '/v3/items same',
      '/v3/items same',
      '/v3/items same',
      '/v3/inventories ',
    ])
  })

  test('and stops where a page links to itself', async () => {
    const s = await told(7)
    t.shop.perPage = 3
    const item = { sku: 'SKU-4', productName: 'x', publishedStatus: 'PUBLISHED' }
    const answer = { body: { ItemResponse: [item], totalItems: 7, nextCursor: 'at 3' } }
    t.market.mischief.push({ pattern: /items.*nextCursor=at/, times: 50, answer })
    expect(await s.compare('discarded')).toMatchObject({
      decided_reason: expect.stringMatching(/^The market’s response repeats a page\./),
    })
    // the cursor alone tells nothing: Walmart may repeat it
    expect(pages()).toEqual(['/v3/items *', '/v3/items at 3', '/v3/items at 3'])
    expect((await sql`select from store_shown`.execute(h.services.db)).rows).toEqual([])
  })

  test('except for products sent so recently that it may not show them yet', async () => {
    const s = await told(3)
    await s.toldEarlier(-3)
    t.shop.items.delete('SKU-1')
    expect((await s.compare()).differing).toEqual({})
    await s.toldEarlier(3)
    expect((await s.compare()).differing).toEqual({ gone: 1 })
  })

  test.each(['items', 'inventories'])(
    'only if the token may read its %s; otherwise its updates go on as before',
    async (list) => {
      const s = await told(3)
      const at = new RegExp(`v3.${list}`)
      t.market.mischief.push({ pattern: at, times: 9, answer: { status: 403, body: {} } })
      const { body } = await t.c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'compare' })
      const update = await waitUntil(
        async () => (await t.c.get(`${s.path}/${body.store_update_id}`)).body.update,
        ({ state }) => state === 'discarded',
      )
      expect(update.decided_reason).toContain('refused the token (403)')
      expect((await s.store()).stopped_reason).toBeNull()
      // what was read before is nobody's
      expect((await sql`select from store_shown`.execute(h.services.db)).rows).toEqual([])
    },
  )

  test('and an inactive product counts only if it has stock there', async () => {
    const s = await told(3)
    await s.change(sql`quantity = 0, product_status_id = 2`, ['SKU-1', 'SKU-2'])
    await s.update()
    await ended(s)
    t.shop.items.get('SKU-2')!.quantity = 3
    expect((await s.compare()).differing).toEqual({ sold: 1 })
  })

  test('except for products sent after their page was read', async () => {
    const s = await told(7)
    t.shop.perPage = 3
    t.shop.pages = 2
    const { body } = await t.c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'compare' })
    await waitUntil(s.store, (one) => one.waits_until !== null)
    await s.change(sql`wholesale_price = 20, content_hash = content_hash + 1000`, ['SKU-1'])
    later(61_000)
    t.shop.pages = 300
    await s.update()
    await ended(s)
    const { update } = (await t.c.get(`${s.path}/${body.store_update_id}`)).body
    expect(shows('SKU-1')[1]).toBe(22.5)
    expect(update).toMatchObject({ state: 'compared', shown: 6, differing: {} })
  })
})
