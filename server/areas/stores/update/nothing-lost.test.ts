import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, waiting, waitUntil } from '#server/test/harness.ts'
import { wooToken, wooTurns } from '#server/test/stores/woo-shops.ts'
import { timers } from '#server/timers.ts'
import { planUpdate } from '../plan/plan-update.ts'
import { startStoreUpdates } from '../public.ts'

const h = harness({ worker: true })
const { t, begin, ended, open, set, skus, stock, turn } = wooTurns(h)
type Store = Awaited<ReturnType<typeof t.store>>
const integrationOf = async (s: Store) => {
  const { vendor_market_map_id } = await h.services.db
    .selectFrom('vendor_market_map')
    .select('vendor_market_map_id')
    .where('vendor_id', '=', s.vendor_id)
    .executeTakeFirstOrThrow()
  return `/api/vendor/${s.vendor_id}/integration/${vendor_market_map_id}`
}

test('a full update that waits for its market sends what changed meanwhile', async () => {
  const s = await t.store(40)
  await s.update()
  t.market.mischief.push(
    { pattern: /POST/, times: 2 },
    { pattern: /POST/, times: 99, answer: { status: 429, headers: { 'retry-after': '600' }, body: {} } },
  )
  await begin(s, 'full')
  await waitUntil(s.store, (one) => one.waits_until !== null)
  await s.change(sql`quantity = 0`, ['SKU-1', 'SKU-2', 'SKU-40'])
  await set(s, sql`behind_since = now()`)
  await turn(s)
  t.market.mischief.length = 0
  await turn(s)
  expect(stock('SKU-1', 'SKU-2', 'SKU-40', 'SKU-39')).toEqual([0, 0, 0, 5])
  const { body } = await t.c.get(s.path)
  expect(body.map((one: { kind: string; state: string }) => `${one.kind} ${one.state}`)).toContain(
    'full sent',
  )
})

test('sending back an update that sent a product twice restores the value from before it', async () => {
  const s = await t.store(40)
  await s.update()
  await s.change(sql`quantity = 6`, ['SKU-1'])
  t.market.mischief.push(
    { pattern: /POST/, times: 2 },
    { pattern: /POST/, times: 99, answer: { status: 429, headers: { 'retry-after': '600' }, body: {} } },
  )
  const { body } = await begin(s, 'full')
  await waitUntil(s.store, (one) => one.waits_until !== null)
  expect(stock('SKU-1')).toEqual([6])
  await s.change(sql`quantity = 7`, ['SKU-1'])
  await turn(s)
  t.market.mischief.length = 0
  await turn(s)
  expect(stock('SKU-1')).toEqual([7])
  const at = `${s.path}/${body.store_update_id}`
  expect((await t.c.get(at)).body.update).toMatchObject({ kind: 'full', state: 'sent' })
  expect((await t.c.post(`${at}/send-back`, { reason: 'Wrong feed' })).status).toBe(200)
  await ended(s)
  expect(stock('SKU-1')).toEqual([5])
})

test('a resumed update doesn’t send again what the market refused', async () => {
  const s = await t.store(40)
  await s.update()
  const refuses = { id: 101, error: { code: 'invalid', message: 'Too heavy' } }
  t.market.mischief.push(
    { pattern: /POST/, answer: { body: { create: [], update: [refuses] } } },
    { pattern: /POST/, times: 99, answer: { status: 429, headers: { 'retry-after': '600' }, body: {} } },
  )
  await begin(s, 'full')
  await waitUntil(s.store, (one) => one.waits_until !== null)
  const refused = [...(await s.shown())]
    .filter(([, one]) => one.refused_why === 'invalid')
    .map(([sku]) => sku)
  expect(refused).toEqual(['SKU-1'])
  t.market.mischief.length = 0
  t.market.asked.length = 0
  await turn(s)
  const { body } = await t.c.get(s.path)
  const full = body.find((one: { kind: string }) => one.kind === 'full')
  expect(full).toMatchObject({ state: 'sent' })
  expect((await s.shown()).get('SKU-1')).toMatchObject({ refused_why: 'invalid' })
  expect(t.market.asked.some((one) => /"id":101\b/.test(one.body))).toBe(false)
})

test('price rules saved while an update starts are sent by it or by the next one', async () => {
  const s = await t.store(3)
  await s.update()
  const rules = (markup_value: string) =>
    t.c.post(`/api/vendor/${s.vendor_id}/price-rules`, {
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
  await waiting(db)
  await rules('2.70')
  await tx.rollback().execute()
  await ended(s)
  await turn(s)
  expect([...t.shop.products.values()].map((one) => one.regular_price)).toEqual(['12.70', '12.70', '12.70'])
})

test('a change committed while an out-of-date store is updated keeps it out of date', async () => {
  const s = await t.store(2)
  await s.update()
  await set(s, sql`behind_since = now()`)
  const tx = await h.services.db.startTransaction().execute()
  const feed = await sql<{ dropshipper_id: number }>`
    update product p
    set quantity = 0
    from vendor_market_map m
    where m.vendor_id = ${s.vendor_id} and p.dropshipper_id = m.dropshipper_id
    returning p.dropshipper_id`.execute(tx)
  const { markStoresBehind } = await import('../public.ts')
  await markStoresBehind(tx as never, feed.rows[0]!.dropshipper_id)
  const updated = s.update()
  // it waits for the mark, and sees what it is for
  await waiting(h.services.db)
  await tx.commit().execute()
  await updated
  await turn(s)
  expect(stock('SKU-1', 'SKU-2')).toEqual([0, 0])
})

test('a product that a store still sells is kept until the store is sent its removal', async () => {
  const s = await t.store(20)
  await s.update()
  await s.change(sql`gone_tm = now() - interval '100 days', quantity = 0`, skus(12))
  expect((await s.update()).result.held).toMatch(/would sell out/)
  const timer = timers.find(({ name }) => name.startsWith('delete products past'))!
  await timer.run(h.services)
  const { body } = await t.c.get(s.path)
  await t.c.post(`${s.path}/${body[0].store_update_id}/approve`, { reason: 'They are gone' })
  await ended(s)
  expect(stock(...skus(12))).toEqual(skus(12).map(() => 0))
})

test('approval limits count the last known value of products the market didn’t answer for', async () => {
  const s = await t.store(20)
  await s.update()
  await s.change(sql`quantity = 6, wholesale_price = 11`, skus(20))
  t.market.mischief.push({
    pattern: /POST/,
    executesFirst: true,
    answer: { body: { create: [], update: [] } },
  })
  expect((await s.update()).result).toMatchObject({ refused: 20 })
  await s.change(sql`quantity = 0`, skus(20))
  expect((await s.update()).result.held).toMatch(/^20 of 20 products in stock would sell out/)
  await s.change(sql`quantity = 6, wholesale_price = 99`, skus(20))
  expect((await s.update()).result.held).toMatch(/^20 of 20 prices would change by more than 30%/)
  expect(stock('SKU-1')).toEqual([6])
})

test('a worker that missed a store’s move records nothing for the new place', async () => {
  const s = await t.store(4)
  await s.change(sql`quantity = 0`, ['SKU-1', 'SKU-2'])
  const { db } = h.services
  const { store_update_id } = await db
    .insertInto('store_update')
    .values({ vendor_store_id: s.vendor_store_id, kind: 'changed', state: 'planning', requested_by: 'me' })
    .returning('store_update_id')
    .executeTakeFirstOrThrow()
  const path = `/api/vendor/${s.vendor_id}/store`
  const { body } = await t.c.get(`${path}/${s.vendor_store_id}`)
  const moved = { ...body.store, store_admin_login: 'another', protocol: 'none' }
  expect((await t.c.post(path, { vendor_store_id: s.vendor_store_id, store: moved })).status).toBe(200)
  const of = {
    ...(await s.store()),
    market_name: 'WooCommerce',
    price_bound_percent: 30,
    needs_price: true,
  }
  const tells = ['content', 'price', 'quantity'] as const
  const { signal } = new AbortController()
  const counted = planUpdate(
    db,
    { ...of, tells },
    { updateId: store_update_id, everything: false, dry: false, signal },
  )
  await expect(counted).rejects.toThrow('The update ended while it was being prepared')
  expect([...(await s.shown()).keys()]).toEqual([])
  expect((await t.c.get(`${s.path}/${store_update_id}`)).body).toMatchObject({
    update: { state: 'superseded' },
    lines: [],
  })
})

test('a stopped store is released by someone starting an update and by one that succeeds', async () => {
  const s = await t.store(3)
  await s.update()
  await s.change(sql`quantity = 8`, ['SKU-2'])
  t.market.mischief.push({ pattern: /POST/, answer: { status: 402, body: {} } })
  await s.update()
  expect((await s.store()).stopped_reason).toMatch(/402/)
  expect((await t.c.get(s.path)).body[0]).toMatchObject({ state: 'sending', broken_off: true })
  await begin(s, 'dry')
  await ended(s)
  expect((await s.store()).stopped_reason).toMatch(/402/)
  expect((await begin(s, 'changed')).status).toBe(200)
  await ended(s)
  expect(await s.store()).toMatchObject({ stopped_reason: null })
  expect(stock('SKU-2')).toEqual([8])
})

test('a store fixed manually starts at once, whatever failed before', async () => {
  const s = await t.store(1)
  const path = `/api/vendor/${s.vendor_id}/store`
  t.market.mischief.push({ times: 99, answer: { status: 401, body: {} } })
  await s.update()
  t.market.mischief.length = 0
  const { body } = await t.c.get(`${path}/${s.vendor_store_id}`)
  const saved = await t.c.post(path, {
    vendor_store_id: s.vendor_store_id,
    version: body.version,
    store: { ...body.store, store_admin_password: wooToken },
  })
  expect(saved.status).toBe(200)
  await ended(s)
  expect(stock('SKU-1')).toEqual([5])
})

test('approval limits still know what a store shows after its index is reset', async () => {
  const s = await t.store(20)
  await s.update()
  await t.c.post(`${await integrationOf(s)}/solr-reset`, {})
  await s.change(sql`quantity = 0, content_hash = content_hash + 1000`, skus(20))
  expect((await s.update()).result.held).toMatch(/20 of 20/)
})

test('an index reset while an update is counted is sent in full by the next update', async () => {
  const s = await t.store(3)
  await s.update()
  await s.change(sql`quantity = 6`, ['SKU-1'])
  let go = () => {}
  t.market.mischief.push({ pattern: /POST/, waitFor: new Promise<void>((done) => (go = done)) })
  const updated = s.update()
  await waitUntil(
    () => Promise.resolve(t.market.mischief.length),
    (n) => n === 0,
  )
  await t.c.post(`${await integrationOf(s)}/solr-reset`, {})
  go()
  expect((await updated).result).toMatchObject({ sent: 1 })
  expect((await s.update()).result).toMatchObject({ sent: 3 })
})

test('products found unchanged during an index reset are sent by the next update, too', async () => {
  const s = await t.store(2)
  await s.update()
  await s.change(sql`content_hash = content_hash + 1000`, ['SKU-1', 'SKU-2'])
  const tx = await h.services.db.startTransaction().execute()
  const ours = sql`vendor_store_id = ${s.vendor_store_id}`
  await sql`select from store_product where ${ours} for update`.execute(tx)
  const updated = s.update()
  await waiting(h.services.db)
  await sql`
    update store_product set seen_hash = null, again_tm = clock_timestamp() where ${ours}`.execute(tx)
  await tx.commit().execute()
  expect((await updated).result).toMatchObject({ sent: 0 })
  expect((await s.update()).result).toMatchObject({ sent: 2 })
  expect((await s.update()).result).toMatchObject({ sent: 0 })
})

test('a terminated update leaves its store out of date and waits a while', async () => {
  const s = await t.store(3)
  await s.update()
  await s.change(sql`quantity = 6`, ['SKU-1'])
  let go = () => {}
  t.market.mischief.push({ pattern: /POST/, waitFor: new Promise<void>((done) => (go = done)) })
  await begin(s, 'changed')
  await waitUntil(
    () => Promise.resolve(t.market.mischief.length),
    (n) => n === 0,
  )
  const { job_id } = await h.services.db
    .selectFrom('job')
    .select('job_id')
    .where('param_value', '=', String(s.vendor_store_id))
    .where('job_status', '=', 1)
    .executeTakeFirstOrThrow()
  await t.c.post('/api/jobs/terminate', { job_id, reason: 'Enough' })
  // its worker hears of it before the market answers
  await ended(s)
  go()
  expect(await s.store()).toMatchObject({ behind_since: expect.any(String), waits_until: expect.any(String) })
  await startStoreUpdates(h.services)
  expect(await open(s)).toBe(0)
})

test('a save that ends its store’s update doesn’t deadlock with the update’s own end', async () => {
  const s = await t.store(3)
  let go = () => {}
  t.market.mischief.push({ pattern: /POST/, waitFor: new Promise<void>((done) => (go = done)) })
  await begin(s, 'changed')
  await waitUntil(
    () => Promise.resolve(t.market.mischief.length),
    (n) => n === 0,
  )
  const { db } = h.services
  await db.transaction().execute(async (tx) => {
    const ofStore = { vendor_store_id: s.vendor_store_id }
    await sql`
      select from vendor_store where vendor_store_id = ${ofStore.vendor_store_id} for no key update`.execute(
      tx,
    )
    // an earlier save has ended the job
    const { rows } = await sql<{ job_id: number }>`
      with ended as (
        update job set terminate_reason = 'The store’s connection changed'
        where param_value = ${String(ofStore.vendor_store_id)} and job_status = 1
        returning job_id)
      select job_id, pg_notify('job', 'terminate:' || job_id) from ended`.execute(db)
    expect(rows).toHaveLength(1)
    await waiting(db)
    await sql`select from job where job_id = ${rows[0]!.job_id} for update nowait`.execute(tx)
  })
  await ended(s)
  go()
  expect(await s.store()).toMatchObject({ waits_for: 'The last update was terminated' })
})
