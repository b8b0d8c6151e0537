import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { client, harness, lettersTo, makeFeed, makeLogin, staff, type Client } from '#server/test/harness.ts'
import { collectEvents } from '#server/areas/notifications/public.ts'

const h = harness()
let support: Client
let c: Client
let id: number
const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
beforeAll(async () => {
  support = await staff(h)
  const { db } = h.services
  await db.insertInto('market').values({ market_id: 39, market_name: 'Shopify' }).execute()
  await db
    .insertInto('plan_type')
    .values({ vendor_plan_type_id: 1, name: 'Starter', monthly_fee: '49.00' })
    .execute()
})
beforeEach(async () => {
  const { email, vendor_id } = await makeLogin(h, 'customer')
  id = vendor_id
  c = await client(h, email)
  await charged(day(10))
})
const charged = (next_charge_date: string | null) =>
  h.services.db
    .updateTable('vendor')
    .set({ next_charge_date, vendor_plan_type_id: 1 })
    .where('vendor_id', '=', id)
    .execute()

const listed = 3
/** A supplier that the customer is subscribed to and sells in one store, which shows some of its products. */
async function subscribed(more: object = {}) {
  const { db } = h.services
  const feed = await makeFeed(h)
  const { dropshipper_id } = feed
  await db
    .updateTable('dropshipper')
    .set({ active_products: 100 })
    .where('dropshipper_id', '=', dropshipper_id)
    .execute()
  await db
    .insertInto('subscription')
    .values({ vendor_id: id, dropshipper_id, ...more })
    .execute()
  await db
    .insertInto('vendor_market_map')
    .values({ vendor_id: id, dropshipper_id, market_id: 39, is_activated: 1 })
    .execute()
  await shown(feed)
  return dropshipper_id
}
async function shown({ dropshipper_id, feed_id }: { dropshipper_id: number; feed_id: number }) {
  const { db } = h.services
  const made = { dropshipper_id, feed_id, content_hash: 1, created_run_id: 1, updated_run_id: 1 }
  const products = await db
    .insertInto('product')
    .values(Array.from({ length: listed + 2 }, (_, n) => ({ ...made, sku: `S-${n}` })))
    .returning('product_id')
    .execute()
  const { vendor_store_id } = await db
    .insertInto('vendor_store')
    .values({
      vendor_id: id,
      vendor_store_name: 'Shop',
      market_id: 39,
      drop_to: '{"kind":"storage","folder":"y"}',
    })
    .returning('vendor_store_id')
    .executeTakeFirstOrThrow()
  const kept = { vendor_store_id, quantity: 1 }
  await db
    .insertInto('store_product')
    .values(
      // the last two are hidden there, and gone from there
      products.map((product, n) => ({
        ...product,
        ...kept,
        in_store: n <= listed,
        active: n !== listed,
      })),
    )
    .execute()
}
const path = '/api/account/subscriptions'
const read = async () => (await c.get(path)).body
const one = async (did: number) =>
  (await read()).subscriptions.find((s: { dropshipper_id: number }) => s.dropshipper_id === did)
const weigh = async (act: string, ...dropshipper_ids: number[]) =>
  c.post(`${path}/effects`, { act, dropshipper_ids })
const cancel = (dropshipper_ids: number[], more: object = {}, by = c) =>
  by.put(path, { dropshipper_ids, reason_id: 5, reason_label: 'x', comment: 'Late every week', ...more })
const reactivate = (dropshipper_id: number, more: object = {}) =>
  c.put('/api/account/reactivate-subscription', { dropshipper_id, ...more })
const pause = (dropshipper_ids: number[], more: object = {}) =>
  c.post('/api/account/pause-subscriptions', { dropshipper_ids, ...more })
const logged = async (type: string) =>
  (await support.post('/api/activity-log/search', { vendor_id: id, type })).body.logs

test('no subscription is selected when the list is read', async () => {
  const did = await subscribed()
  expect(await one(did)).toMatchObject({ selected: false, is_cancel_pending: false })
})

describe('a customer cancels', () => {
  test('at the next charge, after seeing the effects, and staff can read the reason', async () => {
    const did = await subscribed()
    expect((await weigh('cancel', did)).body).toMatchObject({
      on: day(10),
      suppliers: [{ dropshipper_id: did, from: 'active', to: 'cancel_pending' }],
      stops: { integrations: 1, listings: listed },
      next_charge: { before: { total: '49.00' }, after: { total: '49.00' } },
    })
    expect((await cancel([did])).status).toBe(200)
    expect(await one(did)).toMatchObject({ state: 'cancel_pending', is_cancel_pending: true })
    expect((await logged('subscription.cancel'))[0]).toMatchObject({
      reason: 'I’m not happy with the supplier: Late every week',
      message: expect.stringContaining('Canceled by the customer'),
    })
    const notes = await support.get(`/api/vendor/${id}/notes`)
    expect(JSON.stringify(notes.body)).toContain('I’m not happy with the supplier: Late every week')
  })
  test('a paused supplier whose products are still in the stores', async () => {
    const frozen = await subscribed({ paused_at: new Date() })
    const pending = await subscribed({ is_pause_pending: true })
    expect((await weigh('cancel', frozen, pending)).body.stops.listings).toBe(2 * listed)
  })
  test('at once if no charge is due', async () => {
    await charged(null)
    const did = await subscribed()
    expect((await weigh('cancel', did)).body).toMatchObject({ on: null, suppliers: [{ to: null }] })
    expect((await cancel([did])).body.subscriptions).toEqual([])
  })
  test('without a charge date if the account isn’t active', async () => {
    const did = await subscribed()
    expect([(await read()).charged, (await weigh('cancel', did)).body.charged]).toEqual([true, true])
    await h.services.db
      .updateTable('vendor')
      .set({ vendor_status_id: 2 })
      .where('vendor_id', '=', id)
      .execute()
    expect([(await read()).charged, (await weigh('cancel', did)).body.charged]).toEqual([false, false])
  })
  test('only with a subscription, a reason and a comment', async () => {
    const did = await subscribed()
    const faults = async (...of: Parameters<typeof cancel>) => (await cancel(...of)).body.error.fields
    expect(await faults([])).toEqual({ dropshipper_ids: 'Choose at least one subscription' })
    for (const reason_id of [4, undefined, '5', null])
      expect(await faults([did], { reason_id })).toEqual({ reason_id: 'Choose a reason' })
    expect(await faults([did], { comment: ' \u200b ' })).toEqual({ comment: 'Tell us why you’re canceling' })
    expect(await faults([did], { comment: 'x'.repeat(2001) })).toEqual({
      comment: 'Enter at most 2,000 characters',
    })
    expect((await cancel([did], { comment: 'x'.repeat(5 * 1024 * 1024) })).status).toBe(413)
    expect(await one(did)).toMatchObject({ state: 'active' })
  })
  test('once, however often the request is sent', async () => {
    const did = await subscribed()
    const answers = await Promise.all([cancel([did]), cancel([did]), cancel([did])])
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    expect((await cancel([did])).body.error.message).toBe('These subscriptions are already ending')
    expect(await logged('subscription.cancel')).toHaveLength(1)
  })
  test('only if staff haven’t changed anything since the preview', async () => {
    const did = await subscribed()
    const { version } = await read()
    await support.post(`/api/vendor/${id}/subscriptions`, {
      subscriptions: [{ dropshipper_id: did, has_ebay_access: true }],
    })
    expect((await cancel([did], { version })).status).toBe(409)
  })
  test('even while staff have the account locked, without noticing', async () => {
    const did = await subscribed()
    expect((await support.post('/api/vendor/lock', { vendor_id: id, reason: 'looking' })).status).toBe(200)
    expect((await cancel([did])).status).toBe(200)
  })
})

test('a restricted supplier without access is shown as such, not as one without products', async () => {
  const did = await subscribed()
  expect(await one(did)).toMatchObject({ no_access: false, active_products: 100 })
  await h.services.db
    .updateTable('dropshipper')
    .set({ allow_browse: -1 })
    .where('dropshipper_id', '=', did)
    .execute()
  expect(await one(did)).toMatchObject({ no_access: true, active_products: 0 })
})

test('another customer’s or a nonexistent subscription isn’t found', async () => {
  const own = await subscribed()
  const mine = c
  const { email, vendor_id } = await makeLogin(h, 'customer')
  ;[c, id] = [await client(h, email), vendor_id]
  await charged(day(10))
  const kept = await subscribed()
  for (const did of [own, 987_654]) {
    for (const act of ['cancel', 'reactivate', 'pause'])
      expect((await weigh(act, kept, did)).status).toBe(404)
    for (const { status, body } of [
      await cancel([kept, did]),
      await reactivate(did),
      await pause([kept, did]),
    ])
      expect([status, body.error.message]).toEqual([404, 'Subscription not found'])
  }
  expect((await read()).subscriptions).toMatchObject([
    { dropshipper_id: kept, state: 'active', pause_asked_tm: null },
  ])
  c = mine
  expect((await read()).subscriptions).toMatchObject([{ dropshipper_id: own, state: 'active' }])
})

describe('a customer reactivates', () => {
  test('a subscription that is being canceled or is paused', async () => {
    const did = await subscribed()
    await cancel([did])
    expect((await weigh('reactivate', did)).body).toMatchObject({ resumes: 1, suppliers: [{ to: 'active' }] })
    expect((await reactivate(did)).body.subscriptions).toMatchObject([{ state: 'active' }])
    expect((await reactivate(did)).body.error.message).toBe('This subscription is already active')
    const frozen = await subscribed({ paused_at: new Date().toISOString() })
    expect((await weigh('reactivate', frozen)).body.next_charge).toMatchObject({
      before: { total: '58.00' },
      after: { total: '49.00' },
    })
    expect((await reactivate(frozen)).status).toBe(200)
    expect(await one(frozen)).toMatchObject({ state: 'active' })
    expect(await logged('subscription.reactivate')).toHaveLength(2)
  })
})

test('a subscription that staff changed since the preview isn’t reactivated', async () => {
  const did = await subscribed({ is_cancel_pending: true })
  const { version } = await read()
  await support.post(`/api/vendor/${id}/subscriptions`, {
    subscriptions: [{ dropshipper_id: did, has_ebay_access: true }],
  })
  expect((await reactivate(did, { version })).status).toBe(409)
  expect(await one(did)).toMatchObject({ state: 'cancel_pending' })
})

describe('a customer requests a pause', () => {
  test('and support gets an email and a notification, but nothing is paused yet', async () => {
    const [did, also] = [await subscribed(), await subscribed()]
    expect((await weigh('pause', did)).body).toMatchObject({
      on: day(10),
      suppliers: [{ to: 'freeze_pending' }],
      next_charge: { before: { total: '49.00' }, after: { total: '58.00' } },
    })
    expect((await pause([did], { comment: 'Closed in winter' })).status).toBe(200)
    expect(await one(did)).toMatchObject({ state: 'active', pause_asked_tm: expect.any(String) })
    expect(await one(also)).toMatchObject({ pause_asked_tm: null })
    const [letter] = await lettersTo(h, 'support@localhost')
    expect(letter!.subject).toContain('requested a pause')
    expect(letter!.text).toContain('Closed in winter')
    expect(letter!.text).toContain('$9 a month per supplier')
    await collectEvents(h.services)
    const { body } = await support.post('/api/system-messages/', {})
    expect(body.notifications[0]).toMatchObject({ link: `/vendors/view/${id}/subscriptions` })
    expect(await logged('subscription.ask_pause')).toMatchObject([{ reason: 'Closed in winter' }])
  })
  test('once, until it is confirmed or five days have passed', async () => {
    const did = await subscribed()
    const answers = await Promise.all([pause([did]), pause([did])])
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await logged('subscription.ask_pause')).toHaveLength(1)
    const { clock } = h.services
    const was = { ...clock }
    const inDays = (days: number) => {
      h.services.clock.now = () => Date.now() + days * 86_400_000
    }
    inDays(4.99)
    expect(await one(did)).toMatchObject({ pause_asked_tm: expect.any(String) })
    expect((await pause([did])).status).toBe(400)
    inDays(5)
    expect(await one(did)).toMatchObject({ pause_asked_tm: null })
    expect((await pause([did])).status).toBe(200)
    Object.assign(clock, was)
    await support.post(`/api/vendor/${id}/subscriptions`, {
      subscriptions: [{ dropshipper_id: did, is_frozen: true }],
    })
    expect(await one(did)).toMatchObject({ state: 'freeze_pending', pause_asked_tm: null })
    expect((await pause([did])).body.error.message).toContain('already requested')
    await reactivate(did)
    expect(await one(did)).toMatchObject({ state: 'active', pause_asked_tm: null })
  })
  test('and withdraws it, which support is told and no other customer can do', async () => {
    const did = await subscribed()
    const withdraw = (by = c) => by.post('/api/account/withdraw-pause', { dropshipper_id: did })
    expect((await withdraw()).status).toBe(409)
    await pause([did])
    const other = await client(h, (await makeLogin(h, 'customer')).email)
    expect((await withdraw(other)).status).toBe(404)
    expect(await one(did)).toMatchObject({ pause_asked_tm: expect.any(String) })
    expect((await withdraw()).status).toBe(200)
    expect(await one(did)).toMatchObject({ state: 'active', pause_asked_tm: null })
    expect(await logged('subscription.withdraw_pause')).toHaveLength(1)
    const letters = await lettersTo(h, 'support@localhost')
    expect(letters.map(({ subject }) => subject).join()).toContain('withdrew a pause request')
    expect((await pause([did])).status).toBe(200)
  })
  test('but not for a subscription that is being canceled', async () => {
    const did = await subscribed({ is_cancel_pending: true })
    expect((await pause([did])).status).toBe(400)
  })
})
