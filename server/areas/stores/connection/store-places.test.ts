import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeFeed } from '#server/test/harness.ts'
import { ftpStore, plainStore, storeForms, type RequestFields } from '#server/test/stores/store-forms.ts'

const h = harness()
const forms = storeForms(h)
const { made, change, read, rowOf, activity } = forms

const updateOf = (id: number) => ({
  job_type: 'VENDOR_STORE_UPDATER_JOB',
  category: 'updating',
  param_name: 'vendor_store_id',
  param_value: String(id),
  subject: 'Shop',
  payload: JSON.stringify({ vendor_store_id: id }),
  vcpu: 1,
  requested_by: 'schedule',
})
describe('the record of what a store was sent', () => {
  const sentTo = (id: number) =>
    h.services.db.selectFrom('store_product').select('product_id').where('vendor_store_id', '=', id).execute()
  async function sent(store: RequestFields) {
    const { vendor_store_id } = await made(store)
    await h.services.db
      .insertInto('store_product')
      .values([
        { vendor_store_id, product_id: 1, seen_hash: 1, in_store: true },
        { vendor_store_id, product_id: 2, seen_hash: 2, in_store: true },
      ])
      .execute()
    await h.services.db.updateTable('vendor_store').set({ behind_since: null }).execute()
    return vendor_store_id
  }
  test('is cleared if its file goes to another place, which is then sent everything', async () => {
    const id = await sent(ftpStore)
    await change(id, { ...ftpStore, vendor_store_name: 'Renamed' })
    expect([(await sentTo(id)).length, (await rowOf(id)).behind_since]).toEqual([2, null])
    await h.services.db
      .insertInto('job')
      .values({ ...updateOf(id), job_status: 1 } as never)
      .execute()
    await change(id, { ...ftpStore, store_ftp_path: '/elsewhere' })
    expect((await forms.c.get(`/api/vendor/${forms.vid}/current`)).body).toMatchObject([
      { stopping: true },
      { job_state: 'Scheduled' },
    ])
    await h.services.db.deleteFrom('job').where('param_value', '=', String(id)).execute()
    expect(await sentTo(id)).toEqual([])
    expect((await rowOf(id)).behind_since).not.toBeNull()
  })
  test('is cleared if the login changes, since that may mean another folder', async () => {
    const id = await sent(ftpStore)
    await change(id, { ...ftpStore, store_ftp_login: 'bob' })
    expect(await sentTo(id)).toEqual([])
    expect((await rowOf(id)).behind_since).not.toBeNull()
  })
  test('is cleared for another shop on the same host, and the token with it', async () => {
    const shop = (path: string) => ({
      ...plainStore,
      market_id: 202,
      protocol: 'api',
      store_admin_url: `https://api.bigcommerce.com/stores/${path}`,
    })
    const id = await sent({ ...shop('ann'), store_admin_password: 'token of ann' })
    await change(id, shop('ann/'))
    expect([(await sentTo(id)).length, (await read(id)).set]).toEqual([2, ['store_admin_password']])
    expect((await change(id, shop('bob'))).body.error.fields).toEqual({
      'store.store_admin_password': 'Enter the Access token',
    })
    const { body } = await change(id, { ...shop('bob'), store_admin_password: 'token of bob' })
    expect(body.error).toBeUndefined()
    expect(await sentTo(id)).toEqual([])
  })
  test('is cleared for another shop in the same market', async () => {
    const shop = (address: string) => ({
      ...plainStore,
      market_id: 39,
      protocol: 'api',
      store_admin_url: `https://${address}.myshopify.com`,
      store_admin_password: `token of ${address}`,
    })
    const id = await sent(shop('ann'))
    await change(id, { ...shop('ann'), store_admin_password: 'a newer token' })
    expect([(await sentTo(id)).length, (await rowOf(id)).behind_since]).toEqual([2, null])
    await change(id, shop('bob'))
    expect(await sentTo(id)).toEqual([])
    expect((await rowOf(id)).behind_since).not.toBeNull()
  })

  test('is removed with the store, its waiting updates and its passwords, after a warning', async () => {
    const id = await sent({ ...ftpStore, store_ftp_password: 'secret' })
    const feed = await makeFeed(h)
    await h.services.db
      .insertInto('vendor_market_map')
      .values({
        vendor_id: forms.vid,
        dropshipper_id: feed.dropshipper_id,
        market_id: 48,
        is_activated: 1,
        vendor_store_id: id,
      })
      .execute()
    const queued = await forms.c.post('/api/jobs/schedule-job', {
      job_type: 'VENDOR_STORE_UPDATER_JOB',
      param_name: 'vendor_store_id',
      param_value: id,
    })
    const ends = {
      vendor_store_name: ftpStore.vendor_store_name,
      integrations: 1,
      other_stores: 0,
      sent: 2,
      jobs: 1,
      set: ['store_ftp_password'],
    }
    expect((await forms.c.get(`/api/vendor/${forms.vid}/store/${id}/removal`)).body).toEqual(ends)
    const current = `/api/vendor/${forms.vid}/vendor-store/${id}/current`
    expect((await forms.c.get(current)).body).toMatchObject([
      { job_id: queued.body.job_id, job_state: 'Scheduled' },
    ])
    expect((await forms.c.get(`/api/vendor/${forms.vid}/current`)).body).toHaveLength(1)
    const gone = await forms.c.delete(`/api/vendor/${forms.vid}/store/${id}?reason=moved%20away`)
    expect([gone.status, gone.body]).toEqual([200, ends])
    expect((await forms.c.get(`/api/jobs/${queued.body.job_id}`)).body).toMatchObject({
      terminated: true,
      reason: `Store ${ftpStore.vendor_store_name} was deleted`,
    })
    expect(await sentTo(id)).toEqual([])
    const integrations = await h.services.db
      .selectFrom('vendor_market_map')
      .select(['is_activated', 'vendor_store_id'])
      .where('vendor_id', '=', forms.vid)
      .execute()
    expect(integrations).toEqual([{ is_activated: 1, vendor_store_id: null }])
    expect((await forms.c.delete(`/api/vendor/${forms.vid}/store/${id}`)).status).toBe(404)
    expect((await activity())[0]).toMatchObject({ type: 'store.remove', reason: 'moved away' })
  })
})

test('a running update ends when its store is removed', async () => {
  const { vendor_store_id: id } = await made(ftpStore)
  const { db } = h.services
  const { job_id } = await db
    .insertInto('job')
    .values({ ...updateOf(id), job_status: 1 } as never)
    .returning('job_id')
    .executeTakeFirstOrThrow()
  expect((await forms.c.get(`/api/vendor/${forms.vid}/store/${id}/removal`)).body).toMatchObject({ jobs: 1 })
  expect((await forms.c.delete(`/api/vendor/${forms.vid}/store/${id}`)).body).toMatchObject({ jobs: 1 })
  const job = await db.selectFrom('job').select('terminate_reason').where('job_id', '=', job_id).execute()
  expect(job).toEqual([{ terminate_reason: `Store ${ftpStore.vendor_store_name} was deleted` }])
})

test('a stopped store resumes once it is fixed, and an unconnected store can’t start an update', async () => {
  const { vendor_store_id: id } = await made(ftpStore)
  await h.services.db
    .updateTable('vendor_store')
    .set({ stopped_reason: '530 Login incorrect', stopped_tm: sql<string>`now()` })
    .where('vendor_store_id', '=', id)
    .execute()
  const begin = (of: number) =>
    forms.c.post(`/api/vendor/${forms.vid}/store-updates`, { vendor_store_id: of, kind: 'changed' })
  await change(id, { ...ftpStore, store_ftp_password: 'the right one' })
  expect((await rowOf(id)).stopped_reason).toBeNull()
  expect((await begin(id)).status).toBe(200)
  const { vendor_store_id: idle } = await made({ ...plainStore, vendor_store_name: 'Idle' })
  const refused = await begin(idle)
  expect([refused.status, refused.body.error.message]).toEqual([409, 'Connect the store first'])
})
