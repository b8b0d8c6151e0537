import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeLogin, staff, type Client } from '#server/test/harness.ts'
import { subscribeOrdering } from '#server/test/order-manager.ts'
import { describedField } from '#server/test/stores/platform-fields.ts'

const h = harness()
let c: Client
let vid: number
let supplier: { supplier_id: number; supplier_name: string }
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 39, market_name: 'Shopify' }).execute()
})
const asks = [
  describedField('Account number', 0, { field_handle: 'account_number', required: true }),
  describedField('API key', 1, { field_handle: 'api_key', field_data_type: 'password', required: true }),
]
/** A vendor that is subscribed to a supplier, which the order manager knows. */
beforeEach(async () => {
  vid = (await makeLogin(h, 'customer')).vendor_id
  supplier = await subscribe()
})
const subscribe = (configs: object[] = []) => subscribeOrdering(h, vid, configs)
const url = () => `/api/vendor/${vid}/order-manager-info`
const read = async () => (await c.get(url())).body
const save = (body: object, by = c) => by.post(url(), body)
const used = (more: object = {}) => ({
  supplier_id: supplier.supplier_id,
  test_mode: false,
  config_values: {},
  ...more,
})
const channel = (more: object = {}) => ({
  channel_name: 'Shop',
  supported_channel_id: 39,
  enable_order_automation: true,
  test_mode: false,
  use_order_number_as_po: false,
  fetch_last_xdays_order: 7,
  active: true,
  disable_tracking_update: false,
  ...more,
})
const log = async () =>
  h.services.db
    .selectFrom('activity')
    .select(['message', 'changes'])
    .where('vendor_id', '=', vid)
    .where('type', '=', 'vendor.order_manager')
    .orderBy('activity_id')
    .execute()

test('a supplier can be offered, used, deleted and restored with its settings', async () => {
  expect(await read()).toMatchObject({
    suppliers: [],
    active_suppliers: [],
    available_suppliers: [{ ...supplier, is_custom: false, configs: [] }],
    channels: [],
    supported_channels: [{ supported_channel_id: 39, name: 'Shopify' }],
  })
  expect((await save({ suppliers: [used({ test_mode: true })] })).body).toMatchObject({
    suppliers: [{ ...supplier, delete_tm: null }],
    active_suppliers: [{ supplier_id: supplier.supplier_id, test_mode: true }],
    available_suppliers: [],
  })
  const gone = (await save({ suppliers: [used({ test_mode: true, deleted: true })] })).body
  expect(gone.suppliers[0].delete_tm).not.toBeNull()
  expect(gone.available_suppliers).toEqual([])
  const back = (await save({ suppliers: [used({ test_mode: true })] })).body
  expect([back.suppliers[0].delete_tm, back.active_suppliers[0].test_mode]).toEqual([null, true])
  expect((await log()).map(({ changes }) => Object.values(changes as object)[0])).toEqual([
    { from: null, to: { used: true, test_mode: true } },
    { from: { used: true, test_mode: true }, to: { used: false, test_mode: true } },
    { from: { used: false, test_mode: true }, to: { used: true, test_mode: true } },
  ])
})
test('fields that aren’t sent stay, and a save that changes nothing isn’t logged', async () => {
  await save({ suppliers: [used()], channels: [channel()] })
  await save({})
  await save({ suppliers: [used()] })
  expect(await read()).toMatchObject({
    suppliers: [{ delete_tm: null }],
    channels: [{ channel_name: 'Shop' }],
  })
  expect(await log()).toHaveLength(1)
})
test('a deleted supplier keeps its deletion date; one already there isn’t added again', async () => {
  await save({
    suppliers: [used()],
    channels: [channel({ channel_name: 'B' }), channel({ channel_name: 'A' })],
  })
  const { channels } = await read()
  expect(channels.map((one: { channel_name: string }) => one.channel_name)).toEqual(['B', 'A'])
  const gone = {
    suppliers: [used({ deleted: true })],
    channels: [channel({ channel_id: channels[0].channel_id, deleted: true })],
  }
  const first = (await save(gone)).body
  const then = (await save(gone)).body
  expect(first.suppliers[0].delete_tm).not.toBeNull()
  expect(then).toMatchObject({
    suppliers: [{ delete_tm: first.suppliers[0].delete_tm }],
    channels: [{ delete_tm: first.channels[0].delete_tm }, { delete_tm: null }],
  })
  const again = await save({ suppliers: [used({ added: true })] })
  expect([again.status, again.body.error.message]).toEqual([400, 'User already has that supplier'])
})
test('if two people add a supplier at once, one succeeds and the other is refused', async () => {
  const adds = () => save({ suppliers: [used({ added: true })] })
  const answers = await Promise.all([adds(), adds()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
})
test('a deleted supplier isn’t offered; offered ones show their shipping methods and automation', async () => {
  const { db } = h.services
  const gone = await subscribe()
  await db
    .updateTable('oim_supplier')
    .set({ delete_tm: '2030-01-31T00:00:00Z' })
    .where('supplier_id', '=', gone.supplier_id)
    .execute()
  const other = await subscribe()
  await sql`
    update dropshipper
    set supports_order_automation = true
    where dropshipper_id = (
      select dropshipper_id from oim_supplier where supplier_id = ${supplier.supplier_id})`.execute(db)
  await sql`
    insert into supplier_shipping (supplier_id, shipping_id, shipping_code, supplier_carrier_name)
    values (${supplier.supplier_id}, 201, 'G', 'UPS')`.execute(db)
  expect((await read()).available_suppliers).toMatchObject([
    { ...supplier, shipping_methods: 1, supports_order_automation: true },
    { ...other, shipping_methods: 0, supports_order_automation: false },
  ])
})
test('a deleted vendor’s order manager stays unchanged', async () => {
  await h.services.db
    .updateTable('vendor')
    .set({ deleted_tm: '2030-01-31T00:00:00Z' })
    .where('vendor_id', '=', vid)
    .execute()
  expect((await save({ channels: [channel()] })).status).toBe(409)
  const sync = `/api/vendor/${vid}/order-manager-optimized-sync`
  expect((await c.post(sync, { optimized_sync_oa: true })).status).toBe(409)
  expect(await read()).toMatchObject({ channels: [], optimized_sync_oa: false })
})
test('a secret that was never set isn’t logged as removed', async () => {
  supplier = await subscribe([{ ...asks[1], required: false }])
  await save({ suppliers: [used()] })
  await save({ suppliers: [used()] })
  expect((await log()).map(({ changes }) => Object.values(changes as object)[0])).toEqual([
    { from: null, to: { used: true, test_mode: false } },
  ])
})
test('a supplier or setting with a duplicate or reserved name is logged separately', async () => {
  const named = (field_name: string, nth: number) =>
    describedField(field_name, nth, { field_handle: field_name })
  const mine = await subscribe([named('used', 0), named('test_mode', 1), named('constructor', 2)])
  const { db } = h.services
  await sql`update oim_supplier set supplier_name = ${mine.supplier_name} where supplier_id = ${supplier.supplier_id}`.execute(
    db,
  )
  const config_values = { used: 'x', test_mode: 'y', constructor: 'z' }
  const both = (more: object) =>
    save({ suppliers: [used(), used({ supplier_id: mine.supplier_id, config_values, ...more })] })
  await both({})
  await both({ test_mode: true })
  await both({ deleted: true })
  const fields = { 'used (2)': 'x', 'test_mode (2)': 'y', constructor: 'z' }
  const second = `${mine.supplier_name} (2)`
  expect((await log()).map(({ changes }) => changes)).toEqual([
    {
      [mine.supplier_name]: { from: null, to: { used: true, test_mode: false } },
      [second]: { from: null, to: { used: true, test_mode: false, ...fields } },
    },
    {
      [second]: {
        from: { used: true, test_mode: false, ...fields },
        to: { used: true, test_mode: true, ...fields },
      },
    },
    {
      [second]: {
        from: { used: true, test_mode: true, ...fields },
        to: { used: false, test_mode: false, ...fields },
      },
    },
  ])
})
test('a supplier can be added once, and only with a subscription', async () => {
  const twice = await save({ suppliers: [used(), used()] })
  expect([twice.status, twice.body.error.message]).toEqual([400, 'User already has that supplier'])
  const mine = supplier
  vid = (await makeLogin(h, 'customer')).vendor_id
  supplier = mine
  const strange = await save({ suppliers: [used()] })
  expect(strange.body.error.fields).toEqual({
    'suppliers.0.supplier_id': 'This vendor isn’t subscribed to this supplier',
  })
})

describe('a supplier’s required settings', () => {
  beforeEach(async () => {
    supplier = await subscribe(asks)
  })
  const filled = { account_number: 'A-1', api_key: 'topsecret' }
  test('must be filled in before it is used, and the missing ones are named', async () => {
    const { status, body } = await save({ suppliers: [used({ config_values: { account_number: ' ' } })] })
    expect([status, body.error.message]).toEqual([
      400,
      `${supplier.supplier_name} has hidden fields that need to be configured before saving`,
    ])
    expect(body.error.fields).toEqual({
      'suppliers.0.config_values.account_number': 'Required',
      'suppliers.0.config_values.api_key': 'Required',
    })
    expect((await read()).suppliers).toEqual([])
    // of one that is deleted nothing is asked
    expect((await save({ suppliers: [used({ deleted: true })] })).status).toBe(200)
  })
  test('block every save while one in use lacks them, whatever the save is about', async () => {
    const { supplier_id, supplier_name } = supplier
    const second = await subscribe()
    await save({ suppliers: [used({ config_values: filled }), used({ supplier_id: second.supplier_id })] })
    await h.services.db
      .deleteFrom('vendor_order_config')
      .where('vendor_id', '=', vid)
      .where('field_handle', '=', 'account_number')
      .execute()
    const text = `${supplier_name} has hidden fields that need to be configured before saving`
    const bodies = [{ channels: [channel()] }, { suppliers: [used({ supplier_id: second.supplier_id })] }, {}]
    for (const body of bodies) {
      const { status, body: answer } = await save(body)
      expect([status, answer.error]).toEqual([
        400,
        expect.objectContaining({ message: text, fields: { suppliers: expect.any(String) } }),
      ])
    }
    const { configs } = (await read()).active_suppliers.find(
      (row: { supplier_id: number }) => row.supplier_id === supplier_id,
    )
    await h.services.db
      .updateTable('oim_supplier')
      .set({ configs: JSON.stringify(configs) })
      .where('supplier_id', '=', second.supplier_id)
      .execute()
    expect((await save({ channels: [channel()] })).body.error.message).toBe(
      `${text}. ${second.supplier_name} has hidden fields that need to be configured before saving`,
    )
    expect((await read()).channels).toEqual([])
    const deleted = [supplier_id, second.supplier_id].map((id) => ({ supplier_id: id, deleted: true }))
    expect((await save({ suppliers: deleted, channels: [channel()] })).status).toBe(200)
    expect((await save({ channels: [channel()] })).status).toBe(200)
  })
  test('are saved; a secret is encrypted, never shown, and kept unless entered again', async () => {
    const { body } = await save({ suppliers: [used({ config_values: filled })] })
    expect(body.active_suppliers[0]).toMatchObject({
      config_values: { account_number: 'A-1' },
      set: ['api_key'],
    })
    const secret = async () =>
      (
        await h.services.db
          .selectFrom('vendor_order_config')
          .selectAll()
          .where('vendor_id', '=', vid)
          .execute()
      ).find((row) => row.field_handle === 'api_key')
    const first = await secret()
    expect(first?.value).toBeNull()
    expect(h.services.secrets.open(first!.secret!)).toBe('topsecret')
    await save({ suppliers: [used({ config_values: { account_number: 'A-2' } })] })
    expect(await secret()).toEqual(first)
    await save({ suppliers: [used({ config_values: { account_number: 'A-2', api_key: 'another' } })] })
    expect(h.services.secrets.open((await secret())!.secret!)).toBe('another')
    const told = JSON.stringify([await read(), await log()])
    expect(told).toContain('"API key":"changed"')
    expect(told).not.toMatch(/topsecret|"another"/)
  })
  test('are given once for each supplier', async () => {
    await save({ suppliers: [used({ config_values: filled })] })
    const settings = { supplier_id: supplier.supplier_id, test_mode: true }
    const { status, body } = await save({ active_suppliers: [settings, settings] })
    expect([status, body.error.message]).toEqual([400, 'User already has that supplier'])
  })
  test('are separate for each vendor and supplier; a removed secret is logged as removed', async () => {
    supplier = await subscribe([asks[0]!, { ...asks[1]!, required: false }])
    const [mine, owner] = [supplier, vid]
    const { supplier_id } = await subscribe(asks)
    await save({
      suppliers: [used({ config_values: filled }), used({ supplier_id, config_values: filled })],
    })
    vid = (await makeLogin(h, 'customer')).vendor_id
    const { dropshipper_id } = await h.services.db
      .selectFrom('oim_supplier')
      .select('dropshipper_id')
      .where('supplier_id', '=', mine.supplier_id)
      .executeTakeFirstOrThrow()
    await h.services.db
      .insertInto('subscription')
      .values({ vendor_id: vid, dropshipper_id: dropshipper_id! })
      .execute()
    await save({ suppliers: [used({ config_values: { account_number: 'Other', api_key: 'x' } })] })
    vid = owner
    await save({ suppliers: [used({ config_values: { account_number: 'A-2', api_key: null } })] })
    const kept = (await read()).active_suppliers.toSorted(
      (a: { supplier_id: number }, b: { supplier_id: number }) => a.supplier_id - b.supplier_id,
    )
    expect(kept).toMatchObject([
      { config_values: { account_number: 'A-2' }, set: [] },
      { config_values: { account_number: 'A-1' }, set: ['api_key'] },
    ])
    expect((await log()).at(-1)!.changes).toEqual({
      [mine.supplier_name]: {
        from: { used: true, test_mode: false, 'Account number': 'A-1', 'API key': 'unchanged' },
        to: { used: true, test_mode: false, 'Account number': 'A-2', 'API key': 'removed' },
      },
    })
  })
  test('accept no unknown field', async () => {
    const { body } = await save({ suppliers: [used({ config_values: { ...filled, port: '1' } })] })
    expect(body.error.fields).toEqual({ 'suppliers.0.config_values.port': 'Field not found' })
  })
})

describe('a channel', () => {
  test('can be added, changed, deleted and restored', async () => {
    const [{ channel_id }] = (await save({ channels: [channel()] })).body.channels
    await save({ channels: [channel({ channel_id, fetch_last_xdays_order: 60, active: false })] })
    expect((await read()).channels).toEqual([
      { ...channel({ fetch_last_xdays_order: 60, active: false }), channel_id, delete_tm: null },
    ])
    expect(
      (await save({ channels: [channel({ channel_id, deleted: true })] })).body.channels[0].delete_tm,
    ).not.toBeNull()
    expect((await save({ channels: [channel({ channel_id })] })).body.channels[0].delete_tm).toBeNull()
    expect(Object.keys((await log())[0]!.changes as object)).toEqual([`Channel ${channel_id}`])
  })
  test.each([
    'enable_order_automation',
    'test_mode',
    'use_order_number_as_po',
    'active',
    'disable_tracking_update',
  ])('sets each switch independently when added and when changed: %s', async (name) => {
    const off = {
      enable_order_automation: false,
      test_mode: false,
      use_order_number_as_po: false,
      active: false,
      disable_tracking_update: false,
    }
    const added = (await save({ channels: [channel({ ...off, [name]: true })] })).body.channels
    expect(added).toMatchObject([{ ...off, [name]: true }])
    const [{ channel_id }] = added
    const changed = (await save({ channels: [channel({ ...off, channel_id })] })).body.channels
    expect(changed).toMatchObject([off])
    const again = channel({ ...off, [name]: true, channel_id })
    expect((await save({ channels: [again] })).body.channels).toMatchObject([{ ...off, [name]: true }])
  })
  test('moved to another market is logged by that market’s name', async () => {
    await h.services.db
      .insertInto('market')
      .values({ market_id: 201, market_name: 'WooCommerce' })
      .onConflict((on) => on.doNothing())
      .execute()
    const [{ channel_id }] = (await save({ channels: [channel()] })).body.channels
    await save({ channels: [channel({ channel_id, supported_channel_id: 201 })] })
    expect((await log()).at(-1)!.changes).toMatchObject({
      [`Channel ${channel_id}`]: { from: { type: 'Shopify' }, to: { type: 'WooCommerce' } },
    })
    await h.services.db.deleteFrom('order_channel').where('vendor_id', '=', vid).execute()
    await h.services.db.deleteFrom('market').where('market_id', '=', 201).execute()
  })
  test.each([
    [{ channel_name: ' ' }, 'channel_name'],
    [{ supported_channel_id: 999 }, 'supported_channel_id'],
    [{ fetch_last_xdays_order: 0 }, 'fetch_last_xdays_order'],
    [{ fetch_last_xdays_order: 61 }, 'fetch_last_xdays_order'],
    [{ fetch_last_xdays_order: 2.5 }, 'fetch_last_xdays_order'],
  ])('needs a name, a type and 1 to 60 days: %o', async (more, field) => {
    const { status, body } = await save({ channels: [channel(more)] })
    expect([status, Object.keys(body.error.fields)]).toEqual([400, [`channels.0.${field}`]])
  })
  test('of another vendor can’t be changed', async () => {
    const [{ channel_id }] = (await save({ channels: [channel()] })).body.channels
    const owner = vid
    vid = (await makeLogin(h, 'customer')).vendor_id
    expect((await save({ channels: [channel({ channel_id, channel_name: 'Mine' })] })).status).toBe(404)
    expect((await read()).channels).toEqual([])
    vid = owner
    expect((await read()).channels[0].channel_name).toBe('Shop')
  })
  test('can’t appear twice in a save, and there are 50 at most', async () => {
    const [{ channel_id }] = (await save({ channels: [channel()] })).body.channels
    const twice = await save({ channels: [channel({ channel_id }), channel({ channel_id })] })
    expect(Object.keys(twice.body.error.fields)).toEqual(['channels.1.channel_id'])
    expect((await save({ channels: Array(49).fill(channel()) })).status).toBe(200)
    expect((await save({ channels: [channel()] })).body.error.fields).toEqual({
      channels: 'A vendor can have at most 50 channels, including deleted ones',
    })
  })
})

test('saving over another person’s change reports what it was', async () => {
  const { version } = await read()
  const other = await staff(h)
  await save({ version, channels: [channel()] }, other)
  const { status, body } = await save({ version, suppliers: [used()] })
  expect([status, body.error.changed.length]).toEqual([409, 1])
  expect((await save({ version: body.error.version, suppliers: [used()] })).status).toBe(200)
})
test('a save is all or nothing', async () => {
  await save({ suppliers: [used()], channels: [channel({ supported_channel_id: 999 })] })
  expect(await read()).toMatchObject({ suppliers: [], channels: [] })
})
test('optimized sync can be turned on and off, as in the basic info', async () => {
  const turn = (optimized_sync_oa: boolean) =>
    c.post(`/api/vendor/${vid}/order-manager-optimized-sync`, { optimized_sync_oa })
  const basics = async () => (await c.get(`/api/vendor/${vid}/basics`)).body
  const { version } = await basics()
  const other = (await makeLogin(h, 'customer')).vendor_id
  expect((await turn(true)).body.optimized_sync_oa).toBe(true)
  await turn(true)
  expect((await basics()).vendor.optimized_sync_oa).toBe(true)
  expect((await basics()).version).toBeGreaterThan(version)
  expect((await c.get(`/api/vendor/${other}/basics`)).body.vendor.optimized_sync_oa).toBe(false)
  const { rows } = await sql`
    select message from activity where vendor_id = ${vid} and message like 'Optimized sync%'`.execute(
    h.services.db,
  )
  expect(rows).toEqual([{ message: 'Optimized sync turned on' }])
})

test('is saved by the names that it is answered with: when each was deleted, and the settings of those in use', async () => {
  const { supplier_id } = supplier
  await save({ suppliers: [used()], channels: [channel()] })
  const settings = (test_mode: boolean) => ({ active_suppliers: [{ supplier_id, test_mode }] })
  expect((await save(settings(true))).body.active_suppliers).toMatchObject([{ supplier_id, test_mode: true }])
  const opened = await read()
  const gone = new Date().toISOString()
  const deleted = await save({
    ...opened,
    suppliers: opened.suppliers.map((row: object) => ({ ...row, delete_tm: gone })),
    channels: opened.channels.map((row: object) => ({ ...row, delete_tm: gone })),
  })
  expect([deleted.status, deleted.body.error]).toEqual([200, undefined])
  expect(deleted.body).toMatchObject({
    suppliers: [{ delete_tm: expect.any(String) }],
    channels: [{ delete_tm: expect.any(String) }],
  })
  const back = await save({ suppliers: [{ supplier_id, delete_tm: null }] })
  expect(back.body).toMatchObject({
    suppliers: [{ delete_tm: null }],
    active_suppliers: [{ supplier_id, test_mode: true }],
  })
})
