// What a supplier asks of who orders through it, and what its vendors have filled in of it.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeLogin, staff, waiting, type Client } from '#server/test/harness.ts'
import { subscribeOrdering } from '#server/test/order-manager.ts'

const h = harness()
let c: Client
let vid: number
let supplier: Awaited<ReturnType<typeof subscribeOrdering>>
beforeAll(async () => {
  c = await staff(h)
})
beforeEach(async () => {
  vid = (await makeLogin(h, 'customer')).vendor_id
  supplier = await subscribeOrdering(h, vid)
})
const url = () => `/api/vendor/${vid}/order-manager-info`
const read = async () => (await c.get(url())).body
const save = (body: object) => c.post(url(), body)
const used = (more: object = {}) => ({
  supplier_id: supplier.supplier_id,
  test_mode: false,
  config_values: {},
  ...more,
})

describe('a supplier’s order fields can be changed', () => {
  const field = (field_name: string, more: object = {}) => ({
    field_name,
    field_data_type: 'text',
    required: true,
    hint: '',
    ...more,
  })
  const configs = async () =>
    (await c.get(`/api/suppliers/shipping/${supplier.dropshipper_id}/get-oim-suppliers`)).body.find(
      (one: { supplier_id: number }) => one.supplier_id === supplier.supplier_id,
    )
  const change = (given: object[], version?: number, by = c) =>
    by.post(`/api/suppliers/shipping/${supplier.supplier_id}/configs`, { configs: given, version })
  test('by name: a renamed field keeps its values, a removed one loses them', async () => {
    expect((await change([field('Account'), field('Key', { field_data_type: 'password' })])).body).toEqual({
      forgotten: 0,
    })
    const [account, key] = (await configs()).configs
    expect([account.field_handle, key]).toEqual([
      'account',
      { ...key, field_data_type: 'password', hint: '' },
    ])
    await save({ suppliers: [used({ config_values: { account: 'A-1', key: 'secret' } })] })
    expect((await change([{ ...account, field_name: 'Account number' }, key])).body).toEqual({ forgotten: 0 })
    expect((await read()).active_suppliers[0]).toMatchObject({
      config_values: { account: 'A-1' },
      set: ['key'],
    })
    // a secret isn’t shown as a text once its field is none
    expect((await change([account, { ...key, field_data_type: 'text' }])).body).toEqual({ forgotten: 1 })
    expect((await read()).active_suppliers[0]).toMatchObject({ config_values: { account: 'A-1' }, set: [] })
    expect((await change([])).body).toEqual({ forgotten: 1 })
    expect((await save({ suppliers: [used()] })).status).toBe(200)
  })
  test('in their hint and in whether they are required', async () => {
    await change([field('Account')])
    const [account] = (await configs()).configs
    await change([{ ...account, hint: 'From its portal' }])
    expect((await configs()).configs).toEqual([{ ...account, hint: 'From its portal' }])
    await change([{ ...account, hint: 'From its portal', required: false }])
    expect((await configs()).configs).toEqual([{ ...account, hint: 'From its portal', required: false }])
    expect((await save({ suppliers: [used()] })).status).toBe(200)
  })
  test('by swapping names, reordering, or replacing a field with another of the same name', async () => {
    await change([field('Account'), field('User')])
    await save({ suppliers: [used({ config_values: { account: 'A-1', user: 'me' } })] })
    const named = async () =>
      (await configs()).configs.map((one: { field_handle: string; field_name: string }) => [
        one.field_handle,
        one.field_name,
      ])
    const [account, user] = (await configs()).configs
    await change([
      { ...account, field_name: 'User' },
      { ...user, field_name: 'Account' },
    ])
    expect(await named()).toEqual([
      ['account', 'User'],
      ['user', 'Account'],
    ])
    const { version, configs: swapped } = await configs()
    await change(swapped.toReversed())
    expect(await named()).toEqual([
      ['user', 'Account'],
      ['account', 'User'],
    ])
    expect((await configs()).version).toBeGreaterThan(version)
    const { configs: turned, version: before } = await configs()
    await change(turned)
    expect((await configs()).version).toBe(before)
    // one that was removed and asked anew is another: what was filled in goes
    expect((await change([field('Account'), turned[1]])).body).toEqual({ forgotten: 1 })
    expect(await named()).toEqual([
      ['account_2', 'Account'],
      ['account', 'User'],
    ])
    expect((await read()).active_suppliers[0].config_values).toEqual({ account: 'A-1' })
  })
  test('with hints and similar names; the supplier’s log says so, and users who lose values are counted', async () => {
    expect(
      (
        await change([
          field('API key', { hint: 'From its portal', required: false }),
          field('API-key', { required: false }),
        ])
      ).status,
    ).toBe(200)
    const { configs: asked } = await configs()
    expect(asked).toMatchObject([
      { field_handle: 'api_key', hint: 'From its portal', required: false },
      { field_handle: 'api_key_2' },
    ])
    await save({ suppliers: [used({ config_values: { api_key: '1', api_key_2: '2' } })] })
    expect((await change([])).body).toEqual({ forgotten: 1 })
    const messages = await h.services.db
      .selectFrom('activity as a')
      .innerJoin('oim_supplier as o', 'o.dropshipper_id', 'a.dropshipper_id')
      .select('message')
      .where('o.supplier_id', '=', supplier.supplier_id)
      .where('type', '=', 'supplier.order_configs')
      .execute()
    const message = `Order settings of ${supplier.supplier_name} changed: API key, API-key`
    expect(messages).toEqual([{ message }, { message }])
  })
  test('by one of two people at once, and the other is refused', async () => {
    const { version } = await configs()
    const other = await staff(h)
    const answers = await Promise.all([
      change([field('Account')], version),
      change([field('Key')], version, other),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
  test('while somebody fills them in, without keeping the values of removed fields', async () => {
    await change([field('Account')])
    const tx = await h.services.db.startTransaction().execute()
    await sql`select from oim_supplier where supplier_id = ${supplier.supplier_id} for update`.execute(tx)
    await sql`update oim_supplier set configs = '[]' where supplier_id = ${supplier.supplier_id}`.execute(tx)
    const saved = save({ suppliers: [used({ config_values: { account: 'A-1' } })] })
    await waiting(h.services.db)
    await tx.commit().execute()
    expect((await saved).body.error.fields).toEqual({
      'suppliers.0.config_values.account': 'Field not found',
    })
  })
  test('but not to two fields of one name, or for a field that doesn’t exist', async () => {
    const { body } = await change([field('Account'), field('account'), field('Key', { field_handle: 'key' })])
    expect(body.error.fields).toEqual({
      'configs.1.field_name': 'Another field already has this name',
      'configs.2.field_handle': 'Field not found',
    })
  })
  test('but not over another person’s change', async () => {
    const { version } = await configs()
    await change([field('Account')], version, await staff(h))
    expect((await change([field('Key')], version)).status).toBe(409)
    expect((await change([field('Key')], (await configs()).version)).status).toBe(200)
  })
})
