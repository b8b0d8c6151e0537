import { beforeAll, beforeEach, expect } from 'vitest'
import { emptyStore } from '#contract/stores/settings.ts'
import { makeLogin, staff, type Client, type Harness } from '../harness.ts'

export type Given = Record<string, unknown>
export const plainStore = { ...emptyStore, market_id: 48, vendor_store_name: 'Ann’s garden shop' }
export const ftpStore = {
  ...plainStore,
  protocol: 'ftp',
  store_ftp_server: 'ftp.shop.example',
  store_ftp_path: '/in',
  store_ftp_login: 'ann',
}
interface Logged {
  type: string
  message: string
  changes: Record<string, { from: unknown; to: unknown }> | null
}

/** The form of a store as staff fill it in, each test for a vendor of its own. */
export function storeForms(h: Harness) {
  let c: Client
  let vid: number
  beforeAll(async () => {
    c = await staff(h)
    await h.services.db
      .insertInto('market')
      .values([
        { market_id: 39, market_name: 'Shopify' },
        { market_id: 48, market_name: 'XCart' },
        { market_id: 202, market_name: 'BigCommerce' },
      ])
      .execute()
  })
  beforeEach(async () => {
    ;({ vendor_id: vid } = await makeLogin(h, 'customer'))
  })
  const save = (store: Given, more: Given = {}, by = c) =>
    by.post(`/api/vendor/${vid}/store`, { store, ...more })
  return {
    get c() {
      return c
    },
    get vid() {
      return vid
    },
    save,
    made: async (store: Given, more: Given = {}) => {
      const { status, body } = await save(store, more)
      expect([status, body.error]).toEqual([200, undefined])
      return body as { vendor_store_id: number; version: number; store: Given; set: string[] }
    },
    change: (id: number, store: Given, more: Given = {}, by = c) =>
      save(store, { vendor_store_id: id, ...more }, by),
    read: async (id: number) => (await c.get(`/api/vendor/${vid}/store/${id}`)).body,
    rowOf: (id: number) =>
      h.services.db
        .selectFrom('vendor_store')
        .selectAll()
        .where('vendor_store_id', '=', id)
        .executeTakeFirstOrThrow(),
    activity: async (): Promise<Logged[]> =>
      (await c.post('/api/activity-log/search', { vendor_id: vid })).body.logs,
  }
}
