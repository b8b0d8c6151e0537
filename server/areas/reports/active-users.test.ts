import { beforeAll, expect, test } from 'vitest'
import { vendorStatus } from '#contract/vendors/status.ts'
import { makePlans } from '#server/test/billing/money.ts'
import { harness, makeFeed, makeLogin, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
let plus: number
beforeAll(async () => {
  c = await staff(h)
  const { db } = h.services
  await db.insertInto('market').values({ market_id: 39, market_name: 'Shopify' }).execute()
  await makePlans(h, ['Pro', '100.00'], ['Plus', '150.00'])
  const { dropshipper_id } = await makeFeed(h)
  for (const vendor_plan_type_id of [1, 2]) {
    const { vendor_id } = await makeLogin(h, 'customer')
    await db
      .updateTable('vendor')
      .set({ vendor_status_id: vendorStatus.active, vendor_plan_type_id })
      .where('vendor_id', '=', vendor_id)
      .execute()
    await db.insertInto('subscription').values({ vendor_id, dropshipper_id }).execute()
    await db
      .insertInto('vendor_market_map')
      .values({ vendor_id, market_id: 39, dropshipper_id, is_activated: 1 })
      .execute()
    plus = vendor_id
  }
})

test('active users are read with filters in the address', async () => {
  const ids = async (query: string) => {
    const { body } = await c.get(`/api/reports/active-users?${query}`)
    return [body.total, ...body.vendors.map(({ vendor_id }: { vendor_id: number }) => vendor_id)]
  }
  expect(await ids('')).toHaveLength(3)
  expect(await ids('plan=2')).toEqual([1, plus])
  expect(await ids('market=39&supplier=1&page=2')).toEqual([2])
  const { body } = await c.get('/api/reports/active-users?plan=none')
  expect(body.error.fields).toHaveProperty('plan')
})

test('their file is prepared, then downloaded; a download without it says so', async () => {
  const path = '/api/reports/active-users-export'
  const missing = await c.get(path)
  expect([missing.status, missing.body.error.message]).toEqual([
    404,
    expect.stringContaining('Prepare the report first'),
  ])
  expect((await c.post(path, { plan: [2] })).status).toBe(200)
  const { body, headers } = await c.get(path)
  expect(headers['content-disposition']).toContain('active-users-')
  expect(String(body).trim().split('\r\n')).toHaveLength(2)
})
