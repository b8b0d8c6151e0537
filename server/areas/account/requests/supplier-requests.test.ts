import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestOpenDays } from '#contract/subscriptions/customer-requests.ts'
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
        declined: null,
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

test('support gets the email instead of an account manager whose login is disabled', async () => {
  const lamps = await offered('Unmanaged Lamps')
  const manager = await makeLogin(h, 'account_manager')
  const { db } = h.services
  await db
    .updateTable('vendor')
    .set({ account_manager_vendor_id: manager.vendor_id })
    .where('vendor_id', '=', id)
    .execute()
  await db
    .updateTable('login')
    .set({ disabled_tm: new Date().toISOString(), disabled_by_name: 'Ada' })
    .where('vendor_id', '=', manager.vendor_id)
    .execute()
  expect((await request(lamps)).status).toBe(204)
  expect(await lettersTo(h, manager.email)).toHaveLength(0)
  expect(await lettersTo(h, 'support@localhost')).toHaveLength(1)
})

test('a hidden, unknown or subscribed supplier can’t be requested', async () => {
  const hidden = await offered('Hidden Lamps', -1)
  const own = await offered('Own Lamps')
  await subscribe(own)
  for (const did of [hidden, own, 999_999]) expect((await request(did)).status).toBe(404)
})

const requests = async (by = support) => (await by.get(`/api/vendor/${id}/customer-requests`)).body
const answer = (requestId: number, body: object, by = support) =>
  by.post(`/api/vendor/${id}/customer-requests/${requestId}/answer`, body)

test('staff decline a request with a reason that the customer reads and gets by email', async () => {
  const lamps = await offered('Declined Lamps')
  await request(lamps, { comment: 'For spring' })
  const [open] = await requests()
  expect(open).toMatchObject({
    kind: 'supplier',
    name: 'Declined Lamps',
    comment: 'For spring',
    answered_tm: null,
  })
  const refused = await answer(open.customer_request_id, { accepted: false, answer: ' ' })
  expect(refused.body.error.fields).toEqual({ answer: 'Enter a reason for the customer' })
  const unseen = await answer(open.customer_request_id, { accepted: false, answer: ' \u200b ' })
  expect(unseen.body.error.fields).toEqual({ answer: 'Enter a reason for the customer' })
  const reason = 'They only ship to Canada.'
  expect((await answer(open.customer_request_id, { accepted: false, answer: reason })).status).toBe(204)
  expect((await browse('Declined')).suppliers).toMatchObject([
    { requested_tm: null, declined: { tm: expect.any(String), answer: reason } },
  ])
  // another customer was refused nothing
  const other = await client(h, (await makeLogin(h, 'customer')).email)
  expect((await browse('Declined', other)).suppliers).toMatchObject([{ declined: null }])
  const { recipient } = await h.services.db
    .selectFrom('mail')
    .select('recipient')
    .where('subject', '=', 'Your request for Declined Lamps')
    .executeTakeFirstOrThrow()
  expect((await lettersTo(h, recipient))[0]!.text).toContain(reason)
  expect(await logged('vendor.answer_request')).toMatchObject([
    { message: 'Customer request declined. Add a supplier: Declined Lamps', reason },
  ])
  // an answer is final, and doesn't prevent another request
  expect((await answer(open.customer_request_id, { accepted: true })).status).toBe(409)
  expect((await request(lamps)).status).toBe(204)
  expect((await browse('Declined')).suppliers).toMatchObject([{ declined: null }])
})

test('accepting a request adds the supplier, once', async () => {
  const lamps = await offered('Accepted Lamps')
  await request(lamps)
  const [open] = await requests()
  const answers = await Promise.all([
    answer(open.customer_request_id, { accepted: true }),
    answer(open.customer_request_id, { accepted: true }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
  const { subscriptions } = (await c.get('/api/account/subscriptions')).body
  expect(subscriptions).toMatchObject([{ dropshipper_name: 'Accepted Lamps' }])
  expect(await requests()).toMatchObject([{ accepted: true, answered_by_name: expect.any(String) }])
})

test('a request that nobody answered in time is closed, and can be made again', async () => {
  const lamps = await offered('Old Lamps')
  await request(lamps)
  const [open] = await requests()
  await h.services.db
    .updateTable('customer_request')
    .set({ insert_tm: new Date(Date.now() - (requestOpenDays + 1) * 86_400_000).toISOString() })
    .where('customer_request_id', '=', open.customer_request_id)
    .execute()
  expect(await requests()).toEqual([])
  expect((await answer(open.customer_request_id, { accepted: true })).status).toBe(409)
  expect((await browse('Old Lamps')).suppliers).toMatchObject([{ requested_tm: null }])
  expect((await request(lamps)).status).toBe(204)
})

test('a subscription that staff add ends the request, also once it is gone again', async () => {
  const lamps = await offered('Later Lamps')
  expect((await request(lamps)).status).toBe(204)
  expect((await support.post(`/api/vendor/${id}/subscription/${lamps}`)).status).toBe(200)
  await h.services.db.deleteFrom('subscription').where('dropshipper_id', '=', lamps).execute()
  expect(await requests()).toMatchObject([{ dropshipper_id: lamps, accepted: true }])
})

test('a request of another account can’t be answered here', async () => {
  const lamps = await offered('Foreign Lamps')
  await request(lamps)
  const [open] = await requests()
  const other = await makeLogin(h, 'customer')
  const { status } = await support.post(
    `/api/vendor/${other.vendor_id}/customer-requests/${open.customer_request_id}/answer`,
    { accepted: true },
  )
  expect(status).toBe(404)
})

describe('another plan and a closing', () => {
  const own = async () => (await c.get('/api/account/requests')).body
  const close = (more: object = {}) =>
    c.post('/api/account/closing-request', { reason_id: 1, comment: 'Slow winter', ...more })

  test('are requested once, reach staff, and can be withdrawn', async () => {
    await h.services.db
      .insertInto('plan_type')
      .values({ vendor_plan_type_id: 77, name: 'Wider', monthly_fee: '99.00' })
      .execute()
    const { plans } = await own()
    expect(plans).toEqual([{ vendor_plan_type_id: 77, name: 'Wider', monthly_fee: '99.00' }])
    const [plan] = plans
    const body = { vendor_plan_type_id: plan.vendor_plan_type_id, comment: 'More orders' }
    expect((await c.post('/api/account/plan-request', body)).status).toBe(204)
    expect((await c.post('/api/account/plan-request', body)).status).toBe(409)
    expect((await c.post('/api/account/plan-request', { vendor_plan_type_id: 9999 })).status).toBe(404)
    expect((await close({ comment: '' })).status).toBe(400)
    expect((await close()).status).toBe(204)
    expect(await own()).toMatchObject({
      plan: { name: plan.name, answered_tm: null },
      close: { answered_tm: null },
    })
    expect(await requests()).toMatchObject([
      { kind: 'plan', name: plan.name, comment: 'More orders' },
      { kind: 'close', comment: 'It costs too much: Slow winter' },
    ])
    expect((await lettersTo(h, 'support@localhost')).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/wants to close the account$/),
    )
    expect(await logged('account.request')).toHaveLength(2)
    expect((await c.post('/api/account/requests/withdraw', { kind: 'close' })).status).toBe(204)
    expect((await c.post('/api/account/requests/withdraw', { kind: 'close' })).status).toBe(404)
    expect(await own()).toMatchObject({ close: null, plan: { name: plan.name } })
  })

  test('end nothing by themselves, and their answer is shown', async () => {
    await subscribe(await offered('Kept Lamps'))
    await close()
    const [open] = await requests()
    await answer(open.customer_request_id, { accepted: false, answer: 'Your contract runs until May.' })
    expect(await own()).toMatchObject({
      close: { accepted: false, answer: 'Your contract runs until May.', answered_tm: expect.any(String) },
    })
    expect((await c.get('/api/account/subscriptions')).body.subscriptions).toMatchObject([
      { state: 'active' },
    ])
  })
  test('are answered in sight of the customer for two months, a declined supplier for three', async () => {
    const lamps = await offered('Long Ago Lamps')
    await request(lamps)
    await close()
    for (const open of await requests())
      await answer(open.customer_request_id, { accepted: false, answer: 'Not now.' })
    const answeredAgo = (days: number) =>
      h.services.db
        .updateTable('customer_request')
        .set({ answered_tm: new Date(Date.now() - days * 86_400_000).toISOString() })
        .where('vendor_id', '=', id)
        .execute()
    const shown = async () => [
      (await own()).close?.answer,
      (await browse('Long Ago')).suppliers[0].declined?.answer,
    ]
    await answeredAgo(59)
    expect(await shown()).toEqual(['Not now.', 'Not now.'])
    await answeredAgo(61)
    expect(await shown()).toEqual([undefined, 'Not now.'])
    await answeredAgo(91)
    expect(await shown()).toEqual([undefined, undefined])
  })

  test('may be any plan where the customer’s own is a custom one', async () => {
    const { db } = h.services
    await db
      .insertInto('plan_type')
      .values({ vendor_plan_type_id: 78, name: 'Widest', monthly_fee: '199.00' })
      .execute()
    const offersIt = async () => (await own()).plans.some(({ name }: { name: string }) => name === 'Widest')
    const setPlan = (has_custom_billing_plan: boolean) =>
      db
        .updateTable('vendor')
        .set({ vendor_plan_type_id: 78, has_custom_billing_plan })
        .where('vendor_id', '=', id)
        .execute()
    await setPlan(false)
    expect(await offersIt()).toBe(false)
    await setPlan(true)
    expect(await offersIt()).toBe(true)
  })
})
