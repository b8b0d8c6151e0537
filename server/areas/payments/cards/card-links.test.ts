import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { client, harness, lettersTo, makeLogin, staff, type Client } from '#server/test/harness.ts'
import { daysOf, giveCard, makePayer, makePlans, plus, pro } from '#server/test/billing/money.ts'

const h = harness()
const days = daysOf(h)
let support: Client
let vendor_id = 0
beforeAll(async () => {
  support = await staff(h, 'support')
  await makePlans(h, pro, plus)
})
beforeEach(async () => {
  days.at('2030-01-20')
  vendor_id = await makePayer(h, { next_charge_date: '2030-01-31' })
  await giveCard(h, vendor_id, '4000000000000341')
  await days.on('2030-01-31')
})

const listed = async () =>
  (await support.get('/api/failing-cards')).body.cards.find(
    (card: { vendor_id: number }) => card.vendor_id === vendor_id,
  )
const send = (ids = [vendor_id], by = support) => by.post('/api/failing-cards/links', { vendor_ids: ids })
const address = () => `of-${vendor_id}@example.com`
const letters = async () =>
  (await lettersTo(h, address())).filter(({ subject }) => subject.startsWith('Change your card'))
const giveAddress = () =>
  sql`
  insert into notification_email (vendor_id, email, billing)
  values (${vendor_id}, ${address()}, true)`.execute(h.services.db)
const linkIn = (text: string) => /card_link=([\w-]+)/.exec(text)![1]!

test('a declined renewal is listed by vendor with what is owed, why, and when it is retried', async () => {
  expect(await listed()).toMatchObject({
    owed: '49.00',
    invoices: 1,
    reason: 'The bank declined without a reason',
    next_try: '2030-02-01',
    link_tm: null,
  })
  const { funnel } = (await support.get('/api/failing-cards')).body
  expect(funnel.declined).toBeGreaterThan(0)
})

test('of failed payments, those written off are counted apart from those paid', async () => {
  const funnel = async () => (await support.get('/api/failing-cards')).body.funnel
  const before = await funnel()
  const setWrittenOff = (tm: string | null) =>
    sql`
      update invoice
      set written_off_tm = ${tm}::timestamptz, written_off_reason = ${tm && 'Gone'}
      where vendor_id = ${vendor_id}`.execute(h.services.db)
  await setWrittenOff('2030-02-02T00:00:00Z')
  expect(await funnel()).toEqual({ ...before, written_off: before.written_off + 1 })
  await setWrittenOff(null)
  expect(await funnel()).toEqual(before)
})

test('a link is emailed once an hour, however often and by whomever it is sent', async () => {
  await giveAddress()
  const [first, second] = await Promise.all([send(), send()])
  expect([first!.body, second!.body].toSorted((a, b) => b.sent - a.sent)).toEqual([
    { sent: 1, recent: 0, unreachable: 0 },
    { sent: 0, recent: 1, unreachable: 0 },
  ])
  expect(await letters()).toHaveLength(1)
  expect((await listed()).link_tm).not.toBeNull()
})

test('a vendor whose card doesn’t fail, or without an address, gets none', async () => {
  const other = await makePayer(h)
  expect((await send([other])).body).toEqual({ sent: 0, recent: 0, unreachable: 1 })
})

test('the link works for its owner alone, and expires', async () => {
  await giveAddress()
  await send()
  const token = linkIn((await letters())[0]!.text)
  const stranger = await client(h, (await makeLogin(h, 'customer')).email)
  const open = (by: Client) => by.post('/api/account/card-link', { token })
  expect((await open(stranger)).body).toEqual({ state: 'unknown' })
  const owner = await makeLogin(h, 'customer')
  await sql`update login set vendor_id = ${vendor_id} where email = ${owner.email}`.execute(h.services.db)
  const c = await client(h, owner.email)
  expect((await open(c)).body).toEqual({ state: 'valid' })
  expect((await listed()).link_opened_tm).not.toBeNull()
  await sql`update card_link set expires_tm = '2030-01-01' where vendor_id = ${vendor_id}`.execute(
    h.services.db,
  )
  expect((await open(c)).body).toEqual({ state: 'expired' })
  expect((await send([vendor_id], c)).status).toBe(403)
})
