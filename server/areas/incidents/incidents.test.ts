import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { client, harness, makeCustomFeed, makeFeed, makeLogin, type Client } from '#server/test/harness.ts'
import { noticeIncidents } from './public.ts'

const h = harness()
const minute = 60_000
const hour = 60 * minute
const began = Date.now()
let now = began
let customer: Client
let vendor_id: number
beforeAll(async () => {
  h.services.clock.now = () => now
  ;({ vendor_id } = await makeLogin(h, 'customer', 'shop@example.com'))
  customer = await client(h, 'shop@example.com')
  await sql`
    insert into notification_email (vendor_id, email, billing, updates)
    values (${vendor_id}, 'stock@example.com', false, true), (${vendor_id}, 'bills@example.com', true, false)`.execute(
    h.services.db,
  )
})
afterAll(() => {
  h.services.clock.now = () => Date.now()
})
beforeEach(async () => {
  now = began
  await h.services.db.deleteFrom('mail').execute()
  await h.services.db.deleteFrom('subscription').execute()
})

const subscribe = (dropshipper_id: number, of = vendor_id) =>
  h.services.db.insertInto('subscription').values({ vendor_id: of, dropshipper_id }).execute()
/** A supplier of the customer whose newest file was good an hour ago. */
async function supplier(name?: string) {
  const feed = await makeFeed(h, name ? { name } : {})
  await subscribe(feed.dropshipper_id)
  await ran(feed, 'applied', -hour)
  return feed
}
type Feed = { feed_id: number; dropshipper_id: number }
async function ran(feed: Feed, state: string, after = 0, reason_code: string | null = null): Promise<void> {
  const tm = new Date(now + after).toISOString()
  await sql`
    insert into feed_run (feed_id, dropshipper_id, state, insert_tm, start_tm, end_tm, reason, reason_code)
    values (${feed.feed_id}, ${feed.dropshipper_id}, ${state}, ${tm}, ${tm}, ${tm},
      'ECONNREFUSED 10.1.2.3 at Socket.connect', ${reason_code})`.execute(h.services.db)
}
const notice = () => noticeIncidents(h.services)
async function later(ms: number): Promise<void> {
  now += ms
  await notice()
}
const mails = (on: boolean, ...dropshipper_ids: number[]) =>
  customer.put('/api/account/incident-mails', { dropshipper_ids, on })
const letters = async () =>
  (await h.services.mail.kept()).map(({ recipient, subject }) => `${recipient}: ${subject}`).toSorted()
const page = async () => (await customer.get('/api/account/suppliers')).body
const history = async (feed: Feed) =>
  (await customer.get(`/api/account/supplier/${feed.dropshipper_id}/incidents`)).body

test('a supplier outage is emailed once after a while, and once more when it is resolved', async () => {
  const feed = await supplier('Alpine Outdoor')
  await mails(true, feed.dropshipper_id)
  await ran(feed, 'failed', 0, 'unreachable')
  await later(minute)
  expect(await letters()).toEqual([])
  expect(await page()).toMatchObject({
    suppliers: [
      {
        dropshipper_name: 'Alpine Outdoor',
        state: 'failing',
        since_tm: new Date(began).toISOString(),
        what: 'We can’t download their file.',
        mails: true,
      },
    ],
    mails_to: ['stock@example.com'],
  })
  await later(30 * minute)
  await later(hour)
  expect(await letters()).toEqual(['stock@example.com: Alpine Outdoor: stock may be out of date'])
  // a moment is written as everywhere
  expect((await h.services.mail.kept())[0]!.text).toMatch(/Since \d+\/\d+\/\d\d \d+:\d\d [ap]m \(UTC\), your/)
  await ran(feed, 'unchanged')
  await later(minute)
  expect(await letters()).toHaveLength(1)
  await later(31 * minute)
  await later(hour)
  expect(await letters()).toEqual([
    'stock@example.com: Alpine Outdoor is up to date again',
    'stock@example.com: Alpine Outdoor: stock may be out of date',
  ])
  expect(await history(feed)).toMatchObject({
    total: 1,
    incidents: [{ kind: 'failing', began_tm: new Date(began).toISOString(), seconds: 91 * 60 }],
  })
  expect((await page()).suppliers).toMatchObject([{ state: 'fresh', since_tm: null, incidents: 1 }])
})

test('an outage that is resolved within half an hour, even repeatedly, isn’t emailed', async () => {
  const feed = await supplier()
  await mails(true, feed.dropshipper_id)
  for (let i = 0; i < 3; i++) {
    await ran(feed, 'failed', 0, 'stalled')
    await later(5 * minute)
    await ran(feed, 'unchanged')
    await later(5 * minute)
  }
  await later(hour)
  expect(await letters()).toEqual([])
  // one that came and went is one line of the history
  expect(await history(feed)).toMatchObject({ total: 1, incidents: [{ seconds: 25 * 60 }] })
})

test('several workers, one of which crashes, send each email once', async () => {
  const feed = await supplier()
  await mails(true, feed.dropshipper_id)
  await ran(feed, 'failed', 0, 'page')
  await Promise.all([notice(), notice(), notice()])
  now += 31 * minute
  const dies = vi.spyOn(h.services.mail, 'write').mockRejectedValueOnce(new Error('killed'))
  await expect(notice()).rejects.toThrow('killed')
  dies.mockRestore()
  expect(await letters()).toEqual([])
  await Promise.all([notice(), notice(), notice()])
  expect(await letters()).toHaveLength(1)
  expect((await history(feed)).total).toBe(1)
})

test('only customers who want emails about a supplier get them, while they have it and it isn’t frozen', async () => {
  const [wanted, other, frozen] = [await supplier(), await supplier(), await supplier()]
  await mails(true, wanted.dropshipper_id, frozen.dropshipper_id)
  await sql`update subscription set paused_at = now() where dropshipper_id = ${frozen.dropshipper_id}`.execute(
    h.services.db,
  )
  for (const feed of [wanted, other, frozen]) await ran(feed, 'held')
  await notice()
  await later(31 * minute)
  expect(await letters()).toEqual([expect.stringContaining('new file in review')])
  expect(await letters()).toHaveLength(1)
  // who asks for it afterwards isn't told of the end of what they never heard of
  now += minute
  await mails(true, other.dropshipper_id)
  await mails(false, wanted.dropshipper_id)
  for (const feed of [wanted, other]) {
    await sql`update feed_run set state = 'discarded' where feed_id = ${feed.feed_id} and state = 'held'`.execute(
      h.services.db,
    )
    await ran(feed, 'applied')
  }
  await notice()
  await later(31 * minute)
  expect(await letters()).toHaveLength(1)
})

test('a paused supplier is shown as paused, even if it will end with the next charge', async () => {
  const feed = await supplier()
  await ran(feed, 'failed', 0, 'unreachable')
  const paused_at = new Date(began - hour).toISOString()
  await h.services.db
    .updateTable('subscription')
    .set({ paused_at, is_cancel_pending: true })
    .where('dropshipper_id', '=', feed.dropshipper_id)
    .execute()
  expect((await page()).suppliers).toMatchObject([
    { state: 'frozen', subscription: 'cancel_pending', since_tm: paused_at, what: null, doing: null },
  ])
})

test('unsubscribed addresses are listed apart from recipients until emails are turned on again', async () => {
  const feed = await supplier()
  await mails(true, feed.dropshipper_id)
  await h.services.db
    .insertInto('mail_unsubscribe')
    .values({ vendor_id, address: 'stock@example.com', kind: 'supplier_incidents' })
    .execute()
  expect(await page()).toMatchObject({ mails_to: [], mails_ended: ['stock@example.com'] })
  await mails(true, feed.dropshipper_id)
  expect(await page()).toMatchObject({ mails_to: ['stock@example.com'], mails_ended: [] })
})

test('an address that bounces isn’t listed as a recipient', async () => {
  const feed = await supplier()
  await mails(true, feed.dropshipper_id)
  const trouble = (what: 'soft_bounce' | 'hard_bounce') =>
    h.services.db
      .insertInto('mail_trouble')
      .values({ address: 'stock@example.com', what, reason: '', tm: new Date(now).toISOString() })
      .execute()
  onTestFinished(async () => {
    await h.services.db.deleteFrom('mail_trouble').execute()
  })
  await trouble('soft_bounce')
  expect(await page()).toMatchObject({ mails_to: ['stock@example.com'], mails_unreachable: [] })
  await trouble('hard_bounce')
  expect(await page()).toMatchObject({ mails_to: [], mails_unreachable: ['stock@example.com'] })
})

test('a supplier without a subscription shows nothing, and its emails can’t be turned on', async () => {
  const feed = await makeFeed(h)
  const mine = await supplier()
  await ran(feed, 'failed')
  await notice()
  expect((await customer.get(`/api/account/supplier/${feed.dropshipper_id}/incidents`)).status).toBe(404)
  expect((await mails(true, mine.dropshipper_id, feed.dropshipper_id)).status).toBe(404)
  expect((await mails(true, 999_999)).status).toBe(404)
  expect((await page()).suppliers).toMatchObject([{ dropshipper_id: mine.dropshipper_id, mails: false }])
  expect((await customer.put('/api/account/incident-mails', { dropshipper_ids: [], on: true })).status).toBe(
    400,
  )
})

test('turning emails on twice at once is logged once', async () => {
  const feed = await supplier('Twice Tools')
  await Promise.all([mails(true, feed.dropshipper_id), mails(true, feed.dropshipper_id)])
  const { rows } = await sql<{ message: string }>`
    select message
    from activity
    where type = 'subscription.mails' and message like '%Twice Tools%'`.execute(h.services.db)
  expect(rows).toEqual([{ message: 'Emails about Twice Tools turned on' }])
})

test('each state explains the problem and what is being done, without addresses or names', async () => {
  const [held, late, broken, changed] = [
    await supplier('Held'),
    await makeFeed(h, { name: 'Late' }),
    await supplier('Broken'),
    await supplier('Changed'),
  ]
  await subscribe(late.dropshipper_id)
  await ran(late, 'applied', -30 * 24 * hour)
  await ran(held, 'held')
  await ran(broken, 'rejected', 0, 'truncated')
  await ran(changed, 'rejected', 0, 'column_gone')
  await notice()
  const { suppliers } = await page()
  expect(
    suppliers.map((s: { dropshipper_name: string; state: string }) => [s.dropshipper_name, s.state]),
  ).toEqual([
    ['Late', 'late'],
    ['Broken', 'failing'],
    ['Changed', 'failing'],
    ['Held', 'checking'],
  ])
  expect(JSON.stringify(suppliers)).not.toMatch(/ECONNREFUSED|10\.1\.2\.3|Run \d/)
  const doing = suppliers.map((s: { doing: string }) => s.doing)
  expect(new Set(doing).size).toBe(4)
  expect(suppliers.map((s: { person_told_tm: string | null }) => s.person_told_tm)).toEqual([
    null,
    null,
    null,
    new Date(now).toISOString(),
  ])
})

test('a store isn’t up to date while a supplier that it sells has a problem, in a customer’s words', async () => {
  const { db } = h.services
  await sql`
    insert into market (market_id, market_name)
    values (81, 'Shopping'), (82, 'Walking')`.execute(db)
  await sql`
    insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to)
    values (${vendor_id}, 'Shoes', 81, '{"kind":"api"}'), (${vendor_id}, 'Hats', 82, '{"kind":"api"}')`.execute(
    db,
  )
  onTestFinished(async () => {
    await sql`delete from vendor_store where vendor_id = ${vendor_id}`.execute(db)
  })
  const feed = await supplier('Brook & Sons')
  const other = await supplier('Cove')
  for (const { dropshipper_id } of [feed, other])
    await sql`
      insert into vendor_market_map (vendor_id, dropshipper_id, market_id, is_activated)
      values (${vendor_id}, ${dropshipper_id}, 81, 1)`.execute(db)
  const stores = async () =>
    Object.fromEntries(
      (await page()).stores.map(
        (store: { vendor_store_name: string; state: string; text: string | null }) => [
          store.vendor_store_name,
          [store.state, store.text],
        ],
      ),
    )
  expect(await stores()).toEqual({ Shoes: ['works', null], Hats: ['works', null] })
  await ran(feed, 'held')
  expect(await stores()).toEqual({
    Shoes: [
      'outdated',
      'Products from Brook & Sons aren’t up to date. Their new file has unusually large changes.',
    ],
    Hats: ['works', null],
  })
  await ran(other, 'failed', 0, 'unreachable')
  expect(await stores()).toMatchObject({
    Shoes: ['outdated', 'Products from Cove and Brook & Sons aren’t up to date.'],
  })
  // a supplier that isn't sold in the store says nothing about it
  await sql`update vendor_market_map set is_activated = 0 where vendor_id = ${vendor_id}`.execute(db)
  expect(await stores()).toMatchObject({ Shoes: ['works', null] })
})

test('a held file shows when our team was notified, however long its supplier has had problems', async () => {
  const feed = await supplier()
  await ran(feed, 'failed')
  await notice()
  now += hour
  await ran(feed, 'held')
  await notice()
  expect((await page()).suppliers).toMatchObject([
    { since_tm: new Date(began).toISOString(), person_told_tm: new Date(began + hour).toISOString() },
  ])
})

test('a custom feed counts for its own customer only', async () => {
  const feed = await supplier('Both')
  const mine = await makeCustomFeed(h, feed.dropshipper_id, { owner: vendor_id })
  const theirs = await makeCustomFeed(h, feed.dropshipper_id)
  await subscribe(feed.dropshipper_id, theirs.vendor_id)
  await ran({ ...mine, dropshipper_id: feed.dropshipper_id }, 'applied', -hour)
  await ran({ ...theirs, dropshipper_id: feed.dropshipper_id }, 'failed')
  await notice()
  expect((await page()).suppliers).toMatchObject([{ state: 'fresh', incidents: 0 }])
  await ran({ ...mine, dropshipper_id: feed.dropshipper_id }, 'failed', 0, 'http_status')
  await notice()
  expect((await page()).suppliers).toMatchObject([{ state: 'failing', of_own_feed: true, incidents: 1 }])
  expect((await history(feed)).incidents).toMatchObject([{ of_own_feed: true }])
})

test('another customer’s custom feed isn’t emailed about', async () => {
  const feed = await supplier('Shared')
  const theirs = await makeCustomFeed(h, feed.dropshipper_id)
  await mails(true, feed.dropshipper_id)
  await ran({ ...theirs, dropshipper_id: feed.dropshipper_id }, 'failed')
  await notice()
  await later(31 * minute)
  expect(await letters()).toEqual([])
  const mine = await makeCustomFeed(h, feed.dropshipper_id, { owner: vendor_id })
  await ran({ ...mine, dropshipper_id: feed.dropshipper_id }, 'failed')
  await notice()
  await later(31 * minute)
  expect(await letters()).toEqual(['stock@example.com: Shared: stock may be out of date'])
})

test('turning emails on or off affects only that customer', async () => {
  const feed = await supplier()
  const { vendor_id: of } = await makeLogin(h, 'customer', 'other@example.com')
  await subscribe(feed.dropshipper_id, of)
  const other = await client(h, 'other@example.com')
  const switched = async () =>
    Promise.all(
      [customer, other].map(async (one) =>
        (await one.get('/api/account/suppliers')).body.suppliers.map((s: { mails: boolean }) => s.mails),
      ),
    )
  await other.put('/api/account/incident-mails', { dropshipper_ids: [feed.dropshipper_id], on: true })
  expect(await switched()).toEqual([[false], [true]])
  await mails(true, feed.dropshipper_id)
  await mails(false, feed.dropshipper_id)
  expect(await switched()).toEqual([[false], [true]])
})

test('a deleted account gets no more emails', async () => {
  const feed = await supplier()
  const { vendor_id: of } = await makeLogin(h, 'customer', 'gone@example.com')
  await subscribe(feed.dropshipper_id, of)
  const gone = await client(h, 'gone@example.com')
  await gone.put('/api/account/incident-mails', { dropshipper_ids: [feed.dropshipper_id], on: true })
  await ran(feed, 'failed')
  await notice()
  const { db } = h.services
  await db
    .updateTable('vendor')
    .set({ deleted_tm: new Date(now).toISOString(), deleted_by_name: 'Ann' })
    .where('vendor_id', '=', of)
    .execute()
  await later(31 * minute)
  expect(await letters()).toEqual([])
})

test('a long history is paged without repeating or skipping anything', async () => {
  const feed = await supplier()
  await sql`
    insert into incident (feed_id, kind, began_tm, seen_tm, well_tm, ended_tm)
    select ${feed.feed_id}, 'failing', tm, tm, tm, tm
    from (
      select ${new Date(now).toISOString()}::timestamptz - make_interval(days => n) as tm
      from generate_series(1, 21) n) t`.execute(h.services.db)
  const began = async (n: number) => {
    const { body } = await customer.get(`/api/account/supplier/${feed.dropshipper_id}/incidents?page=${n}`)
    expect(body.total).toBe(21)
    return body.incidents.map((one: { began_tm: string }) => (now - Date.parse(one.began_tm)) / (24 * hour))
  }
  expect(await began(1)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  expect(await began(2)).toEqual([21])
})

test('the page shows the next charge date and which suppliers the customer has no access to', async () => {
  const { db } = h.services
  const open = await supplier()
  const restricted = await supplier()
  await db
    .updateTable('dropshipper')
    .set({ allow_browse: -1 })
    .where('dropshipper_id', '=', restricted.dropshipper_id)
    .execute()
  await db
    .updateTable('vendor')
    .set({ next_charge_date: '2030-01-31' })
    .where('vendor_id', '=', vendor_id)
    .execute()
  const { suppliers, next_charge_date } = await page()
  expect(next_charge_date).toBe('2030-01-31')
  const without = suppliers.filter((one: { no_access: boolean }) => one.no_access)
  expect(without).toMatchObject([{ dropshipper_id: restricted.dropshipper_id }])
  expect(suppliers).toHaveLength(2)
  expect(open.dropshipper_id).not.toBe(restricted.dropshipper_id)
})

test('a suspended account’s store shows whether anything is owed', async () => {
  const { db } = h.services
  await db.updateTable('vendor').set({ vendor_status_id: 2 }).where('vendor_id', '=', vendor_id).execute()
  await sql`
    with m as (insert into market (market_id, market_name) values (39, 'Shopify') returning market_id)
    insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to)
    select ${vendor_id}, 'Shop', market_id, '{"kind":"storage","folder":"y"}' from m`.execute(db)
  expect((await page()).inactive).toBe('suspended')
  expect((await page()).stores).toMatchObject([
    { state: 'suspended', text: 'Updates are stopped until your account is active again.' },
  ])
  await sql`
    insert into invoice (vendor_id, series, number, kind, issued_on, issued_tm, total, bill_to)
    select ${vendor_id}, series, 900, 'renewal', current_date, now(), 49, '{}'
    from invoice_counter
    where series = 'INV'`.execute(db)
  expect(await page()).toMatchObject({ unpaid: false, stores: [{ state: 'unpaid' }] })
  // its card was asked
  await sql`update invoice set tries = 1 where number = 900`.execute(db)
  expect((await page()).unpaid).toBe(true)
  const becomes = async (vendor_status_id: number) => {
    await db.updateTable('vendor').set({ vendor_status_id }).where('vendor_id', '=', vendor_id).execute()
    return (await page()).inactive
  }
  expect([await becomes(3), await becomes(4), await becomes(0), await becomes(1)]).toEqual([
    'delisted',
    'canceled',
    null,
    null,
  ])
})
