import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { client, harness, staff } from '#server/test/harness.ts'
import { wooTests, wooToken } from '#server/test/stores/woo-shops.ts'

const h = harness()
const t = wooTests(h)

/** A store of a WooCommerce shop of which only the address is known. */
async function unconnected() {
  const s = await t.store(1)
  await sql`
    update vendor_store set drop_to = '{"kind": "none"}', store_admin_login = '', store_admin_secret = null
    where vendor_store_id = ${s.vendor_store_id}`.execute(h.services.db)
  const link = async () => {
    const path = `/api/vendor/${s.vendor_id}/store/${s.vendor_store_id}/grant`
    const { status, body } = await t.c.post(path, {
      return_path: `/vendors/view/${s.vendor_id}/go-live?store=1`,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    const url = new URL(body.url)
    return { url, callback: new URL(url.searchParams.get('callback_url')!).pathname }
  }
  return { ...s, link }
}
const keys = (secret = wooToken) => ({
  key_id: 7,
  user_id: '12',
  consumer_key: 'ck_key',
  consumer_secret: secret,
  key_permissions: 'read_write',
})

test('a shop’s keys connect the store that the link is for, once', async () => {
  const s = await unconnected()
  const { url, callback } = await s.link()
  expect(url.href.startsWith(`${t.market.address}/wc-auth/v1/authorize?`)).toBe(true)
  expect(url.searchParams.get('scope')).toBe('read_write')
  expect(url.searchParams.get('return_url')).toContain(`/vendors/view/${s.vendor_id}/go-live?store=1`)
  // the shop has neither a session nor a token of ours
  const shop = await client(h)
  expect((await shop.post(callback, keys())).status).toBe(204)
  const store = await s.store()
  expect(store).toMatchObject({ drop_to: { kind: 'api' }, store_admin_login: 'ck_key' })
  expect(h.services.secrets.open(store.store_admin_secret!)).toBe(wooToken)
  expect((await shop.post(callback, keys())).status).toBe(404)
  const { logs } = (await t.c.post('/api/activity-log/search', { vendor_id: s.vendor_id })).body
  expect(logs.map(({ message }: { message: string }) => message)).toEqual(
    expect.arrayContaining([expect.stringMatching(/connected by its own keys$/)]),
  )
  expect(JSON.stringify(logs)).not.toContain(wooToken)
})

test('keys that the shop itself refuses aren’t kept, and the link is used up', async () => {
  const s = await unconnected()
  const { callback } = await s.link()
  const shop = await client(h)
  expect((await shop.post(callback, keys('cs_another'))).status).toBe(409)
  expect(await s.store()).toMatchObject({ drop_to: { kind: 'none' }, store_admin_secret: null })
  expect((await shop.post(callback, keys())).status).toBe(404)
})

test('an expired link, an earlier one and an invented one are refused alike', async () => {
  const s = await unconnected()
  const earlier = await s.link()
  const { callback } = await s.link()
  const shop = await client(h)
  const invented = `${callback.slice(0, -6)}abcdef`
  for (const path of [earlier.callback, invented]) expect((await shop.post(path, keys())).status).toBe(404)
  await sql`
    update store_grant set expires_tm = now() where vendor_store_id = ${s.vendor_store_id}`.execute(
    h.services.db,
  )
  expect((await shop.post(callback, keys())).status).toBe(404)
  expect(await s.store()).toMatchObject({ drop_to: { kind: 'none' } })
})

test('a link is only for the vendor’s own store, and leads back to no other site', async () => {
  const [s, other] = [await unconnected(), await unconnected()]
  const begin = (vid: number, id: number, body: object = {}) =>
    t.c.post(`/api/vendor/${vid}/store/${id}/grant`, body)
  expect((await begin(other.vendor_id, s.vendor_store_id)).status).toBe(404)
  for (const return_path of ['//evil.example', 'https://evil.example', '/\\evil.example'])
    expect((await begin(s.vendor_id, s.vendor_store_id, { return_path })).status).toBe(400)
  const customer = await staff(h, 'customer')
  const path = `/api/vendor/${s.vendor_id}/store/${s.vendor_store_id}/grant`
  expect((await customer.post(path, {})).status).toBe(403)
})
