import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { daysOf, expectSoundBooks, giveCard, makePayer } from '#server/test/billing/money.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { sql } from '#server/platform/database/db.ts'
import { renew } from '../public.ts'
import { settleDueSubscriptions } from '../renewals/settle-subscriptions.ts'
import { noticesLike } from '#server/test/notices.ts'

const h = harness()
const { at, on } = daysOf(h)
let first: Client
let second: Client
let year = 2027
/** Days of a year of its own, so that no test learns from another. */
const day = (date: string) => `${year}-${date}`
beforeEach(async () => {
  year++
  at(day('01-31'))
  first ??= await staff(h, 'finance')
  second ??= await staff(h, 'account_manager')
  await sql`insert into plan_type (vendor_plan_type_id, name, monthly_fee) values (1, 'Pro', 49)
    on conflict do nothing`.execute(h.services.db)
})
afterEach(async () => {
  await expectSoundBooks(h)
  await sql`update vendor set next_charge_date = null`.execute(h.services.db)
  await sql`update invoice set next_try = null`.execute(h.services.db)
  await sql`delete from renewal_stop`.execute(h.services.db)
  await sql`delete from renewal_day`.execute(h.services.db)
})

const payers = async (count: number, columns: object = {}) => {
  for (let i = 0; i < count; i++)
    await giveCard(h, await makePayer(h, { next_charge_date: day('01-31'), ...columns }))
}
const invoices = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from invoice`.execute(h.services.db)
  return rows[0]!.n
}
const money = async (by = first) => (await by.get('/api/payments/waiting')).body
const stopped = async (by = first) => (await money(by)).stopped_run
const path = async (act: string) => `/api/renewal-stop/${(await stopped()).renewal_stop_id}/${act}`
const preview = async (by = first) => (await by.get(await path('charges'))).body
/** As a person does: the preview first, then the approval of what it showed. */
async function agree(by: Client) {
  const { invoices: count, amount } = await preview(by)
  return by.post(await path('agree'), { invoices: count, amount })
}
const messages = async () => (await noticesLike(h, 'Renewals stopped%')).map((row) => row.message)

describe('a first run with 30 invoices', () => {
  let before: number
  beforeEach(async () => {
    before = await invoices()
    await sql`delete from notice_inbox`.execute(h.services.db)
    await sql`delete from system_message`.execute(h.services.db)
    await sql`delete from mail`.execute(h.services.db)
    await payers(30)
    await renew(h.services)
  })
  const billed = async () => (await invoices()) - before
  const ending = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from subscription where is_cancel_pending`.execute(h.services.db)
    return rows[0]!.n
  }

  test('stops before the first invoice and card, and tells finance once what is unusual', async () => {
    await renew(h.services)
    expect(await billed()).toBe(0)
    const { rows } = await sql`select from money_intent where kind = 'renewal' and state = 'open'`.execute(
      h.services.db,
    )
    expect(rows).toEqual([])
    expect(await messages()).toEqual([
      'Renewals stopped: 30 invoices, $1,470 is more than usual. Nothing was charged. Two people must approve',
    ])
    const { rows: letters } = await sql`
      select l.role, m.subject
      from mail m
      join login l on l.email = m.recipient`.execute(h.services.db)
    expect(letters).toEqual([{ role: 'finance', subject: 'Renewals stopped: two people must approve' }])
    expect(await stopped()).toMatchObject({
      day: day('01-31'),
      state: 'stopped',
      amount: { now: '1470.00', most: '2500.00' },
      agreed: [],
    })
    expect((await stopped()).invoices).toEqual({ now: 30, most: 25 })
  })

  test('is previewed with each charge, the largest first', async () => {
    await sql`insert into plan_type (vendor_plan_type_id, name, monthly_fee) values (2, 'Plus', 199)
      on conflict do nothing`.execute(h.services.db)
    await payers(1, { company: 'Largest', vendor_plan_type_id: 2 })
    const { charges, ...sums } = await preview()
    expect(sums).toEqual({ invoices: 31, amount: '1669.00' })
    expect(charges).toHaveLength(31)
    expect(charges[0]).toMatchObject({
      company: 'Largest',
      text: `Renewal, Jan 31 to Feb 27, ${year}`,
      amount: '199.00',
    })
  })

  test('waits for two different people, then charges everybody once', async () => {
    await sql`
      with supplier as (
        insert into dropshipper (supplier_name, dropshipper_prefix) values ('Ends ' || ${year}::text, 'E' || ${year}::text)
        returning dropshipper_id)
      insert into subscription (vendor_id, dropshipper_id, is_cancel_pending)
      select (select max(vendor_id) from vendor where next_charge_date is not null), dropshipper_id, true
      from supplier`.execute(h.services.db)
    expect(await settleDueSubscriptions(h.services)).toBe(0)
    expect((await agree(first)).body).toEqual({ state: 'stopped' })
    expect((await agree(first)).body.error.message).toBe(
      'You already approved. Another person must approve, too',
    )
    await renew(h.services)
    expect([await billed(), await ending()]).toEqual([0, 1])
    expect((await stopped(second)).agreed).toMatchObject([{ own: false }])
    expect((await stopped(first)).agreed).toMatchObject([{ own: true }])
    // one person with two logins isn’t two people
    await sql`
      update login
      set role_tm = now(), role_by = (select login_id from renewal_agreement),
        insert_tm = now() - interval '1 year'`.execute(h.services.db)
    expect((await agree(second)).body.error.message).toContain('can’t approve for each other')
    await sql`update login set role_by = null, role_tm = null`.execute(h.services.db)
    expect((await agree(second)).body).toEqual({ state: 'agreed' })
    expect(await stopped()).toBeNull()
    await renew(h.services)
    await renew(h.services)
    expect([await billed(), await ending()]).toEqual([30, 0])
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from vendor_charge where tm >= ${day('01-31')}::timestamptz and vendor_charge_status_id = 1`.execute(
      h.services.db,
    )
    expect(rows[0]!.n).toBeGreaterThanOrEqual(30)
  })

  test('doesn’t count the approval of a person who may no longer move money', async () => {
    const third = await staff(h, 'finance')
    await agree(third)
    await sql`update login set role = 'support' where login_id = (
      select login_id from renewal_agreement order by tm desc limit 1)`.execute(h.services.db)
    expect((await agree(second)).body).toEqual({ state: 'stopped' })
    await renew(h.services)
    expect(await billed()).toBe(0)
  })

  test('isn’t covered by approvals once it has grown', async () => {
    const { invoices: count, amount } = await preview()
    await agree(first)
    await payers(4)
    expect((await second.post(await path('agree'), { invoices: count, amount })).body.error.message).toBe(
      'The run has grown since you opened it. Review it again',
    )
    expect((await agree(second)).body).toEqual({ state: 'stopped' })
    await renew(h.services)
    expect(await billed()).toBe(0)
    expect((await agree(first)).body).toEqual({ state: 'agreed' })
    await renew(h.services)
    expect(await billed()).toBe(34)
  })

  test('isn’t covered by approvals once its invoices cost more, even if there are no more of them', async () => {
    await agree(first)
    await sql`insert into plan_type (vendor_plan_type_id, name, monthly_fee) values (2, 'Plus', 199)
      on conflict do nothing`.execute(h.services.db)
    await sql`
      update vendor set vendor_plan_type_id = 2 where next_charge_date = ${day('01-31')}`.execute(
      h.services.db,
    )
    expect(await stopped()).toMatchObject({ agreed: [{ own: true }] })
    expect((await agree(second)).body).toEqual({ state: 'stopped' })
    await renew(h.services)
    expect(await billed()).toBe(0)
    expect(await stopped(second)).toMatchObject({ amount: { now: '5970.00' }, agreed: [{ own: true }] })
  })

  test('that is rejected stays stopped for the day, shows the reason, and asks again the next day', async () => {
    await agree(first)
    expect((await second.post(await path('refuse'), { reason: 'The dates are wrong' })).status).toBe(204)
    await renew(h.services)
    expect(await billed()).toBe(0)
    expect(await stopped()).toMatchObject({ state: 'refused', reason: 'The dates are wrong', agreed: [] })
    expect((await first.get(await path('charges'))).body.error.message).toBe('Already rejected')
    const { renewal_stop_id } = await stopped()
    await on(day('02-01'))
    expect(await stopped()).toMatchObject({ state: 'stopped', day: day('02-01') })
    expect((await stopped()).renewal_stop_id).not.toBe(renewal_stop_id)
    expect(await messages()).toHaveLength(2)
    expect(await billed()).toBe(0)
  })

  test('continues by itself once it is within its bounds again', async () => {
    await sql`
      update vendor
      set next_charge_date = null
      where vendor_id in (
        select vendor_id from vendor where next_charge_date = ${day('01-31')} order by vendor_id limit 6)`.execute(
      h.services.db,
    )
    await renew(h.services)
    expect(await billed()).toBe(24)
    expect(await stopped()).toBeNull()
  })

  test('can’t be started vendor by vendor with Retry now', async () => {
    await sql`
      insert into renewal_trouble (vendor_id, step, error, cause, since_tm, tries, next_try_tm)
      select vendor_id, 'bill', 'It failed', 'program', now(), 1, '2040-01-01'
      from vendor where next_charge_date = ${day('01-31')} limit 1
      returning vendor_id`.execute(h.services.db)
    const [{ vendor_id }] = (await money()).set_aside
    const again = async () =>
      (await first.post('/api/payments/set-aside/again', { vendor_id, step: 'bill' })).body.error.message
    const refusal = 'Renewals are stopped. Two people must approve them under Money first'
    expect(await again()).toBe(refusal)
    await first.post(await path('refuse'), { reason: 'The dates are wrong' })
    expect(await again()).toBe(refusal)
    expect(await billed()).toBe(0)
    await sql`delete from renewal_trouble`.execute(h.services.db)
  })
})

test('after a usual day, as many invoices go on without approval, but not after a week without runs', async () => {
  await payers(26)
  await renew(h.services)
  await agree(first)
  await agree(second)
  await renew(h.services)
  const before = await invoices()
  await payers(30, { next_charge_date: day('02-01') })
  await on(day('02-01'))
  expect(await invoices()).toBe(before + 30)
  await payers(30, { next_charge_date: day('02-08') })
  await on(day('02-08'))
  expect(await invoices()).toBe(before + 30)
  expect((await stopped()).days).toEqual({ now: 7, most: 3 })
})

test('a run bills only the vendors it was calculated for, and the next one who became due meanwhile', async () => {
  const { db } = h.services
  const judged = await makePayer(h, { next_charge_date: day('01-31') })
  const later = await makePayer(h, { next_charge_date: null })
  let isRead = false
  // due once the run has read its vendors
  const whileJudged = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isRead)
        await sql`update vendor set next_charge_date = ${day('01-31')} where vendor_id = ${later}`.execute(db)
      isRead = true
      return result
    },
  })
  const billed = async () => {
    const { rows } = await sql<{ vendor_id: number }>`
      select vendor_id from invoice where vendor_id in (${judged}, ${later}) order by vendor_id`.execute(db)
    return rows.map(({ vendor_id }) => vendor_id)
  }
  await renew({ ...h.services, db: whileJudged })
  expect(await billed()).toEqual([judged])
  await renew(h.services)
  expect(await billed()).toEqual([judged, later])
})

test('what was charged earlier on a day counts with what becomes due later', async () => {
  await sql`insert into plan_type (vendor_plan_type_id, name, monthly_fee) values (2, 'Plus', 199)
    on conflict do nothing`.execute(h.services.db)
  const before = await invoices()
  await payers(10, { vendor_plan_type_id: 2 })
  await renew(h.services)
  expect(await invoices()).toBe(before + 10)
  await payers(3, { vendor_plan_type_id: 2 })
  await renew(h.services)
  expect(await invoices()).toBe(before + 10)
  expect(await stopped()).toMatchObject({
    invoices: { now: 13, most: 25 },
    amount: { now: '2587.00', most: '2500.00' },
  })
})

test('retries of cards count, too', async () => {
  await sql`insert into plan_type (vendor_plan_type_id, name, monthly_fee) values (3, 'Large', 400)
    on conflict do nothing`.execute(h.services.db)
  for (let i = 0; i < 6; i++)
    await giveCard(
      h,
      await makePayer(h, { vendor_plan_type_id: 3, next_charge_date: day('01-31') }),
      '4000000000000341',
    )
  await renew(h.services)
  const charges = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from money_intent where kind = 'renewal' and amount = 400`.execute(
      h.services.db,
    )
    return rows[0]!.n
  }
  expect(await charges()).toBe(6)
  await sql`update invoice set next_try = ${day('02-05')} where next_try is not null`.execute(h.services.db)
  await payers(1, { vendor_plan_type_id: 3, next_charge_date: day('02-05') })
  await on(day('02-05'))
  expect(await stopped()).toMatchObject({ amount: { now: '2800.00' } })
  expect((await preview()).charges.at(-1).text).toMatch(/^(Retry of INV-\d+|Renewal, .*)$/)
  expect(await charges()).toBe(6)
})
