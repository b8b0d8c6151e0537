import { describe, expect, test } from 'vitest'
import { integrationSettings } from '#contract/integrations/settings.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeCustomFeed, makeFeed, makeLogin, waiting } from '#server/test/harness.ts'
import { integrationsOf } from '#server/test/integrations.ts'

const h = harness({ worker: true })
const market_id = 9
const on = integrationsOf(h, market_id)
const { add, integrated, store, behind, upToDate, activity, get, save } = on

describe('an integration', () => {
  test('is added once, for a subscribed supplier in an existing market, and starts inactive', async () => {
    await store()
    const answers = await Promise.all([add(), add(undefined, on.other), add()])
    expect(answers.map((a) => a.status).toSorted((x, y) => x - y)).toEqual([200, 400, 400])
    expect(answers.find((a) => a.status === 400)!.body.error.fields).toEqual({
      dropshipper_id: 'This supplier already has an integration in this market',
    })
    const id = answers.find((a) => a.status === 200)!.body.vendor_market_map_id
    expect(await get(`/api/vendor/${on.vid}/integration/${id}`)).toMatchObject({
      status: 'In Onboarding',
      step: 2,
      stores: [{ vendor_store_name: 'Shop' }],
      integration: { is_activated: 0, store_synchronize: 1, quantity_buffer: 0, weight_scale: '1' },
    })
    expect(await activity('integration.add')).toHaveLength(1)
    const { dropshipper_id } = await makeFeed(h)
    expect((await add({ market_id, dropshipper_id })).body.error.fields.dropshipper_id).toMatch(
      /Add a subscription/,
    )
    expect((await add({ market_id: 4711, dropshipper_id: on.did })).body.error.fields).toEqual({
      market_id: 'Market not found',
    })
    expect((await add({})).body.error.fields).toEqual({
      market_id: 'Choose a market',
      dropshipper_id: 'Choose a supplier',
    })
  })
  test('can be added for the vendor’s subscribed suppliers, each shown with its markets so far', async () => {
    await integrated()
    await makeFeed(h)
    const { markets, suppliers } = await get(`/api/vendor/${on.vid}/integration-choices`)
    expect(suppliers).toMatchObject([{ dropshipper_id: on.did, market_ids: [market_id] }])
    expect(markets).toEqual([
      { market_id, market_name: 'Amazon', stores: 0 },
      { market_id: 39, market_name: 'Shopify', stores: 0 },
    ])
  })
  test('is not found under another vendor', async () => {
    const path = await integrated()
    const { vendor_id } = await makeLogin(h, 'customer')
    const theirs = path.replace(`/${on.vid}/`, `/${vendor_id}/`)
    for (const answer of [
      await on.c.get(theirs),
      await save(theirs, { market_is_on: false }),
      await on.c.delete(theirs),
      await on.c.post(`${theirs}/solr-reset`),
      await on.c.delete(`${theirs}/clear-categories`),
      await on.c.post(`${theirs}/configs`, { values: {} }),
      await on.c.get(`${theirs}/updates`),
      await on.c.get(`${theirs}/products?sku=A`),
    ])
      expect(answer.status).toBe(404)
    expect(await get(path)).toMatchObject({ status: 'Active' })
  })
  test('can be saved in part: the rest is unchanged, and each change is logged once', async () => {
    const path = await integrated()
    expect(
      (await save(path, { sell_below_map: true, quantity_buffer: 3, weight_scale: '1.50' })).status,
    ).toBe(200)
    await save(path, { sell_below_map: true })
    expect((await get(path)).integration).toMatchObject({
      sell_below_map: 1,
      quantity_buffer: 3,
      weight_scale: '1.5',
      image_upload: 1,
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
  test('has its 26 settings as 0 and 1, and understands true and false', async () => {
    const path = await integrated()
    const { integration } = await get(path)
    expect(
      integrationSettings.map((name) => integration[name]).every((value) => value === 0 || value === 1),
    ).toBe(true)
    expect((await save(path, { firearms_allowed: 1, image_upload: false })).body.integration).toMatchObject({
      firearms_allowed: 1,
      image_upload: 0,
    })
    expect((await save(path, { firearms_allowed: 2 })).body.error.fields).toHaveProperty([
      'integration.firearms_allowed',
    ])
  })
  test('refuses invalid amounts by field', async () => {
    const path = await integrated()
    const fields = async (integration: object) => (await save(path, integration)).body.error.fields
    expect(await fields({ quantity_minimum: 10, quantity_maximum: 9 })).toEqual({
      'integration.quantity_maximum': 'The maximum must not be below the minimum',
    })
    for (const weight_scale of ['0', '-1', '1e3', 'x', '1.1234567'])
      expect(Object.keys(await fields({ weight_scale }))).toEqual(['integration.weight_scale'])
    for (const quantity_buffer of [-1, 1.5, 1_000_001])
      expect(Object.keys(await fields({ quantity_buffer }))).toEqual(['integration.quantity_buffer'])
    expect(Object.keys(await fields({ is_activated: 3 }))).toEqual(['integration.is_activated'])
  })
  test('can’t be activated without its subscription, and then shows that it has none', async () => {
    const path = await integrated({})
    await h.services.db.deleteFrom('subscription').where('vendor_id', '=', on.vid).execute()
    expect((await save(path, { is_activated: 1 })).body.error.fields['integration.is_activated']).toMatch(
      /^Add a subscription to Supplier \d+ first$/,
    )
    expect(await get(path)).toMatchObject({ status: 'No Active Subscription', subscribed: false })
  })
  test('can’t overwrite another person’s save, but can merge with it', async () => {
    const path = await integrated()
    const { version } = await get(path)
    await save(path, { include_msrp: true }, {}, on.other)
    const refused = await save(path, { sell_below_map: true }, { version })
    expect(refused.status).toBe(409)
    expect(refused.body.error.changed).toMatchObject([{ field: 'include_msrp', to: true, by: 'Pat finance' }])
    expect((await save(path, { sell_below_map: true }, { version: refused.body.error.version })).status).toBe(
      200,
    )
    expect((await get(path)).integration).toMatchObject({ include_msrp: 1, sell_below_map: 1 })
    // the configuration is a form of its own
    expect((await on.c.post(`${path}/configs`, { version: 0, values: {} })).status).toBe(200)
  })
  test('can’t be changed while its vendor is locked, even by a save that waited for the lock', async () => {
    const path = await integrated()
    const { db } = h.services
    const held = await db.transaction().execute(async (tx) => {
      await sql`select from vendor where vendor_id = ${on.vid} for update`.execute(tx)
      const late = save(path, { sell_below_map: true })
      await waiting(db)
      await sql`
        insert into vendor_lock (vendor_id, locked_by, locked_by_vendor_id, locked_by_name, reason, insert_tm, worked_tm)
        select ${on.vid}::int, login_id, vendor_id, 'Pat finance', 'Mine', now(), now() from login where role = 'finance' limit 1`.execute(
        tx,
      )
      return { late }
    })
    expect((await held.late).body.error.code).toBe('locked')
    expect((await on.c.get(path)).status).toBe(403)
    expect((await on.c.delete(path)).status).toBe(403)
    expect((await save(path, { include_msrp: true }, {}, on.other)).status).toBe(200)
    const { integration } = await (await on.other.get(path)).body
    expect(integration).toMatchObject({ sell_below_map: 0, include_msrp: 1 })
  })
  test('waits for a custom feed that its supplier requires once access details are provided', async () => {
    const path = await integrated({})
    await h.services.db
      .updateTable('dropshipper')
      .set({ custom_feed_support: 1 })
      .where('dropshipper_id', '=', on.did)
      .execute()
    const pending = async () => (await get(path)).tools_pending
    await save(path, { supplier_account_confirmed: true })
    expect(await pending()).toBe(false)
    await save(path, { access_details_provided: true })
    expect(await pending()).toBe(true)
    await makeCustomFeed(h, on.did, { owner: on.vid })
    expect(await pending()).toBe(false)
  })
  test('is overdue after five days in onboarding', async () => {
    const path = await integrated({})
    expect((await get(path)).overdue).toBe(false)
    await sql`update vendor_market_map set insert_tm = now() - interval '5 days 1 minute' where vendor_id = ${on.vid}`.execute(
      h.services.db,
    )
    expect((await get(path)).overdue).toBe(true)
    expect((await save(path, { is_activated: 1 })).body.overdue).toBe(false)
  })
  test('can be deleted with its configuration; the subscription stays', async () => {
    const path = await integrated()
    const shop = await store()
    await upToDate(shop)
    expect((await on.c.delete(`${path}?reason=They%20moved%20away`)).status).toBe(204)
    expect((await on.c.get(path)).status).toBe(404)
    expect(await behind(shop)).toBe(true)
    expect((await get(`/api/vendor/${on.vid}/subscriptions`)).subscriptions).toHaveLength(1)
    expect(await activity('integration.remove')).toMatchObject([{ reason: 'They moved away' }])
  })
  test('is out of date while an update of its store counts and sends changes', async () => {
    const path = await integrated()
    const shop = await store()
    await h.services.db
      .updateTable('vendor_store')
      .set({ behind_since: null, late_since: '2026-01-02T00:00:00Z' })
      .where('vendor_store_id', '=', shop)
      .execute()
    expect((await get(path)).stores).toMatchObject([{ behind_since: '2026-01-02T00:00:00.000Z' }])
  })
  test('shows what keeps it from syncing the same way on its page, in the list and on the dashboard', async () => {
    const path = await integrated()
    const { db } = h.services
    const troubles = async () => {
      const { integrations } = await get(`/api/vendor/view/${on.vid}/dashboard`)
      const listed = await get(`/api/vendor/${on.vid}/integrations`)
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
    await change({ drop_to: JSON.stringify({ kind: 'storage', folder: `f${on.vid}` }) })
    const reasons = ['908 of 973 prices would change by more than 30%']
    await db
      .insertInto('store_update')
      .values({ vendor_store_id: shop, kind: 'changed', state: 'held', requested_by: 'schedule', reasons })
      .execute()
    expect(await troubles()).toBe('held')
    for (const [vendor_status_id, unpaid] of [
      [2, 'suspended'],
      [3, 'delisted'],
    ] as const) {
      await db.updateTable('vendor').set({ vendor_status_id }).where('vendor_id', '=', on.vid).execute()
      expect(await troubles()).toBe(unpaid)
      expect((await get(path)).stores).toMatchObject([{ unpaid }])
    }
    await change({ stopped_reason: 'It refuses the login' })
    expect(await troubles()).toBe('stopped')
    expect((await get(path)).stores).toMatchObject([
      { takes_file: true, stopped_reason: 'It refuses the login', held_reasons: reasons },
    ])
    // what was stopped on purpose waits for nobody
    await db
      .updateTable('vendor_market_map')
      .set({ is_pause_pending: true })
      .where('vendor_id', '=', on.vid)
      .execute()
    expect((await get(path)).trouble).toBeNull()
  })
})

test('an integration names its feeds that are held, failing or late, and no other vendor’s', async () => {
  const path = await integrated()
  const feeds = async () => (await get(path)).feeds
  const troubles = () => get(`/api/vendor/${on.vid}/feed-troubles`)
  const { feed_id } = await ownFeedOf(on.did)
  const held_tm = new Date(Date.now() - 3_600_000).toISOString()
  const run = (feedId: number, state: string, end_tm: string) =>
    h.services.db
      .insertInto('feed_run')
      .values({ feed_id: feedId, dropshipper_id: on.did, state, end_tm, start_tm: end_tm, insert_tm: end_tm })
      .returning('feed_run_id')
      .executeTakeFirstOrThrow()
  expect(await feeds()).toEqual([])
  await run(feed_id, 'applied', new Date(Date.now() - 7_200_000).toISOString())
  expect([await feeds(), await troubles()]).toEqual([[], []])
  const heldRun = await run(feed_id, 'held', held_tm)
  const supplierHeld = {
    feed_id,
    dropshipper_id: on.did,
    vendor_custom_feed_id: null,
    standing: 'held',
    run_id: heldRun.feed_run_id,
    since_tm: held_tm,
  }
  const mine = await makeCustomFeed(h, on.did, { owner: on.vid })
  const theirs = await makeCustomFeed(h, on.did)
  await run(mine.feed_id, 'failed', held_tm)
  await run(theirs.feed_id, 'failed', held_tm)
  expect(await feeds()).toMatchObject([
    { feed_id: mine.feed_id, standing: 'failing', since_tm: null },
    supplierHeld,
  ])
  expect(await troubles()).toMatchObject([
    { feed_id: mine.feed_id, market_name: 'Amazon' },
    { ...supplierHeld, market_name: 'Amazon' },
  ])
  expect((await get(`/api/vendor/${on.vid}/integrations`))[0].feeds).toHaveLength(2)
  // its supplier's feed alone concerns the other vendor
  expect(await get(`/api/vendor/${theirs.vendor_id}/feed-troubles`)).toEqual([])
  expect((await on.c.get('/api/vendor/999999/feed-troubles')).status).toBe(404)
})

const ownFeedOf = (dropshipperId: number) =>
  h.services.db
    .selectFrom('feed')
    .select('feed_id')
    .where('dropshipper_id', '=', dropshipperId)
    .where('vendor_custom_feed_id', 'is', null)
    .executeTakeFirstOrThrow()
