import { expect, test } from 'vitest'
import { sql } from '../../platform/db.ts'
import { harness, until } from '../../test/harness.ts'
import { wooTests } from '../../test/woo-shops.ts'

const h = harness({ worker: true })
const t = wooTests(h)

const authorized = async (vendorId: number) =>
  (await t.c.get(`/api/vendor/${vendorId}/platform-auths`)).body as {
    account_name: string
    state: string
    authorized_tm: string
    last_used_tm: string
  }[]

test('a market that takes an update lets us in, refuses us, and lets us in again', async () => {
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

test('a market in trouble, or that wants another permission, has revoked nothing', async () => {
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

test('a market that refuses a question has revoked it, too', async () => {
  const s = await t.store()
  await s.update()
  t.market.mischief.push({ times: 9, answer: { status: 401, body: {} } })
  await t.c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'compare' })
  await until(s.store, ({ stopped_reason }) => stopped_reason !== null)
  await until(
    () => authorized(s.vendor_id),
    ([one]) => one?.state === 'Revoked',
  )
})

test('a store that is removed, or goes elsewhere, leaves no authorization behind', async () => {
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
