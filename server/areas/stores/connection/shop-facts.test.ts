import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyStore } from '#contract/stores/settings.ts'
import { harness, makeLogin, staff, type Client } from '#server/test/harness.ts'
import { startShops, type AskedShop } from '#server/test/stores/shops.ts'

const h = harness()
let c: Client
let vid: number
let shops: Awaited<ReturnType<typeof startShops>>
let answer: (asked: AskedShop, origin: string) => { status?: number; body: unknown }
beforeAll(async () => {
  c = await staff(h)
  ;({ vendor_id: vid } = await makeLogin(h, 'customer'))
  await h.services.db
    .insertInto('market')
    .values([
      { market_id: 39, market_name: 'Shopify' },
      { market_id: 123, market_name: 'Zentail' },
    ])
    .execute()
  shops = await startShops((asked, origin) => answer(asked, origin))
})
afterAll(() => shops.close())

const token = 'shop-token-1'
let n = 0
async function store(market_id: number, more: object = {}) {
  const of = {
    ...emptyStore,
    market_id,
    vendor_store_name: `Shop ${++n}`,
    store_admin_url: `${shops.origin}/admin`,
    store_admin_password: token,
    ...more,
  }
  const { status, body } = await c.post(`/api/vendor/${vid}/store`, { store: of })
  expect(status).toBe(200)
  shops.requests.length = 0
  return body.vendor_store_id as number
}
const shopify = async (id: number) => c.get(`/api/vendor/${id}/shopify-meta-data`)
const zentail = async (id: number) => c.get(`/api/vendor/${id}/zentail-locations`)

describe('a Shopify store', () => {
  test('has its locations and metafields read with its token', async () => {
    answer = () => ({
      body: {
        data: {
          locations: { nodes: [{ id: 'gid://shopify/Location/1', name: 'Main', isActive: true }] },
          metafieldDefinitions: {
            nodes: [{ namespace: 'custom', key: 'map', name: 'MAP', type: { name: 'money' } }],
          },
        },
      },
    })
    const { body } = await shopify(await store(39))
    expect(body).toEqual({
      failed: null,
      locations: [{ location_id: 'gid://shopify/Location/1', name: 'Main', active: true }],
      metafields: [{ namespace: 'custom', key: 'map', name: 'MAP', type: 'money' }],
    })
    expect(shops.requests).toMatchObject([{ method: 'POST', path: '/admin/api/2026-10/graphql.json', token }])
    expect(JSON.parse(shops.requests[0]!.body).query).toContain('metafieldDefinitions')
  })
  test.each<[string, { status?: number; body: unknown }, RegExp]>([
    ['a token that is refused', { status: 401, body: { errors: token } }, /refused the token \(401\)/],
    [
      'a throttle that is answered as 200',
      { body: { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] } },
      /Too many requests/,
    ],
    [
      'a missing permission',
      { body: { errors: [{ message: token, extensions: { code: 'ACCESS_DENIED' } }], data: null } },
      /can’t read/,
    ],
    ['a 429', { status: 429, body: {} }, /Too many requests/],
    ['a 500', { status: 500, body: {} }, /responded with an error \(500\)/],
    ['a redirect, which is not followed', { status: 302, body: {} }, /redirects to another address/],
    ['something else', { body: { hello: token } }, /refused the request/],
    ['what is no answer', { body: [token] }, /isn’t valid/],
  ])('reports why for %s, and never its token', async (_what, given, said) => {
    answer = () => given
    const { status, body } = await shopify(await store(39))
    expect(status).toBe(200)
    expect(body).toMatchObject({ locations: [], metafields: [] })
    expect(body.failed.sentence).toMatch(said)
    expect(body.failed.what_to_do).not.toBe('')
    expect(JSON.stringify(body)).not.toContain(token)
  })
  test('without a token, or at a private address, is never called', async () => {
    const none = await shopify(await store(39, { store_admin_password: '' }))
    expect(none.body.failed.sentence).toMatch(/admin password is missing/)
    const inside = await shopify(await store(39, { store_admin_url: 'https://10.0.0.8/admin' }))
    expect(inside.body.failed.sentence).toMatch(/private network/)
    expect(shops.requests).toEqual([])
  })
  test('has no Zentail locations, and a store that doesn’t exist is a 404', async () => {
    const id = await store(39)
    expect((await zentail(id)).status).toBe(409)
    expect((await shopify(987_654)).status).toBe(404)
  })
})

describe('a Zentail store', () => {
  const warehouse = (id: number, canUpdateInventory: boolean) => ({ id, name: `W${id}`, canUpdateInventory })
  test('has all its warehouses read, page by page', async () => {
    answer = ({ path }, origin) =>
      path === '/v1/warehouses'
        ? { body: { results: [warehouse(1, true)], nextToken: `${origin}/v1/warehouses?page=2` } }
        : { body: { results: [warehouse(2, false)], nextToken: null } }
    const { body } = await zentail(await store(123))
    expect(body).toEqual({
      failed: null,
      locations: [
        { location_id: '1', name: 'W1', can_update_inventory: true },
        { location_id: '2', name: 'W2', can_update_inventory: false },
      ],
    })
    expect(shops.requests.map((a) => a.token)).toEqual([token, token])
  })
  test('that links to another host is not followed there with its token', async () => {
    answer = () => ({ body: { results: [], nextToken: 'http://localhost:1/v1/warehouses' } })
    const { body } = await zentail(await store(123))
    expect(body.failed.sentence).toBe('The store redirects to another host, localhost:1.')
    expect(shops.requests).toHaveLength(1)
  })
})
