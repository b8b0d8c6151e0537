import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { expectSoundBooks, giveCard } from '#server/test/billing/money.ts'
import { sql } from '#server/platform/database/db.ts'
import { issueRenewals } from './issue-renewals.ts'
import { renew } from '../public.ts'

const h = harness()
let c: Client
let vendor_id: number
let suppliers: number[]
const at = (day: string) => (h.services.clock.now = () => Date.parse(`${day}T12:00:00Z`))
beforeAll(async () => {
  const { db } = h.services
  c = await staff(h, 'finance')
  await sql`insert into plan_type (vendor_plan_type_id, name, monthly_fee) values (1, 'Pro', 49)`.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into dropshipper (supplier_name, dropshipper_prefix, allow_browse)
    select 'Billed ' || i, 'BI' || i, 1 from generate_series(1, 2) i
    returning dropshipper_id as id`.execute(db)
  suppliers = rows.map((row) => row.id)
})
beforeEach(async () => {
  at('2032-01-31')
  const row = await h.services.db
    .insertInto('vendor')
    .values({
      company: 'Freezer',
      vendor_status_id: 1,
      vendor_plan_type_id: 1,
      next_charge_date: '2032-01-31',
    })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  vendor_id = row.vendor_id
  await giveCard(h, vendor_id)
  await sql`
    insert into subscription (vendor_id, dropshipper_id)
    select ${vendor_id}, unnest(${suppliers}::int[])`.execute(h.services.db)
  await renew(h.services)
})
afterEach(async () => {
  await expectSoundBooks(h)
  await set({ next_charge_date: null })
})
const set = (more: object) =>
  h.services.db.updateTable('vendor').set(more).where('vendor_id', '=', vendor_id).execute()
/** Of its nth supplier. */
const change = async (nth: number, more: object) =>
  expect(
    (
      await c.post(`/api/vendor/${vendor_id}/subscriptions`, {
        subscriptions: [{ dropshipper_id: suppliers[nth]!, ...more }],
      })
    ).status,
  ).toBeLessThan(300)
const next = async () => (await c.get(`/api/vendor/view/${vendor_id}/billing`)).body.due.total as string
const bills = async () => {
  const { rows } = await sql<{ bill: string }>`
    select b.starts || ' ' || i.total as bill
    from billing_period b
    join invoice i using (invoice_id)
    where b.vendor_id = ${vendor_id}
    order by b.starts`.execute(h.services.db)
  return rows.map((row) => row.bill)
}
const first = '2032-01-31 49.00'

test('a subscription set to freeze is billed from the next charge on, at leap-year month ends too, and shown beforehand', async () => {
  await change(0, { is_frozen: true })
  expect(await next()).toBe('58.00')
  at('2032-02-29')
  await Promise.all([renew(h.services), renew(h.services)])
  expect(await bills()).toEqual([first, '2032-02-29 58.00'])
  // thawed within the month, it costs that month and no more
  at('2032-03-10')
  await change(0, { is_frozen: false })
  at('2032-03-31')
  expect(await next()).toBe('49.00')
  await renew(h.services)
  expect(await bills()).toEqual([first, '2032-02-29 58.00', '2032-03-31 49.00'])
})

test('a bill waits until everything due to freeze by then is frozen', async () => {
  await change(0, { is_frozen: true })
  at('2032-02-29')
  await issueRenewals(h.services)
  expect(await bills()).toEqual([first])
  await renew(h.services)
  expect(await bills()).toEqual([first, '2032-02-29 58.00'])
})

test('a subscription unfrozen before the charge costs nothing, however often it was frozen', async () => {
  for (const is_frozen of [true, false, true, false]) await change(0, { is_frozen })
  expect(await next()).toBe('49.00')
  at('2032-02-29')
  await renew(h.services)
  expect(await bills()).toEqual([first, '2032-02-29 49.00'])
})

test('a frozen subscription that is ending costs nothing after its end', async () => {
  await change(0, { is_frozen: true })
  await change(1, { is_frozen: true })
  at('2032-02-29')
  await renew(h.services)
  await change(0, { is_cancel_pending: true })
  expect(await next()).toBe('58.00')
  at('2032-03-31')
  await renew(h.services)
  expect(await bills()).toEqual([first, '2032-02-29 67.00', '2032-03-31 58.00'])
})

test('frozen subscriptions aren’t billed while the vendor is suspended, canceled or deleted, and are billed again once it pays', async () => {
  await change(0, { is_frozen: true })
  for (const more of [
    { vendor_status_id: 2, suspended_on: '2032-02-20' },
    { vendor_status_id: 4, suspended_on: null },
    { vendor_status_id: 1, deleted_tm: '2032-02-20T00:00:00Z' },
  ]) {
    await set(more)
    at('2032-02-29')
    await renew(h.services)
    expect(await bills()).toEqual([first])
  }
  await set({ deleted_tm: null })
  at('2032-03-04')
  await renew(h.services)
  expect(await bills()).toEqual([first, '2032-02-29 58.00'])
})

test('days of a plan billed with a promo code are deducted at the discounted price', async () => {
  await sql`
    insert into plan_type (vendor_plan_type_id, name, monthly_fee) values (2, 'Plus', 199)
    on conflict do nothing`.execute(h.services.db)
  await sql`
    insert into promo_code (promo_code, percentage_based, discount, is_recurring, recurring_billing_cycles)
    values ('HALFONCE', true, 50, true, 1)`.execute(h.services.db)
  await c.post(`/api/vendor/${vendor_id}/postPromoCode`, { promo_code: 'HALFONCE' })
  at('2032-02-29')
  await renew(h.services)
  expect(await bills()).toEqual([first, '2032-02-29 24.50'])
  at('2032-03-10')
  await c.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id: 2 })
  // 21 of 31 days of the 174.50 dollars that it is dearer than what was paid
  expect(await next()).toBe((199 + 118.21).toFixed(2))
})

test('two plan changes, a promo code added and removed, and a freeze in one month appear on one bill', async () => {
  await sql`
    insert into plan_type (vendor_plan_type_id, name, monthly_fee) values (2, 'Plus', 199)
    on conflict do nothing`.execute(h.services.db)
  await sql`
    insert into promo_code (promo_code, percentage_based, discount, is_recurring, recurring_billing_cycles)
    values ('HALF', true, 50, true, 1)`.execute(h.services.db)
  const plan = (id: number) => c.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id: id })
  at('2032-02-10')
  await plan(2)
  at('2032-02-20')
  await plan(1)
  await change(0, { is_frozen: true })
  await c.post(`/api/vendor/${vendor_id}/postPromoCode`, { promo_code: 'HALF' })
  // 19 of 29 days of 150 dollars more, less 9 of them; half of 58 dollars
  const due = (98.28 - 46.55 + 29).toFixed(2)
  expect(await next()).toBe(due)
  at('2032-02-29')
  await renew(h.services)
  expect(await bills()).toEqual([first, `2032-02-29 ${due}`])
  // it is used up
  at('2032-03-31')
  await renew(h.services)
  expect((await bills()).at(-1)).toBe('2032-03-31 58.00')
})
