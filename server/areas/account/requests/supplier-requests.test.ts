import { beforeAll, beforeEach, expect, test } from 'vitest'
import { collectEvents, lookForProblems } from '#server/areas/notifications/public.ts'
import { client, harness, lettersTo, makeFeed, makeLogin, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let support: Client
let c: Client
let id: number
beforeAll(async () => {
  support = await staff(h)
})
beforeEach(async () => {
  const { email, vendor_id } = await makeLogin(h, 'customer')
  id = vendor_id
  c = await client(h, email)
  await h.services.db.deleteFrom('mail').execute()
})
async function offered(name: string, allow_browse = 1): Promise<number> {
  const { dropshipper_id } = await makeFeed(h, { name })
  await h.services.db
    .updateTable('dropshipper')
    .set({ allow_browse, active_products: 12, description: '<p>Lamps &amp; more.</p>' })
    .where('dropshipper_id', '=', dropshipper_id)
    .execute()
  return dropshipper_id
}
const browse = async (search: string, by = c) =>
  (await by.get(`/api/account/browse-suppliers?search=${encodeURIComponent(search)}`)).body
const request = (dropshipper_id: number, more: object = {}, by = c) =>
  by.post('/api/account/supplier-requests', { dropshipper_id, ...more })
const withdraw = (dropshipper_id: number, by = c) =>
  by.post('/api/account/supplier-requests/withdraw', { dropshipper_id })
const logged = async (type: string) =>
  (await support.post('/api/activity-log/search', { vendor_id: id, type })).body.logs
const subscribe = (dropshipper_id: number) =>
  h.services.db.insertInto('subscription').values({ vendor_id: id, dropshipper_id }).execute()

test('customers browse public suppliers that they don’t have, searched by name', async () => {
  const lamps = await offered('Browsed Lamps')
  await offered('Browsed Hidden Lamps', -1)
  await subscribe(await offered('Browsed Own Lamps'))
  expect(await browse('browsed')).toEqual({
    total: 1,
    suppliers: [
      {
        dropshipper_id: lamps,
        dropshipper_name: 'Browsed Lamps',
        active_products: 12,
        description: 'Lamps & more.',
        requested_tm: null,
      },
    ],
  })
  expect(await browse('100% none')).toEqual({ total: 0, suppliers: [] })
})

test('a request is sent once, reaches staff, and ends when it is withdrawn', async () => {
  const lamps = await offered('Requested Lamps')
  const answers = await Promise.all([request(lamps, { comment: 'For spring' }), request(lamps)])
  const [sent, refused] = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(sent).toBeLessThan(300)
  expect(refused).toBe(409)
  expect((await browse('Requested')).suppliers).toMatchObject([{ requested_tm: expect.any(String) }])
  expect(await logged('subscription.request')).toHaveLength(1)
  const letters = await lettersTo(h, 'support@localhost')
  expect(letters).toMatchObject([{ subject: expect.stringContaining('requested Requested Lamps') }])
  await lookForProblems(h.services)
  await collectEvents(h.services)
  const { body } = await support.post('/api/system-messages/', {})
  expect(body.notifications).toContainEqual(
    expect.objectContaining({ link: `/vendors/view/${id}/subscriptions` }),
  )
  // another customer neither sees nor withdraws it
  const other = await client(h, (await makeLogin(h, 'customer')).email)
  expect((await browse('Requested', other)).suppliers).toMatchObject([{ requested_tm: null }])
  expect((await withdraw(lamps, other)).status).toBe(404)
  expect((await withdraw(lamps)).status).toBeLessThan(300)
  expect((await withdraw(lamps)).status).toBe(404)
  expect((await browse('Requested')).suppliers).toMatchObject([{ requested_tm: null }])
  expect(await logged('subscription.withdraw_request')).toHaveLength(1)
})

test('the account manager gets the email instead of support', async () => {
  const lamps = await offered('Managed Lamps')
  const manager = await makeLogin(h, 'account_manager')
  await h.services.db
    .updateTable('vendor')
    .set({ account_manager_vendor_id: manager.vendor_id })
    .where('vendor_id', '=', id)
    .execute()
  expect((await request(lamps)).status).toBeLessThan(300)
  expect(await lettersTo(h, manager.email)).toHaveLength(1)
  expect(await lettersTo(h, 'support@localhost')).toHaveLength(0)
})

test('a hidden, unknown or subscribed supplier can’t be requested', async () => {
  const hidden = await offered('Hidden Lamps', -1)
  const own = await offered('Own Lamps')
  await subscribe(own)
  for (const did of [hidden, own, 999_999]) expect((await request(did)).status).toBe(404)
})
