import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/billing/days.ts'
import { ageNames } from '#contract/payments/papers.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { giveCard } from '#server/test/billing/money.ts'
import { issue } from './invoices.ts'

const h = harness()
const today = '2030-06-30'
let c: Client
let vendor_id = 0
beforeAll(async () => {
  h.services.clock.now = () => Date.parse(`${today}T00:30:00Z`)
  c = await staff(h, 'support')
  const { rows } = await sql<{ id: number }>`
    insert into vendor (company, vendor_status_id) values ('Acme Lamps', 1) returning vendor_id as id`.execute(
    h.services.db,
  )
  vendor_id = rows[0]!.id
  await giveCard(h, vendor_id)
})

/** Invoices that were issued so many days ago, each a cent more than the one before. */
const issued = (daysAgo: readonly number[], paid = false) =>
  h.services.db.transaction().execute((tx) =>
    issue(
      tx,
      daysAgo.map((days, i) => ({
        vendor_id,
        kind: 'renewal',
        issued_on: addDays(today, -days),
        tm: `${addDays(today, -days)}T05:00:00Z`,
        lines: [{ kind: 'plan', text: 'Pro plan', cents: 1001 + i }],
        paid,
      })),
    ),
  )
const aging = async () => (await c.get('/api/invoices/aging')).body
const found = async (age: string) => (await c.get(`/api/invoices?age=${age}&sort=issued`)).body

test('nothing is owed at any age when no invoice is open', async () => {
  expect(await aging()).toMatchObject({ invoices: 0, open: '0.00' })
  expect((await aging()).ages.map((one: { age: string }) => one.age)).toEqual(ageNames)
})

test('the amount owed is grouped by days since issue, with exact boundaries, and matches the ledger', async () => {
  await issued([0, 7, 8, 30, 31, 60, 61, 90, 91, 400])
  // a charge by hand is paid at once, and gives nothing to owe
  const finance = await staff(h, 'finance')
  const charge = { vendor_charge_type_id: 2, vendor_charge_trans_type_id: 1, charge_description: 'Set-up' }
  await finance.post(`/api/vendor/${vendor_id}/manual-charge`, { ...charge, amount: '500' })
  expect(await aging()).toEqual({
    invoices: 10,
    open: '100.55',
    ages: [
      { age: 'asked', invoices: 2, open: '20.03' },
      { age: 'month', invoices: 2, open: '20.07' },
      { age: 'two_months', invoices: 2, open: '20.11' },
      { age: 'three_months', invoices: 2, open: '20.15' },
      { age: 'older', invoices: 2, open: '20.19' },
    ],
    failing_cards: 0,
  })
  const { accounts } = (await c.get('/api/payments/sums')).body
  const receivable = accounts.find((one: { account: string }) => one.account === 'receivable')
  expect(receivable.balance).toBe('100.55')
})

test('the list for an age range shows only its invoices', async () => {
  for (const { age, invoices, open } of (await aging()).ages)
    expect(await found(age)).toMatchObject({ total: invoices, open, invoiced: open })
  const days = async (age: string) =>
    (await found(age)).papers.map((one: { days_open: number }) => one.days_open)
  expect(await days('asked')).toEqual([7, 0])
  expect(await days('older')).toEqual([400, 91])
})

test('paid or written-off invoices are no longer owed', async () => {
  await sql`update invoice set paid_tm = now() where issued_on = ${addDays(today, -8)}`.execute(h.services.db)
  await sql`update invoice set written_off_tm = now(), written_off_reason = 'Closed' where issued_on = ${addDays(today, -30)}`.execute(
    h.services.db,
  )
  expect((await aging()).ages[1]).toEqual({ age: 'month', invoices: 0, open: '0.00' })
  expect(await aging()).toMatchObject({ invoices: 8, open: '80.48' })
})

test('a vendor whose card is retried is counted once, however many invoices', async () => {
  await issued([2, 3])
  await sql`update invoice set next_try = issued_on + 3 where paid_tm is null`.execute(h.services.db)
  expect((await aging()).failing_cards).toBe(1)
})
