import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { feedRules } from '#contract/feeds/settings.ts'
import {
  client,
  harness,
  makeCustomFeed,
  makeFeed,
  makeLogin,
  manyRows,
  runFeed,
  saveUpload,
  staff,
  waitUntil,
  type Client,
} from '#server/test/harness.ts'

const h = harness({ worker: true })
let c: Client
let other: Client
let vid: number
let did: number
beforeAll(async () => {
  c = await staff(h)
  other = await staff(h, 'finance')
})
beforeEach(async () => {
  ;({ vendor_id: vid } = await makeLogin(h, 'customer'))
  did = (await makeFeed(h)).dropshipper_id
  await supports(2)
})
const supports = (custom_feed_support: number) =>
  h.services.db
    .updateTable('dropshipper')
    .set({ custom_feed_support })
    .where('dropshipper_id', '=', did)
    .execute()
const offers = (config_name: string, config_value: string) =>
  c.post('/api/suppliers/config', [{ dropshipper_id: did, config_name, config_value }])

const wanted = () => ({
  dropshipper_id: did,
  active: true,
  is_restricted: false,
  custom_price: true,
  add_out_of_stock_product: false,
  dynamic_pricing_tier: null as string | null,
  dynamic_restricted_access: false,
  source: { kind: 'ftp', host: 'ftp.example.com', path: 'stock.csv', user: 'shop' } as object,
  feed_filetype: 'csv',
  threshold_percent: 15,
  one_time_threshold_percent: null as number | null,
})
const save = (more: object = {}, by = c) =>
  by.post(`/api/vendor/${vid}/custom-feed/add-update`, { ...wanted(), ...more })
async function added(more: object = {}) {
  const { body, status } = await save(more)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const view = async (id: number, by = c) =>
  by.get(`/api/vendor/${did}/custom-feed/config?vendorCustomFeedId=${id}`)
const list = async () => (await c.get(`/api/vendor/${vid}/custom-feed/list`)).body
const log = async (type?: string) =>
  (await c.post('/api/activity-log/search', { vendor_id: vid, ...(type && { type }) })).body.logs
const fields = (answer: { body: { error: { fields: object } } }) => answer.body.error.fields

describe('a custom feed', () => {
  test('shows in its vendor’s account as long as it is active', async () => {
    const { email, vendor_id } = await makeLogin(h, 'customer')
    vid = vendor_id
    const owner = await client(h, email)
    const hasFeeds = async () => (await owner.get('/api/account/get')).body.has_feeds
    expect(await hasFeeds()).toBe(false)
    const { vendor_custom_feed_id } = await added()
    expect(await hasFeeds()).toBe(true)
    await added({ vendor_custom_feed_id, active: false })
    expect(await hasFeeds()).toBe(false)
  })
  test('is added with its source, thresholds and settings, and appears in the list, the count and the log', async () => {
    const feed = await added({ source_secret: 'hush', one_time_threshold_percent: 40 })
    expect(feed).toMatchObject({
      vendor_id: vid,
      feed_access_type: 'ftp',
      feed_filetype: 'csv',
      threshold_percent: 15,
      one_time_threshold_percent: 40,
      source_secret_set: true,
      standing: 'never_ran',
      products: 0,
      current_run_id: null,
    })
    expect(JSON.stringify(feed)).not.toContain('hush')
    expect(await list()).toMatchObject([{ dropshipper_id: did, feed_access_type: 'ftp', products: 0 }])
    expect((await c.get(`/api/vendor/view/${vid}`)).body.custom_feed_count).toBe(1)
    expect(await log('custom_feed.add')).toHaveLength(1)
    const choices = (await c.get(`/api/vendor/${vid}/custom-feed/choices`)).body
    expect(choices).toContainEqual(expect.objectContaining({ dropshipper_id: did, there: true }))
  })
  test('is fetched another way by its access type, with the fields that this way needs', async () => {
    const { vendor_custom_feed_id } = await added()
    const set = (more: object) =>
      c.post(`/api/vendor/${vid}/custom-feed/add-update`, {
        vendor_custom_feed_id,
        dropshipper_id: did,
        ...more,
      })
    expect((await set({ feed_access_type: 'sftp' })).body).toMatchObject({
      feed_access_type: 'sftp',
      source: { kind: 'sftp', host: 'ftp.example.com', path: 'stock.csv' },
    })
    expect((await set({ feed_access_type: 'upload' })).body).toMatchObject({ source: { kind: 'upload' } })
    expect(fields(await set({ feed_access_type: 'ftp' }))).toEqual({
      'source.host': 'Enter the host',
      'source.path': 'Enter the path',
    })
    expect(fields(await set({ feed_access_type: 'ftp', source: { kind: 'storage', key: 'a.csv' } }))).toEqual(
      { feed_access_type: 'The source that is given is of the kind storage' },
    )
    expect((await set({ feed_access_type: 'upload' })).status).toBe(200)
  })
  test('is added by its access type alone', async () => {
    const { source: _source, ...rest } = wanted()
    const add = (more: object) => c.post(`/api/vendor/${vid}/custom-feed/add-update`, { ...rest, ...more })
    expect(fields(await add({ feed_access_type: 'ftp' }))).toMatchObject({ 'source.host': 'Enter the host' })
    expect((await add({ feed_access_type: 'upload' })).body).toMatchObject({ feed_access_type: 'upload' })
  })
  test('needs a supplier that supports custom feeds, and each vendor has one per supplier', async () => {
    await added()
    expect(fields(await save())).toHaveProperty('dropshipper_id')
    await supports(0)
    const { vendor_id } = await makeLogin(h, 'customer')
    const answer = await c.post(`/api/vendor/${vendor_id}/custom-feed/add-update`, wanted())
    expect(fields(answer)).toEqual({
      dropshipper_id: expect.stringContaining('doesn’t support custom feeds'),
    })
  })
  test('offers the tiers and the access that its supplier has set up', async () => {
    expect(fields(await save({ dynamic_pricing_tier: 'Gold' }))).toHaveProperty('dynamic_pricing_tier')
    expect(fields(await save({ dynamic_restricted_access: true }))).toHaveProperty(
      'dynamic_restricted_access',
    )
    expect((await offers('dynamic_pricing_tiers', 'Gold')).status).toBe(400)
    expect((await offers('dynamic_pricing_tiers', 'Gold 10, gold 12')).status).toBe(400)
    await offers('dynamic_pricing_tiers', 'Gold 10, Best price: 12.5%')
    await offers('dynamic_restricted_access', '1')
    expect((await c.get(`/api/vendor/${did}/custom-feed/dynamic-pricing-options`)).body).toEqual({
      tiers: [
        { name: 'Gold', percent: 10 },
        { name: 'Best price', percent: 12.5 },
      ],
      restricted_access: true,
    })
    const feed = await added({ dynamic_pricing_tier: 'Gold', dynamic_restricted_access: true })
    // what the supplier takes away may stay until somebody changes it
    await offers('dynamic_pricing_tiers', '')
    const change = { vendor_custom_feed_id: feed.vendor_custom_feed_id, dynamic_pricing_tier: 'Gold' }
    expect((await save({ ...change, active: false })).status).toBe(200)
  })
  test('keeps its password for its own source only, and never shows it', async () => {
    const { vendor_custom_feed_id, feed_id } = await added({ source_secret: 'hush' })
    expect((await save({ vendor_custom_feed_id, threshold_percent: 20 })).body.source_secret_set).toBe(true)
    const elsewhere = { kind: 'ftp', host: 'ftp.example.org', path: 'stock.csv', user: 'shop' }
    const { body } = await save({ vendor_custom_feed_id, source: elsewhere })
    expect(body.source_secret_set).toBe(false)
    const [entry] = await log('feed.settings')
    expect(JSON.stringify(entry)).toContain('(forgotten)')
    expect((await c.get(`/api/feeds/${feed_id}`)).body).toMatchObject({ vendor_id: vid, source: elsewhere })
  })
  test('switched off and on keeps what was saved in between, and a new one needs all fields', async () => {
    const { vendor_custom_feed_id } = await added({ source_secret: 'hush', one_time_threshold_percent: 40 })
    const turn = (active: boolean) =>
      c.post(`/api/vendor/${vid}/custom-feed/add-update`, { vendor_custom_feed_id, active })
    expect((await turn(false)).body).toMatchObject({ active: false, one_time_threshold_percent: 40 })
    const meanwhile = { threshold_percent: 33, one_time_threshold_percent: null, is_restricted: true }
    await save({ vendor_custom_feed_id, active: false, ...meanwhile }, other)
    const { status, body } = await turn(true)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...meanwhile,
      active: true,
      source_secret_set: true,
      source: wanted().source,
    })
    expect((await log('custom_feed.save'))[0].changes).toEqual({ active: { from: false, to: true } })
    const bare = await c.post(`/api/vendor/${vid}/custom-feed/add-update`, { active: true })
    expect([bare.status, Object.keys(fields(bare)).length]).toEqual([400, Object.keys(wanted()).length - 1])
    expect(fields(bare)).toHaveProperty('dropshipper_id', 'Choose a supplier')
  })
  test('shares its thresholds with the feed’s own settings, and a late save of either is refused', async () => {
    const { vendor_custom_feed_id, feed_id, version } = await added()
    const { body: settings } = await other.get(`/api/feeds/${feed_id}`)
    const rules = { ...settings.rules, threshold_percent: 33 }
    expect((await other.put(`/api/feeds/${feed_id}`, { ...settings, rules })).status).toBe(200)
    expect((await view(vendor_custom_feed_id)).body.threshold_percent).toBe(33)
    const late = await save({ vendor_custom_feed_id, version, threshold_percent: 20 })
    expect([late.status, late.body.error.code]).toEqual([409, 'conflict'])
    const saved = await save({ vendor_custom_feed_id, threshold_percent: 20, custom_price: false })
    expect(saved.body).toMatchObject({ threshold_percent: 20, custom_price: false })
    expect((await c.get(`/api/feeds/${feed_id}`)).body.rules.threshold_percent).toBe(20)
    expect((await log()).map((row: { type: string }) => row.type)).toEqual(
      expect.arrayContaining(['custom_feed.save', 'feed.settings', 'custom_feed.add']),
    )
  })
  test('can’t change its supplier or vendor', async () => {
    const { vendor_custom_feed_id } = await added()
    const elsewhere = (await makeFeed(h)).dropshipper_id
    expect((await save({ vendor_custom_feed_id, dropshipper_id: elsewhere })).status).toBe(409)
    const { vendor_id } = await makeLogin(h, 'customer')
    const path = `/api/vendor/${vendor_id}/custom-feed/add-update`
    expect((await c.post(path, { ...wanted(), vendor_custom_feed_id })).status).toBe(404)
    expect(
      (await c.get(`/api/vendor/${elsewhere}/custom-feed/config?vendorCustomFeedId=${vendor_custom_feed_id}`))
        .status,
    ).toBe(404)
  })
  test('saved without changes logs nothing', async () => {
    const { vendor_custom_feed_id } = await added()
    const before = (await log()).length
    expect((await save({ vendor_custom_feed_id })).status).toBe(200)
    expect(await log()).toHaveLength(before)
  })
})

/** A custom feed whose file is uploaded, with its columns mapped. */
async function mapped(more: object = {}) {
  const feed = await added({ source: { kind: 'upload' }, ...more })
  const mapping = ['sku', 'title', 'wholesale_price', 'quantity'].map((field, i) => ({
    field,
    from: ['sku', 'title', 'price', 'qty'][i]!,
    transforms: [],
  }))
  const { body: settings } = await c.get(`/api/feeds/${feed.feed_id}`)
  await c.put(`/api/feeds/${feed.feed_id}`, { ...settings, mapping })
  return feed
}

describe('a custom feed’s runs', () => {
  test('have their own kind of job, are checked by approval limits, and use a one-time threshold once', async () => {
    const feed = await mapped()
    const { feed_id, vendor_custom_feed_id } = feed
    await saveUpload(c, feed, 'stock.csv', manyRows(20))
    const run = await runFeed(c, feed_id)
    expect(run).toMatchObject({ state: 'applied', created: 20, vendor_id: vid })
    expect((await c.get(`/api/jobs/${run.job_id}`)).body).toMatchObject({
      param_name: 'vendor_custom_feed_id',
      param_value: String(vendor_custom_feed_id),
    })
    const { job_type } = await h.services.db
      .selectFrom('job')
      .select('job_type')
      .where('job_id', '=', run.job_id!)
      .executeTakeFirstOrThrow()
    expect(job_type).toBe('RESTRICTED_MONITORING_JOB')
    await saveUpload(c, feed, 'stock.csv', manyRows(10))
    const held = await runFeed(c, feed_id)
    expect(held.state).toBe('held')
    const current = `/api/vendor/${vendor_custom_feed_id}/custom-feed/current`
    expect((await c.get(current)).body).toMatchObject({ standing: 'held', held_run_id: held.feed_run_id })
    const same = { vendor_custom_feed_id, source: { kind: 'upload' } }
    expect((await save({ ...same, one_time_threshold_percent: 60 })).status).toBe(200)
    expect((await runFeed(c, feed_id)).state).toBe('applied')
    // it has been used
    const after = (await view(vendor_custom_feed_id)).body
    expect(after).toMatchObject({ one_time_threshold_percent: null, threshold_percent: 15, products: 10 })
    const history = (await c.get(`/api/vendor/${vendor_custom_feed_id}/custom-feed/history`)).body
    expect(history.map((row: { state: string }) => row.state)).toEqual(['applied', 'superseded', 'applied'])
    const types = (await log()).map((row: { type: string }) => row.type)
    expect(types).toEqual(expect.arrayContaining(['feed.run', 'feed.applied', 'feed.held']))
  })
  test.each([
    { suppliers: 100, own: 15, state: 'held' },
    { suppliers: 15, own: 100, state: 'applied' },
  ])(
    'are checked by its own thresholds: $own% while the supplier’s is $suppliers%',
    async ({ suppliers, own, state }) => {
      const { db } = h.services
      await db
        .updateTable('feed')
        .set({
          rules: JSON.stringify(feedRules.parse({ threshold_percent: suppliers })),
          one_time_threshold_percent: String(suppliers),
        })
        .where('dropshipper_id', '=', did)
        .execute()
      const feed = await mapped({ threshold_percent: own })
      await saveUpload(c, feed, 'stock.csv', manyRows(20))
      expect((await runFeed(c, feed.feed_id)).state).toBe('applied')
      await saveUpload(c, feed, 'stock.csv', manyRows(10))
      expect((await runFeed(c, feed.feed_id)).state).toBe(state)
      // the supplier's next run has what was given for it
      const { one_time_threshold_percent } = await db
        .selectFrom('feed')
        .select('one_time_threshold_percent')
        .where('dropshipper_id', '=', did)
        .where('vendor_custom_feed_id', 'is', null)
        .executeTakeFirstOrThrow()
      expect(Number(one_time_threshold_percent)).toBe(suppliers)
    },
  )
  test('follow its own schedule, and don’t start while it is switched off', async () => {
    const { feed_id, vendor_custom_feed_id } = await added()
    const path = `/api/feeds/${feed_id}/schedule`
    const saved = await c.put(path, { active: true, cron: '0 5 * * *', tz: 'UTC' })
    expect(saved.body.next_runs).toHaveLength(5)
    // the supplier's own is another
    expect((await c.get(`/api/suppliers/${did}/monitoring/schedule`)).body.active).toBe(false)
    expect(await log('feed.schedule')).toHaveLength(1)
    expect((await c.put(path, { active: true, cron: 'soon', tz: 'UTC' })).status).toBe(400)
    const due = () =>
      h.services.db
        .updateTable('feed')
        .set({ next_run_tm: '2020-01-01T00:00:00Z' })
        .where('feed_id', '=', feed_id)
        .execute()
    const runs = async () => (await c.get(`/api/vendor/${vendor_custom_feed_id}/custom-feed/history`)).body
    await save({ vendor_custom_feed_id, active: false })
    await due()
    const { startDueRuns } = await import('#server/areas/feeds/public.ts')
    await startDueRuns(h.services)
    expect(await runs()).toEqual([])
    await save({ vendor_custom_feed_id })
    await due()
    await startDueRuns(h.services)
    expect(await runs()).toHaveLength(1)
  })
})

describe('a custom feed’s actions', () => {
  test('put all its products into the search index again', async () => {
    const feed = await added({ source: { kind: 'upload' } })
    const { feed_id, vendor_custom_feed_id } = feed
    const path = `/api/vendor/${vendor_custom_feed_id}/custom-feed/solr-reset`
    expect((await c.post(path)).status).toBe(409)
    const { body: settings } = await c.get(`/api/feeds/${feed_id}`)
    const mapping = [{ field: 'sku', from: 'sku', transforms: [] }]
    await c.put(`/api/feeds/${feed_id}`, { ...settings, mapping })
    await saveUpload(c, feed, 'stock.csv', manyRows(5))
    await runFeed(c, feed_id)
    // without any price it is held: a person lets it through
    const { held_run_id } = (await c.get(`/api/vendor/${vendor_custom_feed_id}/custom-feed/current`)).body
    if (held_run_id) await c.post(`/api/feed-runs/${held_run_id}/apply`, { reason: 'Stock alone' })
    const synced = () =>
      waitUntil(
        async () => (await view(vendor_custom_feed_id)).body,
        (v) => v.indexed_products === 5 && v.solr_access_last_synced_tm !== null,
      )
    await synced()
    expect((await c.post(path)).body).toMatchObject({ products: 5 })
    await synced()
    expect(await log('custom_feed.reset')).toHaveLength(1)
  })
  test('delete it completely, unless a run is under way', async () => {
    const { vendor_custom_feed_id, feed_id } = await added()
    const path = `/api/vendor/${vendor_custom_feed_id}/custom-feed/delete`
    await h.services.db
      .insertInto('feed_run')
      .values({ feed_id, dropshipper_id: did, state: 'running' })
      .execute()
    const refused = await c.delete(path)
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining('is in progress. Terminate it'),
    ])
    await h.services.db
      .updateTable('feed_run')
      .set({ state: 'failed' })
      .where('feed_id', '=', feed_id)
      .execute()
    expect((await c.delete(`${path}?reason=Set%20up%20twice`)).status).toBe(204)
    expect((await c.delete(path)).status).toBe(404)
    expect((await view(vendor_custom_feed_id)).status).toBe(404)
    expect((await c.get(`/api/feeds/${feed_id}`)).status).toBe(404)
    expect(await list()).toEqual([])
    expect(await log('custom_feed.remove')).toMatchObject([{ reason: 'Set up twice' }])
  })
  test('keep an integration’s tools pending until it has one', async () => {
    await supports(1)
    const { db } = h.services
    await db
      .insertInto('market')
      .values({ market_id: 77, market_name: 'M' })
      .onConflict((o) => o.doNothing())
      .execute()
    await c.post(`/api/vendor/${vid}/subscription/${did}`)
    const { body } = await c.post(`/api/vendor/${vid}/add-integration`, {
      market_id: 77,
      dropshipper_id: did,
    })
    const path = `/api/vendor/${vid}/integration/${body.vendor_market_map_id}`
    await c.post(path, { integration: { access_details_provided: true } })
    const pending = async () => (await c.get(path)).body.tools_pending
    expect(await pending()).toBe(true)
    const { vendor_custom_feed_id, onboarding } = await added()
    expect([await pending(), onboarding]).toEqual([false, 1])
    await c.delete(`/api/vendor/${vendor_custom_feed_id}/custom-feed/delete`)
    expect(await pending()).toBe(true)
  })
})

test('a custom feed and its runs can’t be read or changed while someone else has the vendor locked', async () => {
  const { vendor_custom_feed_id: id, feed_id, ...feed } = await added()
  const run = await h.services.db
    .insertInto('feed_run')
    .values({ feed_id, dropshipper_id: did, state: 'failed' })
    .returning('feed_run_id')
    .executeTakeFirstOrThrow()
  await c.post('/api/vendor/lock', { vendor_id: vid, reason: 'Mine' })
  const { body: settings } = await c.get(`/api/feeds/${feed_id}`)
  const answers = await Promise.all([
    save({ vendor_custom_feed_id: id }, other),
    view(id, other),
    other.get(`/api/vendor/${vid}/custom-feed/list`),
    other.get(`/api/vendor/${vid}/custom-feed/choices`),
    other.get(`/api/vendor/${id}/custom-feed/history`),
    other.get(`/api/vendor/${id}/custom-feed/current`),
    other.post(`/api/vendor/${id}/custom-feed/solr-reset`),
    other.delete(`/api/vendor/${id}/custom-feed/delete`),
    other.get(`/api/feeds/${feed_id}`),
    other.put(`/api/feeds/${feed_id}`, settings),
    other.get(`/api/feeds/${feed_id}/schedule`),
    other.put(`/api/feeds/${feed_id}/schedule`, { active: false, cron: null, tz: 'UTC' }),
    other.post(`/api/feeds/${feed_id}/run`, {}),
    other.get(`/api/feed-runs/${run.feed_run_id}`),
  ])
  expect(answers.map((a) => [a.status, a.body.error?.code])).toEqual(answers.map(() => [403, 'locked']))
  expect((await view(id)).body).toMatchObject({ version: feed.version })
})

test('a customer can’t reach custom feeds', async () => {
  const { vendor_custom_feed_id } = await makeCustomFeed(h, did, { owner: vid })
  const { email } = await makeLogin(h, 'customer')
  const { client } = await import('#server/test/harness.ts')
  const customer = await client(h, email)
  expect((await customer.get(`/api/vendor/${vendor_custom_feed_id}/custom-feed/history`)).status).toBe(403)
})
