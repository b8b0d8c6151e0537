import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operation.ts'
import { emptyStore } from '#contract/stores/settings.ts'
import { harness, makeCustomFeed, makeFeed, makeLogin, staff, type Client } from './test/harness.ts'
import { subscribeOrdering } from './test/order-manager.ts'

// a client may read a record, change a field of it, and send back all that it was answered
const h = harness()
let c: Client
const ids = { vendor: 0, supplier: 0, feed: 0, platform: 0, integration: 0, store: 0, custom: 0 }
beforeAll(async () => {
  c = await staff(h, 'admin')
  const { vendor_id } = await makeLogin(h, 'customer')
  const { dropshipper_id, feed_id } = await makeFeed(h)
  const platform = await c.post('/api/platform/create', { name: 'Shopify' })
  const { db } = h.services
  await db
    .insertInto('market')
    .values({ market_id: 39, market_name: 'Shopify', platform_id: platform.body.platform_id })
    .execute()
  await db.updateTable('dropshipper').set({ custom_feed_support: 2 }).execute()
  await c.post('/api/suppliers/config', [
    { dropshipper_id, config_name: 'one', config_value: '1' },
    { dropshipper_id, config_name: 'image_jobs', config_value: '' },
  ])
  await c.post(`/api/vendor/${vendor_id}/subscription/${dropshipper_id}`)
  const integration = await c.post(`/api/vendor/${vendor_id}/add-integration`, {
    market_id: 39,
    dropshipper_id,
  })
  const store = await c.post(`/api/vendor/${vendor_id}/store`, {
    store: { ...emptyStore, vendor_store_name: 'Shop', market_id: 39 },
  })
  const { vendor_custom_feed_id } = await makeCustomFeed(h, dropshipper_id, { owner: vendor_id })
  await c.post(`/api/vendor/${vendor_id}/billing-plan`, {
    billing_plan: {
      monthly_fee: '12.00',
      custom_billing_plan_start_tm: '2026-01-01',
      billing_plan_will_expire: false,
      billing_plan_expiration_date: null,
      billing_plan_default_id: null,
    },
  })
  Object.assign(ids, {
    vendor: vendor_id,
    supplier: dropshipper_id,
    feed: feed_id,
    platform: platform.body.platform_id,
    integration: integration.body.vendor_market_map_id,
    store: store.body.vendor_store_id,
    custom: vendor_custom_feed_id,
  })
})

type Json = Record<string, unknown>
interface Case {
  name: string
  read: () => string
  save?: () => string
  put?: boolean
  /** The body, where it isn't the answer as it was. */
  body?: (answer: never) => unknown
  /** A field of the body that no save takes; none: all of them change by themselves. */
  readOnly?: string
}
const vendor = (rest: string) => () => `/api/vendor/${ids.vendor}/${rest}`
const cases: Case[] = [
  { name: 'contacts', read: vendor('contacts'), save: vendor('contact'), readOnly: 'contacts.0.login' },
  {
    name: 'a vendor’s basic info',
    read: vendor('basics'),
    save: () => `/api/vendor/${ids.vendor}`,
    readOnly: 'earliest_charge_date',
  },
  {
    name: 'a vendor as its page shows it',
    read: () => `/api/vendor/view/${ids.vendor}`,
    save: () => `/api/vendor/${ids.vendor}`,
    body: (answer: Json) => ({ vendor: answer }),
    readOnly: 'vendor.logo',
  },
  {
    name: 'subscriptions',
    read: vendor('subscriptions'),
    body: ({ subscriptions, ...answer }: { subscriptions: { is_legacy: boolean }[] }) => ({
      ...answer,
      subscriptions: subscriptions.map((row) => ({ ...row, is_legacy: !row.is_legacy })),
    }),
    readOnly: 'subscriptions.0.on_dropshipper_core',
  },
  {
    name: 'an integration',
    read: () => `/api/vendor/${ids.vendor}/integration/${ids.integration}`,
    readOnly: 'integration.is_pause_pending',
  },
  {
    name: 'an integration’s configuration',
    read: () => `/api/vendor/${ids.vendor}/integration/${ids.integration}`,
    save: () => `/api/vendor/${ids.vendor}/integration/${ids.integration}/configs`,
    body: ({ configs }: { configs: Json }) => configs,
    readOnly: 'open',
  },
  {
    name: 'a store',
    read: () => `/api/vendor/${ids.vendor}/store/${ids.store}`,
    save: vendor('store'),
    readOnly: 'market_name',
  },
  {
    name: 'a custom feed',
    read: () => `/api/vendor/${ids.supplier}/custom-feed/config?vendorCustomFeedId=${ids.custom}`,
    save: vendor('custom-feed/add-update'),
    readOnly: 'feed_id',
  },
  { name: 'a feed', put: true, read: () => `/api/feeds/${ids.feed}`, readOnly: 'supplier' },
  {
    name: 'a supplier',
    read: () => `/api/suppliers/${ids.supplier}`,
    readOnly: 'dropshipper.votes',
    body: (answer: Json) => ({ ...answer, max_file_age_allowed_in_days: 3 }),
  },
  {
    name: 'configuration rows',
    read: () => `/api/suppliers/${ids.supplier}/config`,
    save: () => '/api/suppliers/config',
    readOnly: '0.used',
  },
  { name: 'a platform', read: () => `/api/platform/${ids.platform}`, readOnly: 'platform.platform_handle' },
  {
    name: 'a platform’s fields',
    read: () => `/api/platform/${ids.platform}`,
    save: () => `/api/platform/${ids.platform}/fields`,
    body: ({ version: _version, ...answer }: Json) => answer,
    readOnly: 'platform',
  },
  {
    name: 'a billing plan',
    read: () => `/api/vendor/view/${ids.vendor}/billing`,
    save: vendor('billing-plan'),
    readOnly: 'due',
  },
  {
    name: 'a schedule',
    read: () => `/api/suppliers/${ids.supplier}/monitoring/schedule`,
    save: () => '/api/suppliers/monitoring/schedule',
    body: (answer: Json) => ({ ...answer, dropshipper_id: ids.supplier }),
  },
  {
    name: 'warehouses',
    read: () => `/api/vendor/${ids.vendor}/warehouses/${ids.supplier}`,
    readOnly: 'warehouses',
  },
  { name: 'the order manager', read: vendor('order-manager-info'), readOnly: 'optimized_sync_oa' },
]

describe('can be sent back as it was answered, but not with another read-only field:', () => {
  test.each(cases)('$name', async ({ read, save = read, put, body = (answer) => answer, readOnly }) => {
    const answer = await c.get(read())
    expect(answer.status).toBe(200)
    const send = (sent: unknown) => (put ? c.put(save(), sent) : c.post(save(), sent))
    const whole = body(answer.body as never) as Json
    const saved = await send(whole)
    expect([saved.status, saved.body.error]).toEqual([saved.body === '' ? 204 : 200, undefined])
    if (readOnly === undefined) return
    const changed = structuredClone(body((await c.get(read())).body as never)) as Json
    const path = readOnly.split('.')
    const last = path.pop()!
    const inner = path.reduce((part: Json, key) => part[key] as Json, changed)
    expect(inner).toHaveProperty(last)
    inner[last] = 'another'
    const refused = await send(changed)
    expect([refused.status, refused.body.error?.fields]).toEqual([
      400,
      { [readOnly]: 'This field is read-only' },
    ])
  })
})

test('a record that isn’t there is the save’s own to refuse, and its fields stay unknown', async () => {
  const refused = await c.post(`/api/vendor/${ids.vendor}/store`, { vendor_store_id: 999, market_name: 'x' })
  expect(refused.body.error.fields).toMatchObject({ market_name: 'Unknown field' })
})

test('most saves of a record declare what may be sent back', () => {
  expect([...operations(contract)].filter(({ op }) => op.record).length).toBeGreaterThan(25)
})

describe('a new record', () => {
  test('may repeat what its address names, and have a blank id', async () => {
    await h.services.db.updateTable('dropshipper').set({ allow_browse: -1 }).execute()
    const granted = await c.post(`/api/vendor/${ids.vendor}/restricted-access`, {
      vendor_id: ids.vendor,
      dropshipper_id: ids.supplier,
      note: 'Agreed by phone',
    })
    expect([granted.status, granted.body.error]).toEqual([200, undefined])
    const { version, platform } = (await c.get(`/api/platform/${ids.platform}`)).body
    const market = { market_id: null, platform_id: ids.platform, market_name: 'Shopify Plus' }
    const saved = await c.post(`/api/platform/${ids.platform}`, {
      version,
      platform,
      market_implementations: [market],
    })
    expect([saved.status, saved.body.error]).toEqual([200, undefined])
  })

  test('may not name another vendor than its address', async () => {
    const refused = await c.post(`/api/vendor/${ids.vendor}/restricted-access`, {
      vendor_id: ids.vendor + 1,
      dropshipper_id: ids.supplier,
      note: 'Agreed by phone',
    })
    expect([refused.status, refused.body.error.fields]).toEqual([400, { vendor_id: 'Unknown field' }])
  })

  test('of a supplier may repeat its row among the available ones', async () => {
    await subscribeOrdering(h, ids.vendor)
    const { version, available_suppliers } = (await c.get(`/api/vendor/${ids.vendor}/order-manager-info`))
      .body
    const [added] = available_suppliers
    expect(added).toHaveProperty('supplier_name')
    const saved = await c.post(`/api/vendor/${ids.vendor}/order-manager-info`, {
      version,
      suppliers: [{ ...added, added: true }],
    })
    expect([saved.status, saved.body.error]).toEqual([200, undefined])
  })
})

test('a filter that is named but blank isn’t set', async () => {
  const log = await c.post('/api/activity-log/search', {
    vendor_id: ids.vendor,
    start_date: '',
    end_date: null,
  })
  expect([log.status, log.body.error]).toEqual([200, undefined])
  const refused = await c.post('/api/activity-log/search', { vendor_id: ids.vendor, start_date: 'soon' })
  expect(Object.keys(refused.body.error.fields)).toEqual(['start_date'])
})
