import { activation } from '#contract/integrations/activation.ts'
import { beforeAll, beforeEach, expect } from 'vitest'
import { makeFeed, makeLogin, staff, type Client, type Harness } from './harness.ts'

/**
 * Integrations as staff add and save them, with a new vendor for each test that is subscribed to a
 * supplier.
 */
export function integrationsOf(h: Harness, market_id: number) {
  let c: Client
  let otherClient: Client
  let vid: number
  let supplierId: number
  /** Subscribes the vendor to another supplier, whose integration is added next. */
  const subscribe = async () => {
    const feed = await makeFeed(h)
    supplierId = feed.dropshipper_id
    await c.post(`/api/vendor/${vid}/subscription/${supplierId}`)
    return feed
  }
  beforeAll(async () => {
    c = await staff(h)
    otherClient = await staff(h, 'finance')
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
    await subscribe()
  })
  const add = (body: object = { market_id, dropshipper_id: supplierId }, caller = c) =>
    caller.post(`/api/vendor/${vid}/add-integration`, body)
  return {
    get c() {
      return c
    },
    get other() {
      return otherClient
    },
    get vid() {
      return vid
    },
    get did() {
      return supplierId
    },
    subscribed: subscribe,
    add,
    /** Adds an integration, activated by default. */
    integrated: async (columns: object = { is_activated: activation.active }) => {
      const { body, status } = await add()
      expect(status, JSON.stringify(body)).toBe(200)
      const path = `/api/vendor/${vid}/integration/${body.vendor_market_map_id}`
      if (Object.keys(columns).length > 0)
        expect((await c.post(path, { integration: columns })).status).toBe(200)
      return path
    },
    store: (name = 'Shop', market = market_id) => makeStore(h, vid, name, market),
    behind: (id: number) => isBehind(h, id),
    upToDate: (id: number) => setUpToDate(h, id),
    activity: async (type: string) =>
      (await c.post('/api/activity-log/search', { vendor_id: vid, type })).body.logs,
    get: async (path: string) => (await c.get(path)).body,
    save: (path: string, integration: object, fields: object = {}, caller = c) =>
      caller.post(path, { integration, ...fields }),
  }
}

async function makeStore(h: Harness, vendor_id: number, name: string, market_id: number): Promise<number> {
  const { vendor_store_id } = await h.services.db
    .insertInto('vendor_store')
    .values({
      vendor_id,
      vendor_store_name: name,
      market_id,
      drop_to: JSON.stringify({ kind: 'storage', folder: `f${vendor_id}` }),
    })
    .returning('vendor_store_id')
    .executeTakeFirstOrThrow()
  return vendor_store_id
}

async function isBehind(h: Harness, id: number): Promise<boolean> {
  const { behind_since } = await h.services.db
    .selectFrom('vendor_store')
    .select('behind_since')
    .where('vendor_store_id', '=', id)
    .executeTakeFirstOrThrow()
  return behind_since !== null
}

const setUpToDate = (h: Harness, id: number) =>
  h.services.db
    .updateTable('vendor_store')
    .set({ behind_since: null })
    .where('vendor_store_id', '=', id)
    .execute()
