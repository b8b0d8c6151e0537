import { beforeAll, beforeEach, expect } from 'vitest'
import { emptyStore } from '#contract/stores/settings.ts'
import { makeLogin, staff, type Client, type Harness } from '../harness.ts'

export type RequestFields = Record<string, unknown>
export const plainStore = { ...emptyStore, market_id: 48, vendor_store_name: 'Ann’s garden shop' }
export const ftpStore = {
  ...plainStore,
  protocol: 'ftp',
  store_ftp_server: 'ftp.shop.example',
  store_ftp_path: '/in',
  store_ftp_login: 'ann',
}
interface LogEntry {
  type: string
  message: string
  changes: Record<string, { from: unknown; to: unknown }> | null
}

/** The store form as staff fill it in, for a new vendor in each test. */
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
  const save = (store: RequestFields, fields: RequestFields = {}, user = c) =>
    user.post(`/api/vendor/${vid}/store`, { store, ...fields })
  return {
    get c() {
      return c
    },
    get vid() {
      return vid
    },
    save,
    made: async (store: RequestFields, fields: RequestFields = {}) => {
      const { status, body } = await save(store, fields)
      expect([status, body.error]).toEqual([200, undefined])
      return body as { vendor_store_id: number; version: number; store: RequestFields; set: string[] }
    },
    change: (id: number, store: RequestFields, fields: RequestFields = {}, user = c) =>
      save(store, { vendor_store_id: id, ...fields }, user),
    read: async (id: number) => (await c.get(`/api/vendor/${vid}/store/${id}`)).body,
    rowOf: (id: number) =>
      h.services.db
        .selectFrom('vendor_store')
        .selectAll()
        .where('vendor_store_id', '=', id)
        .executeTakeFirstOrThrow(),
    activity: async (): Promise<LogEntry[]> =>
      (await c.post('/api/activity-log/search', { vendor_id: vid })).body.logs,
  }
}
