import { expect, test } from 'vitest'
import { harness } from '#server/test/harness.ts'
import { ftpStore, storeForms, type RequestFields } from '#server/test/stores/store-forms.ts'

const h = harness()
const forms = storeForms(h)
const { made } = forms

test('stores of all vendors that need attention are listed together, longest waiting first', async () => {
  const { db } = h.services
  const names = ['Waits stopped', 'Waits held', 'Waits for nobody']
  const [stopped, held, well] = await Promise.all(
    names.map(async (vendor_store_name, i) => {
      const { vendor_store_id } = await made({
        ...ftpStore,
        vendor_store_name,
        store_ftp_path: `/waits-${i}`,
      })
      return vendor_store_id
    }),
  )
  await db
    .updateTable('vendor_store')
    .set({ stopped_reason: '530 Login incorrect', stopped_tm: '2026-01-02T00:00:00Z' })
    .where('vendor_store_id', '=', stopped!)
    .execute()
  await db
    .insertInto('store_update')
    .values({
      vendor_store_id: held!,
      kind: 'changed',
      state: 'held',
      requested_by: 'schedule',
      reasons: ['12 of 40 would sell out'],
      planned_tm: '2026-01-01T00:00:00Z',
    })
    .execute()
  const { body } = await forms.c.get('/api/vendor/waiting-stores')
  const ours = body.filter((one: { vendor_store_name: string }) => names.includes(one.vendor_store_name))
  expect(ours).toMatchObject([
    { vendor_store_id: held, stopped_reason: null, reasons: ['12 of 40 would sell out'] },
    { vendor_store_id: stopped, stopped_reason: '530 Login incorrect', store_update_id: null },
  ])
  expect(JSON.stringify(body)).not.toContain(String(names[2]))
  expect(well).toBeGreaterThan(0)
})

test('a store whose last update failed is listed with the cause until an update succeeds', async () => {
  const { db } = h.services
  const vendor_store_name = 'Waits failed'
  const { vendor_store_id: id } = await made({ ...ftpStore, vendor_store_name, store_ftp_path: '/fails' })
  const ended = (job_status: number, reason: string | null, terminate_by: string | null = null) =>
    db
      .insertInto('job')
      .values({
        job_type: 'VENDOR_STORE_UPDATER_JOB',
        category: 'stores',
        param_value: String(id),
        job_status,
        reason,
        terminate_by,
        job_end_time: '2026-01-03T00:00:00Z',
      })
      .execute()
  const listed = async () =>
    (await forms.c.get('/api/vendor/waiting-stores')).body.filter(
      (s: RequestFields) => s['vendor_store_id'] === id,
    )
  await ended(2, null)
  expect(await listed()).toEqual([])
  await ended(3, 'The host has no address')
  await ended(3, 'The host has still none')
  await ended(3, 'It takes too long', 'ann@shop.test')
  await db
    .updateTable('vendor_store')
    .set({ behind_since: '2026-01-01T00:00:00Z' })
    .where('vendor_store_id', '=', id)
    .execute()
  expect(await listed()).toMatchObject([
    {
      last_failure: 'The host has still none',
      stopped_reason: null,
      store_update_id: null,
      since_tm: '2026-01-01T00:00:00.000Z',
    },
  ])
  await ended(2, null)
  expect(await listed()).toEqual([])
})
