import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, password } from '#server/test/harness.ts'
import { describedField as field } from '#server/test/stores/platform-fields.ts'
import { ftpStore, storeForms, type RequestFields } from '#server/test/stores/store-forms.ts'

const h = harness()
const forms = storeForms(h)
const { save, made, change, read, rowOf, activity } = forms

describe('a platform’s store fields', () => {
  async function platform(more: object[] = []) {
    const name = `Platform ${forms.vid}`
    const id = (await forms.c.post('/api/platform/create', { name })).body.platform_id as number
    const { body } = await forms.c.post(`/api/platform/${id}`, {
      platform: { ...(await forms.c.get(`/api/platform/${id}`)).body.platform },
      market_implementations: [{ market_name: `Market ${forms.vid}` }],
    })
    const connects = (connects_with: string) => ({
      connects_with_type: 'store',
      connects_with,
      required: true,
    })
    const when = { conditions: [{ field_handle: 'way', value: 'true', not_equal: false }] }
    const fields = [
      field('Shop', 0, { field_data_type: 'url', ...connects('store_url') }),
      field('Way', 1, { field_data_type: 'checkbox' }),
      field('Server', 2, { ...connects('store_ftp_server'), ...when }),
      field('Key', 3, { field_data_type: 'password', ...connects('store_ftp_password'), ...when }),
      field('Handling days', 4, { connects_with_type: 'market', connects_with: 'days', required: true }),
      ...more,
    ]
    expect((await forms.c.post(`/api/platform/${id}/fields`, { fields })).status).toBe(200)
    return body.market_implementations[0].market_id as number
  }
  const asked = { shop: 'https://shop.example', way: 'true', server: 'ftp.a.example', key: 'first key' }

  test('are filled in on the store, and connected fields are saved to the store’s own columns', async () => {
    const market_id = await platform()
    const store = { ...ftpStore, market_id, store_ftp_server: '' }
    const { vendor_store_id: id, set } = await made(store, { fields: asked })
    expect(set).toEqual(['store_ftp_password'])
    const row = await rowOf(id)
    expect([row.store_url, row.drop_to.host]).toEqual(['https://shop.example', 'ftp.a.example'])
    expect(h.services.secrets.open(row.drop_secret!)).toBe('first key')
    const view = await read(id)
    expect(view.fields.map((f: RequestFields) => f.field_handle)).toEqual(['shop', 'way', 'server', 'key'])
    expect(view.values).toEqual({ shop: 'https://shop.example', way: 'true', server: 'ftp.a.example' })
    expect(JSON.stringify([view, await activity()])).not.toContain('first key')
  })
  test('can be given in the store’s own columns alone, its password too', async () => {
    const market_id = await platform()
    const own = { store_url: 'https://own.example', store_ftp_server: 'ftp.own.example' }
    const store = { ...ftpStore, market_id, ...own, store_ftp_password: 'own key' }
    const { vendor_store_id: id } = await made(store, { fields: { way: 'true' } })
    const row = await rowOf(id)
    expect([row.store_url, row.drop_to.host]).toEqual(['https://own.example', 'ftp.own.example'])
    expect(h.services.secrets.open(row.drop_secret!)).toBe('own key')
    const { values } = await read(id)
    expect(values).toEqual({ shop: 'https://own.example', way: 'true', server: 'ftp.own.example' })
  })
  test('need a fresh sign-in if one of them, or the store’s own password, is a new secret', async () => {
    const market_id = await platform()
    const store = { ...ftpStore, market_id }
    const { shop } = asked
    await sql`update session set fresh_tm = fresh_tm - interval '11 minutes'`.execute(h.services.db)
    for (const refused of [
      await save(store, { fields: asked }),
      await save({ ...store, store_ftp_password: 'own key' }, { fields: { shop } }),
    ])
      expect([refused.status, refused.body.error?.code]).toEqual([403, 'confirm_identity'])
    expect((await save(store, { fields: { shop } })).status).toBe(200)
    await forms.c.post('/api/account/confirm-identity', { password })
    expect((await save({ ...store, vendor_store_name: 'Second' }, { fields: asked })).status).toBe(200)
  })
  test('name the field that has an invalid value', async () => {
    const market_id = await platform()
    const wrong = await save(
      { ...ftpStore, market_id },
      { fields: { ...asked, shop: 'x', server: 'a b', key: '' } },
    )
    expect(wrong.body.error.fields).toEqual({
      'fields.shop': 'Enter a URL that starts with https:// or http://',
      'fields.server': 'Enter a host such as ftp.example.com',
      'fields.key': 'Required',
    })
    const strange = await save({ ...ftpStore, market_id }, { fields: { ...asked, handling_days: '2' } })
    expect(strange.body.error.fields).toEqual({ 'fields.handling_days': 'Field not found' })
  })
  test('are saved separately if several have the same name', async () => {
    const way = (field_handle: string, order: number) =>
      field('Way', order, { field_data_type: 'checkbox', field_handle })
    const holds = (field_handle: string) => ({ field_handle, value: 'true', not_equal: false })
    const market_id = await platform([
      way('way_2', 5),
      way('way_3', 6),
      field('Images', 7, {
        connects_with_type: 'store',
        connects_with: 'image_file_path',
        conditions: [holds('way_2'), holds('way_3')],
      }),
    ])
    const store = { ...ftpStore, market_id }
    const fields = { ...asked, way_2: 'false', way_3: 'false' }
    const { vendor_store_id: id } = await made(store, { fields })
    expect((await change(id, store, { fields: { ...fields, key: '', way_2: 'true' } })).status).toBe(200)
    expect((await read(id)).values).toMatchObject({ way: 'true', way_2: 'true', way_3: 'false' })
    expect((await activity())[0]!.changes).toEqual({ 'Way (2)': { from: 'false', to: 'true' } })
  })
  test('keep a blank secret only for the same host; another host needs it again', async () => {
    const market_id = await platform()
    const store = { ...ftpStore, market_id }
    const { vendor_store_id: id } = await made(store, { fields: asked })
    const blank = { ...asked, key: '' }
    expect((await change(id, { ...store, image_file_path: '/i' }, { fields: blank })).body.set).toEqual([
      'store_ftp_password',
    ])
    const moved = await change(id, store, { fields: { ...blank, server: 'evil.example' } })
    expect(moved.body.error.fields).toEqual({ 'fields.key': 'Required' })
    expect((await rowOf(id)).drop_to.host).toBe('ftp.a.example')
    const hidden = await change(
      id,
      { ...store, store_ftp_server: 'evil.example' },
      { fields: { ...blank, way: 'false' } },
    )
    expect([hidden.body.set, hidden.body.forgotten.length]).toEqual([[], 1])
    const { rows } = await sql<{ secret: string }>`
      select secret from platform_field_value where vendor_store_id = ${id} and secret is not null`.execute(
      h.services.db,
    )
    expect(rows).toEqual([])
  })
})
