import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db.ts'
import {
  harness,
  makeCustomFeed,
  makeFeed,
  makeLogin,
  manyRows,
  runFeed,
  staff,
  until,
  waiting,
  type Client,
} from '../../test/harness.ts'
import { describedField } from '../../test/platform-fields.ts'

const h = harness({ worker: true })
const market_id = 9
let c: Client
let other: Client
let vid: number
let did: number
beforeAll(async () => {
  c = await staff(h)
  other = await staff(h, 'finance')
  const { body } = await c.post('/api/platform/create', { name: 'Amazon' })
  await h.services.db
    .insertInto('market')
    .values([
      { market_id, market_name: 'Amazon', platform_id: body.platform_id },
      { market_id: 39, market_name: 'Shopify' },
    ])
    .execute()
})
beforeEach(async () => {
  ;({ vendor_id: vid } = await makeLogin(h, 'customer'))
  did = (await makeFeed(h)).dropshipper_id
  await c.post(`/api/vendor/${vid}/subscription/${did}`)
})

const add = (body: object = { market_id, dropshipper_id: did }, by = c) =>
  by.post(`/api/vendor/${vid}/add-integration`, body)
/** An integration, activated unless it says otherwise. */
async function integrated(more: object = { is_activated: 1 }) {
  const { body, status } = await add()
  expect(status, JSON.stringify(body)).toBe(200)
  const path = `/api/vendor/${vid}/integration/${body.vendor_market_map_id}`
  if (Object.keys(more).length > 0) expect((await c.post(path, { integration: more })).status).toBe(200)
  return path
}
async function store(name = 'Shop', market = market_id) {
  const { vendor_store_id } = await h.services.db
    .insertInto('vendor_store')
    .values({
      vendor_id: vid,
      vendor_store_name: name,
      market_id: market,
      drop_to: JSON.stringify({ kind: 'storage', folder: `f${vid}` }),
    })
    .returning('vendor_store_id')
    .executeTakeFirstOrThrow()
  return vendor_store_id
}
const behind = async (id: number) =>
  (
    await h.services.db
      .selectFrom('vendor_store')
      .select('behind_since')
      .where('vendor_store_id', '=', id)
      .executeTakeFirstOrThrow()
  ).behind_since !== null
const upToDate = (id: number) =>
  h.services.db
    .updateTable('vendor_store')
    .set({ behind_since: null })
    .where('vendor_store_id', '=', id)
    .execute()
const activity = async (type: string) =>
  (await c.post('/api/activity-log/search', { vendor_id: vid, type })).body.logs
const get = async (path: string) => (await c.get(path)).body
const save = (path: string, integration: object, more: object = {}, by = c) =>
  by.post(path, { integration, ...more })

describe('an integration', () => {
  test('is added once, of a subscribed supplier in a known market, and is not active yet', async () => {
    await store()
    const answers = await Promise.all([add(), add(undefined, other), add()])
    expect(answers.map((a) => a.status).toSorted((x, y) => x - y)).toEqual([200, 400, 400])
    expect(answers.find((a) => a.status === 400)!.body.error.fields).toEqual({
      dropshipper_id: 'This supplier has an integration in this market already',
    })
    const id = answers.find((a) => a.status === 200)!.body.vendor_market_map_id
    expect(await get(`/api/vendor/${vid}/integration/${id}`)).toMatchObject({
      status: 'In Onboarding',
      step: 2,
      stores: [{ vendor_store_name: 'Shop' }],
      integration: { is_activated: 0, store_synchronize: true, quantity_buffer: 0, weight_scale: '1' },
    })
    expect(await activity('integration.add')).toHaveLength(1)
    const { dropshipper_id } = await makeFeed(h)
    expect((await add({ market_id, dropshipper_id })).body.error.fields.dropshipper_id).toMatch(
      /isn’t subscribed/,
    )
    expect((await add({ market_id: 4711, dropshipper_id: did })).body.error.fields).toEqual({
      market_id: 'There is no such market',
    })
    expect((await add({})).body.error.fields).toEqual({
      market_id: 'Choose a market',
      dropshipper_id: 'Choose a supplier',
    })
  })
  test('is offered the suppliers that the vendor is subscribed to, and where each is already', async () => {
    await integrated()
    await makeFeed(h)
    const { markets, suppliers } = await get(`/api/vendor/${vid}/integration-choices`)
    expect(suppliers).toMatchObject([{ dropshipper_id: did, market_ids: [market_id] }])
    expect(markets).toEqual([
      { market_id, market_name: 'Amazon', stores: 0 },
      { market_id: 39, market_name: 'Shopify', stores: 0 },
    ])
  })
  test('is none of another vendor’s', async () => {
    const path = await integrated()
    const { vendor_id } = await makeLogin(h, 'customer')
    const theirs = path.replace(`/${vid}/`, `/${vendor_id}/`)
    for (const answer of [
      await c.get(theirs),
      await save(theirs, { market_is_on: false }),
      await c.delete(theirs),
      await c.post(`${theirs}/solr-reset`),
      await c.delete(`${theirs}/clear-categories`),
      await c.post(`${theirs}/configs`, { values: {} }),
      await c.get(`${theirs}/updates`),
      await c.get(`${theirs}/products?sku=A`),
    ])
      expect(answer.status).toBe(404)
    expect(await get(path)).toMatchObject({ status: 'Active' })
  })
  test('is saved in part: what isn’t named stays, and each change is told once', async () => {
    const path = await integrated()
    expect(
      (await save(path, { sell_below_map: true, quantity_buffer: 3, weight_scale: '1.50' })).status,
    ).toBe(200)
    await save(path, { sell_below_map: true })
    expect((await get(path)).integration).toMatchObject({
      sell_below_map: true,
      quantity_buffer: 3,
      weight_scale: '1.5',
      image_upload: true,
      is_activated: 1,
    })
    const logs = await activity('integration.save')
    expect(logs).toHaveLength(2)
    expect(logs[0]).toMatchObject({
      message: expect.stringContaining('Sell below MAP, Quantity buffer, Weight scale changed'),
      changes: {
        sell_below_map: { from: false, to: true },
        quantity_buffer: { from: 0, to: 3 },
        weight_scale: { from: '1', to: '1.5' },
      },
    })
  })
  test('takes no amounts that fit nothing, by field', async () => {
    const path = await integrated()
    const fields = async (integration: object) => (await save(path, integration)).body.error.fields
    expect(await fields({ quantity_minimum: 10, quantity_maximum: 9 })).toEqual({
      'integration.quantity_maximum': 'The maximum lies below the minimum: nothing could be told',
    })
    for (const weight_scale of ['0', '-1', '1e3', 'x', '1.1234567'])
      expect(Object.keys(await fields({ weight_scale }))).toEqual(['integration.weight_scale'])
    for (const quantity_buffer of [-1, 1.5, 1_000_001])
      expect(Object.keys(await fields({ quantity_buffer }))).toEqual(['integration.quantity_buffer'])
    expect(Object.keys(await fields({ is_activated: 3 }))).toEqual(['integration.is_activated'])
  })
  test('isn’t activated without its subscription, and is then told as having none', async () => {
    const path = await integrated({})
    await h.services.db.deleteFrom('subscription').where('vendor_id', '=', vid).execute()
    expect((await save(path, { is_activated: 1 })).body.error.fields['integration.is_activated']).toMatch(
      /isn’t subscribed to Supplier \d+: add the subscription first/,
    )
    expect(await get(path)).toMatchObject({ status: 'No Active Subscription', subscribed: false })
  })
  test('refuses a save over another’s, and joins with it where it is asked to', async () => {
    const path = await integrated()
    const { version } = await get(path)
    await save(path, { include_msrp: true }, {}, other)
    const refused = await save(path, { sell_below_map: true }, { version })
    expect(refused.status).toBe(409)
    expect(refused.body.error.changed).toMatchObject([{ field: 'include_msrp', to: true, by: 'Pat finance' }])
    expect((await save(path, { sell_below_map: true }, { version: refused.body.error.version })).status).toBe(
      200,
    )
    expect((await get(path)).integration).toMatchObject({ include_msrp: true, sell_below_map: true })
    // the configuration is a form of its own
    expect((await c.post(`${path}/configs`, { version: 0, values: {} })).status).toBe(200)
  })
  test('changes nothing of a locked vendor, for whoever waited while the lock came, too', async () => {
    const path = await integrated()
    const { db } = h.services
    const held = await db.transaction().execute(async (tx) => {
      await sql`select from vendor where vendor_id = ${vid} for update`.execute(tx)
      const late = save(path, { sell_below_map: true })
      await waiting(db)
      await sql`
        insert into vendor_lock (vendor_id, locked_by, locked_by_vendor_id, locked_by_name, reason, insert_tm, worked_tm)
        select ${vid}::int, login_id, vendor_id, 'Pat finance', 'Mine', now(), now() from login where role = 'finance' limit 1`.execute(
        tx,
      )
      return { late }
    })
    expect((await held.late).body.error.code).toBe('locked')
    expect((await c.get(path)).status).toBe(403)
    expect((await c.delete(path)).status).toBe(403)
    expect((await save(path, { include_msrp: true }, {}, other)).status).toBe(200)
    const { integration } = await (await other.get(path)).body
    expect(integration).toMatchObject({ sell_below_map: false, include_msrp: true })
  })
  test('waits for a custom feed that its supplier requires, once access details are given', async () => {
    const path = await integrated({})
    await h.services.db
      .updateTable('dropshipper')
      .set({ custom_feed_support: 1 })
      .where('dropshipper_id', '=', did)
      .execute()
    const pending = async () => (await get(path)).tools_pending
    await save(path, { supplier_account_confirmed: true })
    expect(await pending()).toBe(false)
    await save(path, { access_details_provided: true })
    expect(await pending()).toBe(true)
    await makeCustomFeed(h, did, { of: vid })
    expect(await pending()).toBe(false)
  })
  test('is overdue after five days in onboarding', async () => {
    const path = await integrated({})
    expect((await get(path)).overdue).toBe(false)
    await sql`update vendor_market_map set insert_tm = now() - interval '5 days 1 minute' where vendor_id = ${vid}`.execute(
      h.services.db,
    )
    expect((await get(path)).overdue).toBe(true)
    expect((await save(path, { is_activated: 1 })).body.overdue).toBe(false)
  })
  test('that is deleted is gone, with what is filled in; the subscription stays', async () => {
    const path = await integrated()
    const shop = await store()
    await upToDate(shop)
    expect((await c.delete(`${path}?reason=They%20moved%20away`)).status).toBe(204)
    expect((await c.get(path)).status).toBe(404)
    expect(await behind(shop)).toBe(true)
    expect((await get(`/api/vendor/${vid}/subscriptions`)).subscriptions).toHaveLength(1)
    expect(await activity('integration.remove')).toMatchObject([{ reason: 'They moved away' }])
  })
  test('says what keeps it from its stores, on its page, in the list and on the dashboard alike', async () => {
    const path = await integrated()
    const { db } = h.services
    const troubles = async () => {
      const { integrations } = await get(`/api/vendor/view/${vid}/dashboard`)
      const listed = await get(`/api/vendor/${vid}/integrations`)
      const one = { status: 'Active', trouble: (await get(path)).trouble }
      expect(listed).toMatchObject([one])
      expect(integrations).toMatchObject(one.trouble === null ? [] : [one])
      return one.trouble
    }
    expect(await troubles()).toBe('no_store')
    const shop = await store()
    expect(await troubles()).toBeNull()
    const change = (set: object) =>
      db.updateTable('vendor_store').set(set).where('vendor_store_id', '=', shop).execute()
    await change({ drop_to: JSON.stringify({ kind: 'none' }) })
    expect(await troubles()).toBe('takes_nothing')
    await change({ drop_to: JSON.stringify({ kind: 'storage', folder: `f${vid}` }) })
    const reasons = ['908 of 973 prices would change by more than 30 %']
    await db
      .insertInto('store_update')
      .values({ vendor_store_id: shop, kind: 'changed', state: 'held', requested_by: 'schedule', reasons })
      .execute()
    expect(await troubles()).toBe('held')
    await change({ stopped_reason: 'It refuses the login' })
    expect(await troubles()).toBe('stopped')
    expect((await get(path)).stores).toMatchObject([
      { takes_file: true, stopped_reason: 'It refuses the login', held_reasons: reasons },
    ])
    // what was stopped on purpose waits for nobody
    await db
      .updateTable('vendor_market_map')
      .set({ is_pause_pending: true })
      .where('vendor_id', '=', vid)
      .execute()
    expect((await get(path)).trouble).toBeNull()
  })
})

describe('what a store gets', () => {
  test('makes it behind with every change of an integration of its vendor that sends', async () => {
    const path = await integrated()
    const shop = await store()
    const elsewhere = await store('Elsewhere', 39)
    for (const change of [{ sell_below_map: true }, { market_is_on: false }, { market_is_on: true }]) {
      await upToDate(shop)
      await save(path, change)
      expect(await behind(shop)).toBe(true)
      expect(await behind(elsewhere)).toBe(false)
    }
    await upToDate(shop)
    await save(path, { market_is_on: true })
    expect(await behind(shop)).toBe(false)
  })
  test('is everything again after a reset, which one that never runs a full update refuses', async () => {
    const feed = await makeFeed(h)
    did = feed.dropshipper_id
    await c.post(`/api/vendor/${vid}/subscription/${did}`)
    const path = await integrated()
    expect((await c.post(`${path}/solr-reset`)).body.error.message).toBe(
      'This user has no store in this market',
    )
    const shop = await store()
    await feed.publish(manyRows(20))
    await runFeed(c, feed.feed_id)
    const update = async () => {
      const { body } = await c.post('/api/jobs/schedule-job', {
        job_type: 'VENDOR_STORE_UPDATER_JOB',
        param_name: 'vendor_store_id',
        param_value: shop,
      })
      await until(
        () => c.get(`/api/jobs/${body.job_id}`),
        (a) => a.body.job_status === 2,
      )
      return (await get(`${path}/updates`))[0]
    }
    // one of them is out of stock
    await save(path, { upload_outofstock_product: true })
    expect(await update()).toMatchObject({ sent: 20, files: 1, vendor_store_name: 'Shop', reason: null })
    expect(await update()).toMatchObject({ sent: 0 })
    expect(await get(path)).toMatchObject({ sent_products: 20, active_products: 20 })
    await save(path, { never_run_full_update: true })
    expect((await c.post(`${path}/solr-reset`)).status).toBe(409)
    await save(path, { never_run_full_update: false })
    await upToDate(shop)
    expect((await c.post(`${path}/solr-reset`)).body).toEqual({ products: 20 })
    expect(await behind(shop)).toBe(true)
    expect(await update()).toMatchObject({ sent: 20 })
    expect(await activity('integration.reset')).toHaveLength(1)
    expect(await get(`${path}/products?sku=SKU-1`)).toHaveLength(11)
    expect((await get(`${path}/products?sku=SKU-7`))[0]).toMatchObject({ sku: 'SKU-7', title: 'Product 7' })
    expect((await get(path)).last_update).toMatchObject({ failure: null })
  })
  test('of another market stays as it is after a reset', async () => {
    const path = await integrated()
    const [shop, elsewhere] = [await store(), await store('Elsewhere', 39)]
    const { db } = h.services
    await sql`
      with made as (
        insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku)
        select feed_id, dropshipper_id, 1, 1, 1, 'ONE'
        from feed
        where dropshipper_id = ${did}
        returning product_id)
      insert into store_product (vendor_store_id, product_id, seen_hash, in_store, quantity)
      select x, product_id, 1, true, 5
      from made, unnest(array[${shop}, ${elsewhere}]::int[]) x`.execute(db)
    expect((await c.post(`${path}/solr-reset`)).body).toEqual({ products: 1 })
    const { rows } = await sql<{ again: boolean }>`
      select again_tm is not null as again
      from store_product
      where vendor_store_id in (${shop}, ${elsewhere})
      order by vendor_store_id`.execute(db)
    expect(rows).toEqual([{ again: true }, { again: false }])
  })

  test('says why the last update failed, and counts none that a person stopped', async () => {
    const path = await integrated()
    const shop = await store()
    const ended = (reason: string, stopped: string | null = null) =>
      sql`
        insert into job (job_type, category, job_status, param_name, param_value, reason, terminate_by,
          terminate_reason, job_start_time, job_end_time)
        values ('VENDOR_STORE_UPDATER_JOB', 'updating', 3, 'vendor_store_id', ${String(shop)}, ${reason},
          ${stopped}, ${stopped}, now() - interval '1 minute', now())`.execute(h.services.db)
    await ended('No such host')
    await ended('Terminated', 'Sasha')
    expect((await get(path)).last_update).toMatchObject({ failure: 'No such host' })
    expect(await get(`${path}/updates`)).toMatchObject([
      { job_state: 'Completed With Errors', terminated: true },
      { job_state: 'Completed With Errors', terminated: false, reason: 'No such host', sent: null },
    ])
  })
  test('is told by known categories until they are cleared, once', async () => {
    const path = await integrated()
    const shop = await store()
    await upToDate(shop)
    const clear = () => c.delete(`${path}/clear-categories`)
    expect((await clear()).body.error.message).toBe('Nothing to delete, please try again')
    expect(await behind(shop)).toBe(false)
    await sql`
      insert into integration_category (vendor_market_map_id, category, market_category)
      select vendor_market_map_id, x, 'Garden'
      from vendor_market_map, unnest(array['Home > Lamps', 'Home > Rugs']) x
      where vendor_id = ${vid}`.execute(h.services.db)
    expect((await clear()).body).toEqual({ categories: 2 })
    expect(await behind(shop)).toBe(true)
    expect((await clear()).status).toBe(409)
    expect(await activity('integration.categories')).toHaveLength(1)
  })
})

describe('the configuration of a market', () => {
  const choices = (...values: string[]) => values.map((value) => ({ value, label: value }))
  beforeAll(async () => {
    const { db } = h.services
    const config = (config_name: string, more: object = {}) => ({
      market_id,
      config_name,
      config_label: config_name,
      config_type: 'text',
      config_options: '[]',
      ...more,
    })
    await db
      .insertInto('market_config')
      .values([
        config('condition', {
          config_type: 'select',
          config_options: JSON.stringify(choices('new', 'used')),
          default_value: 'new',
          is_needed: true,
        }),
        config('countries', {
          config_type: 'select_multiple',
          config_options: JSON.stringify(choices('US', 'CA', 'MX')),
        }),
        config('handling_days', { config_type: 'number', default_value: '2' }),
      ])
      .execute()
    const [platform] = (await c.get('/api/platform/')).body
    const field = (name: string, order: number, more: object = {}) => describedField(name, order, { ...more })
    const answer = await c.post(`/api/platform/${platform.platform_id}/fields`, {
      fields: [
        field('Seller id', 1, { required: true }),
        field('Token', 2, { field_data_type: 'password' }),
        field('Days', 3, {
          field_data_type: 'number',
          connects_with_type: 'market',
          connects_with: 'handling_days',
        }),
        field('Images', 4, {
          field_data_type: 'checkbox',
          connects_with_type: 'setting',
          connects_with: 'image_upload',
        }),
        field('Alt text', 5, {
          conditions: [{ field_handle: 'images', value: 'true', not_equal: false }],
        }),
      ],
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  })
  const configs = async (path: string) => (await get(path)).configs
  const fill = (path: string, values: object, more: object = {}, by = c) =>
    by.post(`${path}/configs`, { values, ...more })
  const rows = async () =>
    (
      await h.services.db
        .selectFrom('integration_config')
        .innerJoin('market_config', 'market_config.market_config_id', 'integration_config.market_config_id')
        .innerJoin(
          'vendor_market_map',
          'vendor_market_map.vendor_market_map_id',
          'integration_config.vendor_market_map_id',
        )
        .select(['config_name', 'config_value'])
        .where('vendor_id', '=', vid)
        .orderBy('config_name')
        .execute()
    ).map((row) => [row.config_name, row.config_value])

  test('is asked with its defaults, and what a field of the platform asks for isn’t asked twice', async () => {
    const path = await integrated()
    const { fields, values, open } = await configs(path)
    expect(fields.map((f: { field_handle: string }) => f.field_handle)).toEqual([
      'seller_id',
      'token',
      'days',
      'images',
      'alt_text',
      'market:condition',
      'market:countries',
    ])
    expect(values).toEqual({ 'market:condition': 'new' })
    expect(open).toBe(1)
  })
  test('is kept as it is filled in, several values joined by ~, a default as none', async () => {
    const path = await integrated()
    const shop = await store()
    await upToDate(shop)
    const answer = await fill(path, {
      seller_id: 'A1',
      token: 'very secret',
      days: '5',
      alt_text: 'From the feed',
      'market:condition': 'new',
      'market:countries': 'US~MX',
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body.configs).toMatchObject({
      values: { seller_id: 'A1', days: '5', 'market:countries': 'US~MX' },
      set: ['token'],
      open: 0,
    })
    expect(JSON.stringify(answer.body)).not.toContain('very secret')
    expect(await rows()).toEqual([
      ['countries', 'US~MX'],
      ['handling_days', '5'],
    ])
    expect(await behind(shop)).toBe(true)
    const [log] = await activity('integration.configs')
    expect(log.changes).toMatchObject({ Token: { from: null, to: 'set' }, Days: { from: null, to: '5' } })
    const kept = await sql<{ secret: string }>`
      select secret from platform_field_value where vendor_id = ${vid} and secret is not null`.execute(
      h.services.db,
    )
    expect(h.services.secrets.open(kept.rows[0]!.secret)).toBe('very secret')
    // what isn't named stays
    expect((await fill(path, { 'market:countries': null })).status).toBe(200)
    expect(await configs(path)).toMatchObject({ values: { seller_id: 'A1', days: '5' }, set: ['token'] })
    expect(await rows()).toEqual([['handling_days', '5']])
  })
  test('stays as it is where that of another integration goes back to its default', async () => {
    const path = await integrated()
    did = (await makeFeed(h)).dropshipper_id
    await c.post(`/api/vendor/${vid}/subscription/${did}`)
    const another = await integrated()
    for (const at of [path, another]) await fill(at, { seller_id: 'A1', days: '5' })
    expect((await fill(path, { days: '2' })).status).toBe(200)
    expect((await configs(another)).values).toMatchObject({ days: '5' })
    expect(await rows()).toEqual([['handling_days', '5']])
  })

  test('refuses by field what doesn’t fit, and keeps nothing of it', async () => {
    const path = await integrated()
    const wrong = await fill(path, {
      'market:countries': 'US~XX',
      'market:condition': '',
      days: 'x',
      who: '1',
    })
    expect(wrong.body.error.fields).toEqual({
      'values.seller_id': 'This is needed',
      'values.market:countries': 'Choose among the options',
      'values.market:condition': 'This is needed',
      'values.days': 'Enter a number such as 12.5',
      'values.who': 'There is no such field',
    })
    expect(await rows()).toEqual([])
  })
  test('goes by the integration’s own settings where its platform asks for one', async () => {
    const path = await integrated()
    await fill(path, { seller_id: 'A1', alt_text: 'Shown' })
    expect((await configs(path)).values).toMatchObject({ alt_text: 'Shown' })
    await save(path, { image_upload: false })
    const { rows } = await sql<{ value: string }>`
      select value
      from platform_field_value
      join platform_field using (platform_field_id)
      where vendor_id = ${vid} and field_handle = 'images'`.execute(h.services.db)
    expect(rows).toEqual([{ value: 'false' }])
    // not asked any more: neither checked nor kept, and what was filled in stays
    expect((await fill(path, { alt_text: 'Hidden', seller_id: 'A2' })).status).toBe(200)
    await save(path, { image_upload: true })
    expect((await configs(path)).values).toMatchObject({ alt_text: 'Shown', seller_id: 'A2' })
  })
  test('joins two people’s changes by a version of its own', async () => {
    const path = await integrated()
    const { version } = await configs(path)
    await fill(path, { seller_id: 'Theirs' }, {}, other)
    const refused = await fill(path, { seller_id: 'Mine' }, { version })
    expect(refused.status).toBe(409)
    expect(refused.body.error.changed).toMatchObject([{ field: 'Seller id', to: 'Theirs' }])
    expect((await save(path, { sell_below_map: true }, { version: (await get(path)).version })).status).toBe(
      200,
    )
  })
})
