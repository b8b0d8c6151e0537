import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, waitUntil } from '#server/test/harness.ts'
import { wooTests } from '#server/test/stores/woo-shops.ts'

const h = harness({ worker: true })
const t = wooTests(h)

const authorized = async (vendorId: number) =>
  (await t.c.get(`/api/vendor/${vendorId}/platform-auths`)).body as {
    account_name: string
    state: string
    authorized_tm: string
    last_used_tm: string
  }[]

test('a store’s authorization follows its market’s access: granted, revoked, granted again', async () => {
  const s = await t.store()
  expect(await authorized(s.vendor_id)).toEqual([])
  await s.update()
  const [first] = await authorized(s.vendor_id)
  expect(first).toMatchObject({
    market_name: 'WooCommerce',
    account_name: t.market.address.replace('http://', ''),
    state: 'Active',
    expires_tm: null,
    revoked_tm: null,
  })
  const change = () =>
    sql`
      update product
      set quantity = quantity + 1, content_hash = content_hash + 1000
      where dropshipper_id = ${s.dropshipper_id}`.execute(h.services.db)
  await change()
  await s.update()
  const [second] = await authorized(s.vendor_id)
  expect(second!.authorized_tm).toBe(first!.authorized_tm)
  expect(second!.last_used_tm > first!.last_used_tm).toBe(true)

  t.market.mischief.push({ times: 9, answer: { status: 401, body: {} } })
  await change()
  await s.update()
  expect(await authorized(s.vendor_id)).toMatchObject([{ state: 'Revoked' }])
  t.market.mischief.length = 0
  await s.update()
  const [again] = await authorized(s.vendor_id)
  expect(again).toMatchObject({ state: 'Active' })
  expect(again!.authorized_tm > first!.authorized_tm).toBe(true)
})

test('an outage or a missing permission doesn’t revoke an authorization', async () => {
  const s = await t.store()
  await s.update()
  t.market.mischief.push({ times: 99, answer: { status: 403, body: {} } })
  await sql`
    update product
    set quantity = quantity + 1, content_hash = content_hash + 1000
    where dropshipper_id = ${s.dropshipper_id}`.execute(h.services.db)
  await s.update()
  expect(await s.store()).toMatchObject({ stopped_reason: expect.stringContaining('403') })
  expect(await authorized(s.vendor_id)).toMatchObject([{ state: 'Active' }])
})

test('a read-only key stops the store instead of having each product refused', async () => {
  const s = await t.store()
  await s.update()
  t.market.mischief.push({ pattern: /POST/, times: 99, answer: { status: 403, body: {} } })
  await sql`
    update product
    set quantity = quantity + 1
    where dropshipper_id = ${s.dropshipper_id}`.execute(h.services.db)
  await s.update()
  expect(await s.store()).toMatchObject({ stopped_reason: expect.stringContaining('403') })
  expect([...(await s.shown()).values()].map((one) => one.refused_why)).toEqual([null, null, null])
})

test('a refused comparison revokes the authorization, too', async () => {
  const s = await t.store()
  await s.update()
  t.market.mischief.push({ times: 9, answer: { status: 401, body: {} } })
  await t.c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'compare' })
  await waitUntil(s.store, ({ stopped_reason }) => stopped_reason !== null)
  await waitUntil(
    () => authorized(s.vendor_id),
    ([one]) => one?.state === 'Revoked',
  )
})

test('an authorization stays active while another store in its market uses the account', async () => {
  const s = await t.store()
  await s.update()
  const { db } = h.services
  const copy = async (name: string, market_id: number) =>
    sql`
      insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to, store_admin_url, store_admin_login)
      select vendor_id, ${name}, ${market_id}::int, drop_to, store_admin_url, store_admin_login
      from vendor_store
      where vendor_store_id = ${s.vendor_store_id}`.execute(db)
  await db.insertInto('market').values({ market_id: 999, market_name: 'WooCommerce too' }).execute()
  await copy('Elsewhere', 999)
  await copy('Beside', 201)
  const path = `/api/vendor/${s.vendor_id}/store/${s.vendor_store_id}`
  const { version } = (await t.c.get(path)).body
  await t.c.delete(`${path}?version=${version}&reason=Closed`)
  expect(await authorized(s.vendor_id)).toMatchObject([{ state: 'Active' }])
  const { vendor_store_id } = await db
    .selectFrom('vendor_store')
    .select('vendor_store_id')
    .where('vendor_id', '=', s.vendor_id)
    .where('market_id', '=', 201)
    .executeTakeFirstOrThrow()
  const beside = `/api/vendor/${s.vendor_id}/store/${vendor_store_id}`
  await t.c.delete(`${beside}?version=${(await t.c.get(beside)).body.version}&reason=Closed`)
  expect(await authorized(s.vendor_id)).toMatchObject([{ state: 'Revoked' }])
})

test('an expired authorization is active again once the market grants access', async () => {
  const s = await t.store()
  await s.update()
  await sql`
    update platform_auth
    set authorized_tm = now() - interval '400 days', expires_tm = now() - interval '1 day'
    where vendor_id = ${s.vendor_id}`.execute(h.services.db)
  expect(await authorized(s.vendor_id)).toMatchObject([{ state: 'Expired' }])
  await sql`
    update product
    set quantity = quantity + 1, content_hash = content_hash + 1000
    where dropshipper_id = ${s.dropshipper_id}`.execute(h.services.db)
  await s.update()
  const [one] = await authorized(s.vendor_id)
  expect(one).toMatchObject({ state: 'Active' })
  expect(Date.now() - Date.parse(one!.authorized_tm)).toBeLessThan(60_000)
})

test('an update that waits for its market still confirms the authorization', async () => {
  const s = await t.store(250)
  // the first call is taken, then the market wants a pause
  t.market.mischief.push({
    pattern: /POST .*batch[^]*SKU-250"/,
    times: 9,
    answer: { status: 429, headers: { 'retry-after': '600' }, body: {} },
  })
  const { result } = await s.update()
  expect(result.waits).toEqual(expect.any(String))
  expect(result.sent).toBeGreaterThan(0)
  expect(await authorized(s.vendor_id)).toMatchObject([{ state: 'Active' }])
})

test('removing or moving a store revokes its authorization', async () => {
  const [gone, moved, stays] = [await t.store(), await t.store(), await t.store()]
  for (const s of [gone, moved, stays]) await s.update()
  const path = `/api/vendor/${gone.vendor_id}/store/${gone.vendor_store_id}`
  const { version } = (await t.c.get(path)).body
  expect((await t.c.delete(`${path}?version=${version}&reason=Closed`)).status).toBe(200)
  expect(await authorized(gone.vendor_id)).toMatchObject([{ state: 'Revoked' }])

  const at = `/api/vendor/${moved.vendor_id}/store`
  const { store } = (await t.c.get(`${at}/${moved.vendor_store_id}`)).body
  const elsewhere = { ...store, store_admin_url: 'https://shop.example.com', store_admin_password: 'cs_new' }
  expect((await t.c.post(at, { vendor_store_id: moved.vendor_store_id, store: elsewhere })).status).toBe(200)
  expect(await authorized(moved.vendor_id)).toMatchObject([{ state: 'Revoked' }])
  expect(await authorized(stays.vendor_id)).toMatchObject([{ state: 'Active' }])
})
