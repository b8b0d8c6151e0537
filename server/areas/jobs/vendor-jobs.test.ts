import { beforeAll, expect, test } from 'vitest'
import { jobStatus } from '#contract/jobs/types.ts'
import { harness, makeCustomFeed, makeFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

const of = (subject: string, record: string, more: object = {}) => ({
  job_type: 'BASIC_IMAGE',
  category: 'image',
  job_status: jobStatus.succeeded,
  param_name: 'dropshipper_id',
  param_value: record,
  subject,
  ...more,
})
const insert = async (...jobs: ReturnType<typeof of>[]) => {
  const rows = await h.services.db.insertInto('job').values(jobs).returning('job_id').execute()
  return rows.map((row) => row.job_id)
}
const list = async (body: object) =>
  ((await c.post('/api/jobs/get-job-history', body)).body as { job_id: number }[]).map((j) => j.job_id)
const counted = async (body: object) => (await c.post('/api/jobs/count-job-history', body)).body

const store = async (vendor_id: number, name: string) => {
  await h.services.db
    .insertInto('market')
    .values({ market_id: 77, market_name: 'Shops' })
    .onConflict((on) => on.doNothing())
    .execute()
  const row = await h.services.db
    .insertInto('vendor_store')
    .values({ vendor_id, vendor_store_name: name, market_id: 77, drop_to: '{}' })
    .returning('vendor_store_id')
    .executeTakeFirstOrThrow()
  return String(row.vendor_store_id)
}
const vendor = async (company: string) =>
  (
    await h.services.db
      .insertInto('vendor')
      .values({ company })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
  ).vendor_id
const customFeed = async (vendor_id: number) => {
  const { dropshipper_id } = await makeFeed(h)
  const row = await h.services.db
    .insertInto('vendor_custom_feed')
    .values({ vendor_id, dropshipper_id })
    .returning('vendor_custom_feed_id')
    .executeTakeFirstOrThrow()
  return String(row.vendor_custom_feed_id)
}
const ofStore = (subject: string, record: string, more = {}) =>
  of(subject, record, { job_type: 'VENDOR_STORE_UPDATER_JOB', category: 'updating', ...more })
const ofFeed = (subject: string, record: string) =>
  of(subject, record, { job_type: 'RESTRICTED_MONITORING_JOB', category: 'monitoring' })

test('a vendor’s jobs are those of its stores and custom feeds, and sort, filter and page like other jobs', async () => {
  const [mine, other] = [await vendor('Mine'), await vendor('Another')]
  const [shop, second, theirs] = [
    await store(mine, 'Shop'),
    await store(mine, 'Second'),
    await store(other, 'Theirs'),
  ]
  const feed = await customFeed(mine)
  const [a, b, c1, d] = await insert(
    ofStore('Lamp Corner', shop),
    ofFeed('Quarry Tile', feed),
    ofStore('Lamp Outlet', second, { job_status: jobStatus.failed, reason: 'No room' }),
    ofStore('Lamp Corner', shop),
  )
  // another vendor's, and a record of another type with the same number
  await insert(ofStore('Lamp Theirs', theirs), of('Of a supplier', shop))
  expect(await list({ vendor_id: mine })).toEqual([d, c1, b, a])
  expect(await list({ vendor_id: mine, oldest_first: true })).toEqual([a, b, c1, d])
  expect(await list({ vendor_id: mine, beyond: c1 })).toEqual([b, a])
  expect(await list({ vendor_id: mine, search: 'lamp' })).toEqual([d, c1, a])
  expect(await list({ vendor_id: mine, search: 'no room' })).toEqual([c1])
  expect(await list({ vendor_id: mine, job_status: [jobStatus.failed] })).toEqual([c1])
  expect(await list({ vendor_id: await vendor('Has none') })).toEqual([])
  expect(await counted({ vendor_id: mine })).toEqual({ jobs: 4, more: false })
  expect(await counted({ vendor_id: mine, category: 'monitoring' })).toEqual({ jobs: 1, more: false })
})

test('a vendor’s jobs can be scheduled only for its own stores and custom feeds', async () => {
  const [mine, other] = [await vendor('Orchard'), await vendor('Orchard and Sons')]
  const shop = await store(mine, 'Pear')
  await store(other, 'Pear too')
  const { dropshipper_id } = await makeFeed(h)
  const { vendor_id, vendor_custom_feed_id } = await makeCustomFeed(h, dropshipper_id)
  await makeCustomFeed(h, dropshipper_id)
  const found = async (type: string, id: number, q = '') =>
    (await c.get(`/api/jobs/records?job_type=${type}&vendor_id=${id}&q=${q}`)).body.map(
      (row: { param_value: string }) => row.param_value,
    )
  expect(await found('VENDOR_STORE_UPDATER_JOB', mine)).toEqual([shop])
  expect(await found('VENDOR_STORE_UPDATER_JOB', mine, 'pear')).toEqual([shop])
  expect(await found('RESTRICTED_MONITORING_JOB', vendor_id)).toEqual([String(vendor_custom_feed_id)])
  expect(await found('RESTRICTED_MONITORING_JOB', mine)).toEqual([])
})

test('a store without a connection isn’t offered for jobs', async () => {
  const { db } = h.services
  const vendor_id = await vendor('Two stores')
  const [sent, none] = [await store(vendor_id, 'Sent to'), await store(vendor_id, 'Takes nothing')]
  await db
    .updateTable('vendor_store')
    .set({ drop_to: JSON.stringify({ kind: 'none' }) })
    .where('vendor_store_id', '=', Number(none))
    .execute()
  const { body } = await c.get(`/api/jobs/records?job_type=VENDOR_STORE_UPDATER_JOB&vendor_id=${vendor_id}`)
  expect((body as { param_value: string }[]).map((r) => r.param_value)).toEqual([sent])
})
