import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { harness, makeFeed, makeLogin, staff, waiting, type Client } from '#server/test/harness.ts'
import { sql } from '#server/platform/database/db.ts'
import { suppliersClosedTo } from '#server/areas/vendor-record/public.ts'

const h = harness()
let c: Client
let other: Client
let id: number
beforeAll(async () => {
  c = await staff(h)
  other = await staff(h, 'finance')
  await h.services.db.insertInto('market').values({ market_id: 39, market_name: 'Shopify' }).execute()
})
beforeEach(async () => {
  ;({ vendor_id: id } = await makeLogin(h, 'customer'))
})

async function supplier(allow_browse: number) {
  const { dropshipper_id } = await makeFeed(h)
  await h.services.db
    .updateTable('dropshipper')
    .set({ allow_browse, active_products: 50 })
    .where('dropshipper_id', '=', dropshipper_id)
    .execute()
  return dropshipper_id
}
const add = (did: number) => c.post(`/api/vendor/${id}/subscription/${did}`)
const give = (body: object, by = c) => by.post(`/api/vendor/${id}/restricted-access`, body)
const list = async () => (await c.get(`/api/vendor/${id}/restricted-access`)).body
const activity = async (type: string) =>
  (await c.post('/api/activity-log/search', { vendor_id: id, type })).body.logs

describe('access to a restricted supplier', () => {
  test('is given once with a note, and shows who gave it and when', async () => {
    const did = await supplier(-1)
    expect((await add(did)).status).toBe(400)
    const body = { dropshipper_id: did, note: 'Agreed by mail' }
    const answers = await Promise.all([give(body), give(body, other)])
    expect(answers.map((a) => a.status).toSorted((x, y) => x - y)).toEqual([200, 400])
    const [row] = await list()
    expect(row).toMatchObject({ dropshipper_id: did, note: 'Agreed by mail', subscribed: false })
    expect(row.added_by).toMatch(/^Pat /)
    expect((await activity('subscription.access'))[0]).toMatchObject({ reason: 'Agreed by mail' })
    expect((await add(did)).status).toBe(200)
  })
  test('needs a restricted supplier and a note', async () => {
    const open = await supplier(1)
    const refusals: [object, object][] = [
      [{ note: 'x' }, { dropshipper_id: 'Choose a restricted supplier' }],
      [{ dropshipper_id: open, note: ' ' }, { note: 'You must enter a note' }],
      [{ dropshipper_id: 987654, note: 'x' }, { dropshipper_id: 'There is no such supplier' }],
      [{ dropshipper_id: open, note: 'x' }, { dropshipper_id: expect.stringMatching(/isn’t restricted/) }],
    ]
    for (const [body, fields] of refusals) expect((await give(body)).body.error.fields).toEqual(fields)
    expect(await list()).toEqual([])
  })
  test('can be taken back: the subscription stays, but the vendor no longer has its products', async () => {
    const did = await supplier(-1)
    await give({ dropshipper_id: did, note: 'For now' })
    await add(did)
    await h.services.db
      .insertInto('vendor_market_map')
      .values({ vendor_id: id, dropshipper_id: did, market_id: 39 })
      .execute()
    const closed = () => suppliersClosedTo(h.services.db, id)
    expect(await closed()).toEqual([])
    const taken = await c.delete(`/api/vendor/${id}/${did}`)
    expect([taken.status, taken.body]).toEqual([200, { integrations: 1, listings: 50 }])
    expect(await closed()).toEqual([did])
    const { subscriptions } = (await c.get(`/api/vendor/${id}/subscriptions`)).body
    expect(subscriptions).toMatchObject([{ no_access: 'User does not have access to this product!' }])
    expect((await c.delete(`/api/vendor/${id}/${did}`)).status).toBe(404)
    expect((await activity('subscription.access_end'))[0].message).toMatch(/For now/)
    // a custom feed that is on lets it in all the same
    const feed = { vendor_id: id, dropshipper_id: did, dynamic_restricted_access: true }
    await h.services.db.insertInto('vendor_custom_feed').values(feed).execute()
    expect(await closed()).toEqual([])
    await h.services.db
      .updateTable('vendor_custom_feed')
      .set({ active: false })
      .where('vendor_id', '=', id)
      .execute()
    expect(await closed()).toEqual([did])
  })
})

describe('a subscription’s warehouses and fields', () => {
  const warehouses = (did: number) => c.get(`/api/vendor/${id}/warehouses/${did}`)
  async function subscribed() {
    const did = await supplier(1)
    await add(did)
    const { subscriptions } = (await c.get(`/api/vendor/${id}/subscriptions`)).body
    return { did, vendor_supplier_id: subscriptions[0].vendor_supplier_id as number }
  }
  test('include the supplier’s locations, of which some can be chosen', async () => {
    const { did } = await subscribed()
    await h.services.db
      .insertInto('dropshipper_shipping_location')
      .values({ dropshipper_id: did, dropshipper_location_id: 3 })
      .execute()
    const url = `/api/vendor/${id}/warehouses/${did}`
    const opened = (await warehouses(did)).body
    expect(opened).toMatchObject({
      warehouses: [{ name: 'United Kingdom' }, { name: 'United States' }],
      warehouse_ids: [],
    })
    expect((await c.post(url, { warehouse_ids: [987654, 3, 2] })).body.error.fields).toEqual({
      warehouse_ids: expect.stringMatching(/ doesn’t ship from location 987654, Canada$/),
    })
    await other.post(url, { warehouse_ids: [1] })
    const stale = await c.post(url, { warehouse_ids: [3], version: opened.version })
    expect(stale.status).toBe(409)
    expect(stale.body.error.changed).toMatchObject([{ field: 'warehouses', to: ['United States'] }])
    const saved = await c.post(url, { warehouse_ids: [3], version: stale.body.error.version })
    expect(saved.body.warehouse_ids).toEqual([3])
    expect(await activity('subscription.warehouses')).toHaveLength(2)
    expect((await c.get(`/api/vendor/${id}/warehouses/987654`)).status).toBe(404)
  })
  test('are set by the supplier, and secret values are never shown', async () => {
    const { did, vendor_supplier_id } = await subscribed()
    const made = await h.services.db
      .insertInto('dropshipper_custom_feed_field')
      .values([
        { dropshipper_id: did, name: 'Account number', required: true, field_order: 1 },
        { dropshipper_id: did, name: 'FTP password', required: false, field_order: 2 },
      ])
      .returning('custom_feed_field_id')
      .execute()
    const [account, secret] = made.map((field) => String(field.custom_feed_field_id)) as [string, string]
    const url = `/api/vendor/vendor-supplier-config/${vendor_supplier_id}`
    const open = async () =>
      (await c.get(`/api/vendor/${id}/subscriptions`)).body.subscriptions[0].open_fields as number
    expect(await open()).toBe(1)
    expect((await c.post(url, { values: { [secret]: 'hush-hush' } })).body.error.fields).toEqual({
      [`values.${account}`]: 'Required',
    })
    expect((await c.post(url, { values: { 987654: 'x', [account]: 'A' } })).body.error.fields).toEqual({
      'values.987654': 'There is no such field',
    })
    const saved = await c.post(url, { values: { [account]: ' A-100 ', [secret]: 'hush-hush' } })
    expect(saved.body).toMatchObject({ values: { [account]: 'A-100' }, set: [secret] })
    expect(await open()).toBe(0)
    const [{ changes }] = await activity('subscription.config')
    expect(changes).toEqual({
      'Account number': { from: null, to: 'A-100' },
      'FTP password': { from: null, to: 'set' },
    })
    const { rows } = await h.services.database.pool.query<{ kept: string }>(
      'select coalesce(value, secret) as kept from subscription_config',
    )
    expect(rows.some((row) => row.kept.includes('hush-hush'))).toBe(false)
    // nothing typed leaves it, null forgets it
    await c.post(url, { values: { [account]: 'A-200', [secret]: '' } })
    expect((await c.get(url)).body).toMatchObject({ values: { [account]: 'A-200' }, set: [secret] })
    await c.post(url, { values: { [secret]: 'once more' } })
    expect((await activity('subscription.config'))[0].changes).toEqual({
      'FTP password': { from: 'set', to: 'set anew' },
    })
    await c.post(url, { values: { [secret]: null } })
    expect((await c.get(url)).body.set).toEqual([])
  })
  test('are encrypted if a supplier’s field becomes a secret by its new name', async () => {
    const { did, vendor_supplier_id } = await subscribed()
    const { db, secrets } = h.services
    const view = (await c.get(`/api/suppliers/${did}`)).body
    const saveFields = async (fields: object[]) =>
      (
        await c.post(`/api/suppliers/${did}`, {
          dropshipper: view.dropshipper,
          max_file_age_allowed_in_days: 3,
          dropshipper_custom_feed_fields: fields,
        })
      ).body.dropshipper_custom_feed_fields
    const [access, region] = await saveFields([
      { name: 'Access', required: false, field_order: 0 },
      { name: 'Region', required: false, field_order: 1 },
    ])
    const [secret, plain] = [access, region].map((field) => String(field.custom_feed_field_id))
    const url = `/api/vendor/vendor-supplier-config/${vendor_supplier_id}`
    await c.post(url, { values: { [secret!]: 'hush-once', [plain!]: 'East' } })
    await c.post(url, { values: { [secret!]: 'hush-hush' } })
    await saveFields([{ ...access, name: 'Access key' }, region])
    const kept = await db
      .selectFrom('subscription_config')
      .select(['value', 'secret'])
      .where('vendor_supplier_id', '=', vendor_supplier_id)
      .orderBy('custom_feed_field_id')
      .execute()
    expect(kept.map((row) => [row.value, row.secret && secrets.open(row.secret)])).toEqual([
      [null, 'hush-hush'],
      ['East', null],
    ])
    expect((await c.get(url)).body).toMatchObject({ values: { [plain!]: 'East' }, set: [secret] })
    expect((await activity('subscription.config')).map((l: { changes: object }) => l.changes)).toEqual([
      { Access: { from: 'set', to: 'set' } },
      { Access: { from: null, to: 'set' }, Region: { from: null, to: 'East' } },
    ])
    // called otherwise again, it stays a secret
    await saveFields([{ ...access, name: 'Access' }, region])
    expect((await c.get(url)).body).toMatchObject({ values: { [plain!]: 'East' }, set: [secret] })
  })
  test('are checked against the supplier’s latest ones if both change at the same moment', async () => {
    const { did, vendor_supplier_id } = await subscribed()
    const { db } = h.services
    const location = { dropshipper_id: did, dropshipper_location_id: 3 }
    await db.insertInto('dropshipper_shipping_location').values(location).execute()
    const { custom_feed_field_id } = await db
      .insertInto('dropshipper_custom_feed_field')
      .values({ dropshipper_id: did, name: 'Account number', field_order: 1 })
      .returning('custom_feed_field_id')
      .executeTakeFirstOrThrow()
    const tx = await db.startTransaction().execute()
    // as a save of the supplier does
    await sql`select from dropshipper where dropshipper_id = ${did} for update`.execute(tx)
    await tx
      .deleteFrom('dropshipper_shipping_location')
      .where('dropshipper_id', '=', did)
      .where('dropshipper_location_id', '=', 3)
      .execute()
    await tx
      .deleteFrom('dropshipper_custom_feed_field')
      .where('custom_feed_field_id', '=', custom_feed_field_id)
      .execute()
    const both = Promise.all([
      c.post(`/api/vendor/${id}/warehouses/${did}`, { warehouse_ids: [3] }),
      c.post(`/api/vendor/vendor-supplier-config/${vendor_supplier_id}`, {
        values: { [custom_feed_field_id]: 'A-100' },
      }),
    ])
    await waiting(db, 2)
    await tx.commit().execute()
    const [chosen, filled] = await both
    expect([chosen.status, chosen.body.error.fields]).toEqual([
      400,
      { warehouse_ids: expect.stringMatching(/ doesn’t ship from \S/) },
    ])
    expect([filled.status, filled.body.error.fields]).toEqual([
      400,
      { [`values.${custom_feed_field_id}`]: 'There is no such field' },
    ])
  })
})

test('two people can save a vendor’s subscriptions, fields and notes at once without an error', async () => {
  const did = await supplier(1)
  const { vendor_supplier_id } = (await add(did)).body
  const { custom_feed_field_id: key } = await h.services.db
    .insertInto('dropshipper_custom_feed_field')
    .values({ dropshipper_id: did, name: 'Account number', field_order: 1 })
    .returning('custom_feed_field_id')
    .executeTakeFirstOrThrow()
  for (let turn = 0; turn < 12; turn++) {
    const noted = (await c.post(`/api/vendor/${id}/note`, { note: `${turn}`, note_type: 0 })).body
    const answers = await Promise.all([
      c.post(`/api/vendor/${id}/subscriptions`, {
        subscriptions: [{ dropshipper_id: did, is_legacy: turn % 2 === 0 }],
      }),
      c.post(`/api/vendor/vendor-supplier-config/${vendor_supplier_id}`, {
        values: { [key]: `mine ${turn}` },
      }),
      other.post(`/api/vendor/vendor-supplier-config/${vendor_supplier_id}`, {
        values: { [key]: `theirs ${turn}` },
      }),
      other.put(`/api/vendor/${id}/note`, { vendor_note_id: noted.vendor_note_id, pinned: true }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 204])
  }
})
