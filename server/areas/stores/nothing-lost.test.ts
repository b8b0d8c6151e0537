import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/db.ts'
import { wooCommerce, type WooCommerce } from '../../stand-ins/woocommerce.ts'
import { harness, makeFeed, staff, until, type Client } from '../../test/harness.ts'
import { startMarket } from '../../test/markets.ts'
import { toldStore } from '../../test/told-stores.ts'
import { timers } from '../../timers.ts'
import { planUpdate } from './plan-update.ts'
import { startStoreUpdates } from './public.ts'

const h = harness({ worker: true })
let c: Client
let shop: WooCommerce
let market: Awaited<ReturnType<typeof startMarket>>
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 201, market_name: 'WooCommerce' }).execute()
})
beforeEach(async () => {
  shop = wooCommerce({ token: 'cs' })
  market = await startMarket(shop)
})
afterEach(() => market.close())

type Store = Awaited<ReturnType<typeof store>>
const store = (products: number, settings: object = {}) =>
  toldStore(h, c, { market_id: 201, address: market.address, login: 'ck', token: 'cs', products, settings })
const stock = (...skus: string[]) => {
  const by = new Map([...shop.products.values()].map((one) => [one.sku, one.stock_quantity]))
  return skus.map((sku) => by.get(sku))
}
const skus = (n: number) => Array.from({ length: n }, (_, i) => `SKU-${i + 1}`)
const set = (s: Store, to: ReturnType<typeof sql>) =>
  sql`update vendor_store set ${to} where vendor_store_id = ${s.vendor_store_id}`.execute(h.services.db)
const open = async (s: Store) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from job
    where param_value = ${String(s.vendor_store_id)} and job_status in (1, 4)`.execute(h.services.db)
  return rows[0]!.n
}
/** As the timer does it, until nothing of it runs or waits. */
const turn = async (s: Store) => {
  await set(s, sql`waits_until = least(waits_until, now())`)
  await startStoreUpdates(h.services)
  await until(
    () => open(s),
    (n) => n === 0,
  )
}
const begin = (s: Store, kind: string) => c.post(s.path, { vendor_store_id: s.vendor_store_id, kind })
const integrationOf = async (s: Store) => {
  const { vendor_market_map_id } = await h.services.db
    .selectFrom('vendor_market_map')
    .select('vendor_market_map_id')
    .where('vendor_id', '=', s.vendor_id)
    .executeTakeFirstOrThrow()
  return `/api/vendor/${s.vendor_id}/integration/${vendor_market_map_id}`
}

test('what changes while an update of everything waits for its market is told as it is now', async () => {
  const s = await store(40)
  await s.update()
  market.mischief.push(
    { at: /POST/, times: 2 },
    { at: /POST/, times: 99, answer: { status: 429, headers: { 'retry-after': '600' }, body: {} } },
  )
  await begin(s, 'full')
  await until(s.store, (one) => one.waits_until !== null)
  await s.change(sql`quantity = 0`, ['SKU-1', 'SKU-2', 'SKU-40'])
  await set(s, sql`behind_since = now()`)
  await turn(s)
  market.mischief.length = 0
  await turn(s)
  expect(stock('SKU-1', 'SKU-2', 'SKU-40', 'SKU-39')).toEqual([0, 0, 0, 5])
  const { body } = await c.get(s.path)
  expect(body.map((one: { kind: string; state: string }) => `${one.kind} ${one.state}`)).toContain(
    'full sent',
  )
})

test('what a market refused is not told again by the same update when that goes on', async () => {
  const s = await store(40)
  await s.update()
  const refuses = { id: 101, error: { code: 'invalid', message: 'Too heavy' } }
  market.mischief.push(
    { at: /POST/, answer: { body: { create: [], update: [refuses] } } },
    { at: /POST/, times: 99, answer: { status: 429, headers: { 'retry-after': '600' }, body: {} } },
  )
  await begin(s, 'full')
  await until(s.store, (one) => one.waits_until !== null)
  const refused = [...(await s.shown())]
    .filter(([, one]) => one.refused_why === 'invalid')
    .map(([sku]) => sku)
  expect(refused).toEqual(['SKU-1'])
  market.mischief.length = 0
  market.asked.length = 0
  await turn(s)
  const { body } = await c.get(s.path)
  const full = body.find((one: { kind: string }) => one.kind === 'full')
  expect(full).toMatchObject({ state: 'sent' })
  expect((await s.shown()).get('SKU-1')).toMatchObject({ refused_why: 'invalid' })
  expect(market.asked.some((one) => /"id":101\b/.test(one.body))).toBe(false)
})

test('rules that are saved while an update begins are told by it, or by the next', async () => {
  const s = await store(3)
  await s.update()
  const rules = (markup_value: string) =>
    c.post(`/api/vendor/${s.vendor_id}/price-rules`, {
      currency_id: 1,
      rates: [],
      rules: [{ markup_type_id: 1, markup_value }],
    })
  await rules('2.60')
  // the job stands still between reading the rules and the products
  const { db } = h.services
  const tx = await db.startTransaction().execute()
  await sql`lock table vendor_custom_feed in access exclusive mode`.execute(tx)
  await begin(s, 'changed')
  await until(
    async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length,
    (n) => n > 0,
  )
  await rules('2.70')
  await tx.rollback().execute()
  await until(
    () => open(s),
    (n) => n === 0,
  )
  await turn(s)
  expect([...shop.products.values()].map((one) => one.regular_price)).toEqual(['12.70', '12.70', '12.70'])
})

test('a change that commits while a store that is behind is updated leaves it behind', async () => {
  const s = await store(2)
  await s.update()
  await set(s, sql`behind_since = now()`)
  const tx = await h.services.db.startTransaction().execute()
  const feed = await sql<{ dropshipper_id: number }>`
    update product p
    set quantity = 0
    from vendor_market_map m
    where m.vendor_id = ${s.vendor_id} and p.dropshipper_id = m.dropshipper_id
    returning p.dropshipper_id`.execute(tx)
  const { markStoresBehind } = await import('./public.ts')
  await markStoresBehind(tx as never, feed.rows[0]!.dropshipper_id)
  const updated = s.update()
  // it waits for the mark, and sees what it is for
  await until(
    async () => (await sql`select from pg_locks where not granted`.execute(h.services.db)).rows.length,
    (n) => n > 0,
  )
  await tx.commit().execute()
  await updated
  await turn(s)
  expect(stock('SKU-1', 'SKU-2')).toEqual([0, 0])
})

test('a product with which its market always breaks doesn’t keep the others waiting', async () => {
  const s = await store(5)
  await s.update()
  await s.change(sql`quantity = 3`, skus(5))
  market.mischief.push({ at: /POST .*"id":102/, times: 99, answer: { status: 500, body: {} } })
  expect((await s.update()).result).toMatchObject({ sent: 4, refused: 1 })
  expect(stock(...skus(5))).toEqual([3, 5, 3, 3, 3])
})

test('a market that breaks with everything is given up soon', async () => {
  const s = await store(40)
  await s.update()
  await s.change(sql`quantity = 3`, skus(40))
  market.asked.length = 0
  market.mischief.push({ at: /POST/, times: 999, answer: { status: 500, body: {} } })
  await begin(s, 'changed')
  await until(
    async () => (await s.calls()).length,
    (n) => n > 4,
  )
  await c.post(`/api/vendor/${s.vendor_id}/store-updates`, {
    vendor_store_id: s.vendor_store_id,
    kind: 'dry',
  })
  await until(
    async () => (await s.shown()).get('SKU-1')?.refused_why,
    (why) => why === 'outage',
  )
  expect(market.asked.filter((one) => one.method === 'POST').length).toBeLessThan(40)
})

test('a shop that refuses to be asked what it shows is told the same again', async () => {
  const s = await store(2)
  await s.update()
  await s.change(sql`quantity = 8`, skus(2))
  market.mischief.push({ at: /POST/, cut: true }, { at: /GET/, times: 99, answer: { status: 414, body: {} } })
  expect((await s.update()).result).toMatchObject({ sent: 2 })
  expect(stock(...skus(2))).toEqual([8, 8])
})

test('a shop that lets nobody ask any more what it shows stops its store', async () => {
  const s = await store(2)
  await s.update()
  await s.change(sql`quantity = 8`, skus(2))
  market.mischief.push({ at: /POST/, cut: true }, { at: /GET/, times: 99, answer: { status: 403, body: {} } })
  await s.update()
  expect((await s.store()).stopped_reason).toMatch(/403/)
})

test('a shop that was asked too often is waited for where that takes seconds', async () => {
  const s = await store(2)
  await s.update()
  await s.change(sql`quantity = 8`, skus(2))
  market.mischief.push({ at: /POST/, answer: { status: 429, headers: { 'retry-after': '1' }, body: {} } })
  const { result } = await s.update()
  expect(result).toMatchObject({ sent: 2 })
  expect(result).not.toHaveProperty('waits')
})

test('a shop that took less at once is told more again once it takes it', async () => {
  const s = await store(40)
  await s.update()
  const before = (await s.calls()).length
  await s.change(sql`quantity = 8`, skus(40))
  market.mischief.push({ at: /POST/, times: 2, answer: { status: 413, body: {} } })
  expect((await s.update()).result).toMatchObject({ sent: 40 })
  expect((await s.calls()).slice(before).map(({ products }) => products)).toEqual([40, 20, 10, 20, 10])
})

/** Another supplier has its first SKU, too, and 50 of it. */
async function another(s: Store, settings: object = {}) {
  const { db } = h.services
  const { feed_id, dropshipper_id } = await makeFeed(h)
  await db.insertInto('subscription').values({ vendor_id: s.vendor_id, dropshipper_id }).execute()
  await db
    .insertInto('vendor_market_map')
    .values({
      vendor_id: s.vendor_id,
      dropshipper_id,
      market_id: 201,
      full_product_import: true,
      ...settings,
    })
    .execute()
  await sql`
    insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, title,
      wholesale_price, quantity)
    values (${feed_id}, ${dropshipper_id}, 1, 1, 1, 'SKU-1', 'Same', 11, 50)`.execute(db)
  return (to: ReturnType<typeof sql>) => sql`update product set ${to} where feed_id = ${feed_id}`.execute(db)
}

test('a SKU that one supplier gives up is another’s from the next update on', async () => {
  const s = await store(2, { delete_market_products: true })
  await another(s)
  await s.update()
  expect(stock('SKU-1')).toEqual([5])
  await s.change(sql`gone_tm = now()`, ['SKU-1'])
  await s.update()
  await s.update()
  expect(stock('SKU-1')).toEqual([50])
})

test('a SKU that one supplier gave up and has again stays with who took it over, until that one gives it up', async () => {
  const s = await store(2)
  const changeOther = await another(s)
  await s.update()
  await s.change(sql`gone_tm = now()`, ['SKU-1'])
  await s.update()
  await s.update()
  await s.change(sql`gone_tm = null, quantity = 6`, ['SKU-1'])
  await s.update()
  expect(stock('SKU-1')).toEqual([50])
  const sellers = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n
      from store_product
      join product using (product_id)
      where vendor_store_id = ${s.vendor_store_id} and in_store and sku = 'SKU-1'`.execute(h.services.db)
    return rows[0]!.n
  }
  expect(await sellers()).toBe(1)
  await changeOther(sql`gone_tm = now()`)
  await s.update()
  await s.update()
  expect(stock('SKU-1')).toEqual([6])
  expect(await sellers()).toBe(1)
})

test('a SKU that is in a store stays with its supplier, whoever is added later', async () => {
  const s = await store(2)
  const { db } = h.services
  await sql`
    update vendor_market_map
    set is_activated = 0
    where vendor_id = ${s.vendor_id}`.execute(db)
  await another(s)
  await s.update()
  await sql`
    update vendor_market_map
    set is_activated = 1
    where vendor_id = ${s.vendor_id}`.execute(db)
  await s.update()
  expect(stock('SKU-1', 'SKU-2')).toEqual([50, 5])
})

test('what a store sells still is kept until it was told that it is gone', async () => {
  const s = await store(20)
  await s.update()
  await s.change(sql`gone_tm = now() - interval '100 days', quantity = 0`, skus(12))
  expect((await s.update()).result.held).toMatch(/would go to 0/)
  const timer = timers.find(({ name }) => name.startsWith('delete products gone'))!
  await timer.run(h.services)
  const { body } = await c.get(s.path)
  await c.post(`${s.path}/${body[0].store_update_id}/approve`, { reason: 'They are gone' })
  await until(
    () => open(s),
    (n) => n === 0,
  )
  expect(stock(...skus(12))).toEqual(skus(12).map(() => 0))
})

test('what a market says nothing of counts for the gate as it was known last', async () => {
  const s = await store(20)
  await s.update()
  await s.change(sql`quantity = 6, wholesale_price = 11`, skus(20))
  market.mischief.push({ at: /POST/, written: true, answer: { body: { create: [], update: [] } } })
  expect((await s.update()).result).toMatchObject({ refused: 20 })
  await s.change(sql`quantity = 0`, skus(20))
  expect((await s.update()).result.held).toMatch(/^20 of 20 products in stock would go to 0/)
  await s.change(sql`quantity = 6, wholesale_price = 99`, skus(20))
  expect((await s.update()).result.held).toMatch(/^20 of 20 prices would change by more than 30 %/)
  expect(stock('SKU-1')).toEqual([6])
})

test('what a worker counts that hasn’t heard that its store moved is none of the new place', async () => {
  const s = await store(4)
  await s.change(sql`quantity = 0`, ['SKU-1', 'SKU-2'])
  const { db } = h.services
  const { store_update_id } = await db
    .insertInto('store_update')
    .values({ vendor_store_id: s.vendor_store_id, kind: 'changed', state: 'planning', requested_by: 'me' })
    .returning('store_update_id')
    .executeTakeFirstOrThrow()
  const path = `/api/vendor/${s.vendor_id}/store`
  const { body } = await c.get(`${path}/${s.vendor_store_id}`)
  const moved = { ...body.store, store_admin_login: 'another', protocol: 'none' }
  expect((await c.post(path, { vendor_store_id: s.vendor_store_id, store: moved })).status).toBe(200)
  const of = {
    ...(await s.store()),
    market_name: 'WooCommerce',
    price_bound_percent: 30,
    needs_price: true,
  }
  const tells = ['content', 'price', 'quantity'] as const
  const { signal } = new AbortController()
  const counted = planUpdate(db, { ...of, tells }, store_update_id, false, { signal, dry: false })
  await expect(counted).rejects.toThrow('The update was ended while it was counted')
  expect([...(await s.shown()).keys()]).toEqual([])
  expect((await c.get(`${s.path}/${store_update_id}`)).body).toMatchObject({
    update: { state: 'superseded' },
    lines: [],
  })
})

test('what stopped a store is mended by who begins an update, and by one that goes well', async () => {
  const s = await store(3)
  await s.update()
  await s.change(sql`quantity = 8`, ['SKU-2'])
  market.mischief.push({ at: /POST/, answer: { status: 402, body: {} } })
  await s.update()
  expect((await s.store()).stopped_reason).toMatch(/402/)
  expect((await c.get(s.path)).body[0]).toMatchObject({ state: 'sending', broken_off: true })
  await begin(s, 'dry')
  await until(
    () => open(s),
    (n) => n === 0,
  )
  expect((await s.store()).stopped_reason).toMatch(/402/)
  expect((await begin(s, 'changed')).status).toBe(200)
  await until(
    () => open(s),
    (n) => n === 0,
  )
  expect(await s.store()).toMatchObject({ stopped_reason: null })
  expect(stock('SKU-2')).toEqual([8])
})

test('a store that was mended by hand begins at once, whatever failed before', async () => {
  const s = await store(1)
  const path = `/api/vendor/${s.vendor_id}/store`
  market.mischief.push({ times: 99, answer: { status: 401, body: {} } })
  await s.update()
  market.mischief.length = 0
  const { body } = await c.get(`${path}/${s.vendor_store_id}`)
  const saved = await c.post(path, {
    vendor_store_id: s.vendor_store_id,
    version: body.version,
    store: { ...body.store, store_admin_password: 'cs' },
  })
  expect(saved.status).toBe(200)
  await until(
    () => open(s),
    (n) => n === 0,
  )
  expect(stock('SKU-1')).toEqual([5])
})

test('the gate knows what a store shows after its index was reset', async () => {
  const s = await store(20)
  await s.update()
  await c.post(`${await integrationOf(s)}/solr-reset`, {})
  await s.change(sql`quantity = 0, content_hash = content_hash + 1000`, skus(20))
  expect((await s.update()).result.held).toMatch(/20 of 20/)
})

test('an index that is reset while an update counts is told whole by the next', async () => {
  const s = await store(3)
  await s.update()
  await s.change(sql`quantity = 6`, ['SKU-1'])
  let go = () => {}
  market.mischief.push({ at: /POST/, until: new Promise<void>((done) => (go = done)) })
  const updated = s.update()
  await until(
    () => Promise.resolve(market.mischief.length),
    (n) => n === 0,
  )
  await c.post(`${await integrationOf(s)}/solr-reset`, {})
  go()
  expect((await updated).result).toMatchObject({ sent: 1 })
  expect((await s.update()).result).toMatchObject({ sent: 3 })
})

test('what was found unchanged while its index was reset is told by the next, too', async () => {
  const s = await store(2)
  await s.update()
  await s.change(sql`content_hash = content_hash + 1000`, ['SKU-1', 'SKU-2'])
  const tx = await h.services.db.startTransaction().execute()
  const ours = sql`vendor_store_id = ${s.vendor_store_id}`
  await sql`select from store_product where ${ours} for update`.execute(tx)
  const updated = s.update()
  await until(
    async () => (await sql`select from pg_locks where not granted`.execute(h.services.db)).rows.length,
    (n) => n > 0,
  )
  await sql`
    update store_product set seen_hash = null, again_tm = clock_timestamp() where ${ours}`.execute(tx)
  await tx.commit().execute()
  expect((await updated).result).toMatchObject({ sent: 0 })
  expect((await s.update()).result).toMatchObject({ sent: 2 })
  expect((await s.update()).result).toMatchObject({ sent: 0 })
})

test('an update that is terminated leaves its store behind, and waits a while', async () => {
  const s = await store(3)
  await s.update()
  await s.change(sql`quantity = 6`, ['SKU-1'])
  let go = () => {}
  market.mischief.push({ at: /POST/, until: new Promise<void>((done) => (go = done)) })
  await begin(s, 'changed')
  await until(
    () => Promise.resolve(market.mischief.length),
    (n) => n === 0,
  )
  const { job_id } = await h.services.db
    .selectFrom('job')
    .select('job_id')
    .where('param_value', '=', String(s.vendor_store_id))
    .where('job_status', '=', 1)
    .executeTakeFirstOrThrow()
  await c.post('/api/jobs/terminate', { job_id, reason: 'Enough' })
  // its worker hears of it before the market answers
  await until(
    () => open(s),
    (n) => n === 0,
  )
  go()
  expect(await s.store()).toMatchObject({ behind_since: expect.any(String), waits_until: expect.any(String) })
  await startStoreUpdates(h.services)
  expect(await open(s)).toBe(0)
})

test('two products of one SKU are told in two calls', async () => {
  const s = await store(1)
  await another(s, { load_child_product_conflicts: true })
  await begin(s, 'full')
  await until(
    () => open(s),
    (n) => n === 0,
  )
  expect((await s.calls()).slice(-2).map((call) => [call.products, call.live, call.refused])).toEqual([
    [1, 1, 0],
    [1, 1, 0],
  ])
})
