// What is written at the moment at which the timer takes what is due.
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, waitUntil, waiting, type Client } from '#server/test/harness.ts'
import { daysOf, expectSoundBooks, giveCard, makePayer, makePlans, pro } from '#server/test/billing/money.ts'
import type { Services } from '#server/platform/services.ts'
import { issueRenewals } from './issue-renewals.ts'
import { renew, sendDueMoney } from '../public.ts'
import { retryInvoices } from './retry-invoices.ts'

const h = harness()
const { at, on } = daysOf(h)
const declines = '4000000000000341'
const answersLate = '4000009900000053'
let c: Client
let vendor_id: number
let another: pg.Client
beforeAll(async () => {
  c = await staff(h, 'finance')
  await makePlans(h, pro)
  // whoever takes what is due waits, its snapshot taken, for whom holds the lock 7
  await sql`
    create function waits_for_another() returns boolean language plpgsql volatile cost 0.0001 as $$
    begin
      if current_query() ~ '(next_try|next_charge_date) <= .* skip locked' then
        perform pg_advisory_xact_lock_shared(7);
      end if;
      return true;
    end $$`.execute(h.services.db)
  for (const table of ['vendor', 'invoice'].map(
    (name) => [sql.ref(name), sql.ref(`${name}_kept`)] as const,
  )) {
    await sql`alter table ${table[0]} rename to ${table[1]}`.execute(h.services.db)
    await sql`create view ${table[0]} as select * from ${table[1]} where waits_for_another()`.execute(
      h.services.db,
    )
  }
})
beforeEach(async () => {
  another = new pg.Client({ connectionString: h.url })
  await another.connect()
  at('2030-01-31')
  vendor_id = await makePayer(h)
})
afterEach(async () => {
  await another.end()
  await expectSoundBooks(h)
})

/** A step of the timer that takes what is due, while money is asked for that nobody has answered yet. */
async function whileTaken(step: (services: Services) => Promise<unknown>, ask: () => Promise<unknown>) {
  const { db } = h.services
  await another.query('select pg_advisory_lock(7)')
  const taken = step(h.services)
  await waiting(db)
  const asked = ask()
  await waitUntil(
    () => sql`select from money_intent where state = 'open'`.execute(db),
    ({ rows }) => rows.length === 1,
  )
  await another.query('select pg_advisory_unlock(7)')
  await Promise.all([taken, asked])
  const answered = h.services.clock.now() + 3_600_000
  h.services.clock.now = () => answered
  await sendDueMoney(h.services)
}
const paid = async () => {
  const { charges } = (await c.get(`/api/vendor/${vendor_id}/billing-history`)).body
  return charges.map((one: { amount: string; state: string }) => `${one.amount} ${one.state}`)
}

test('a card saved just as the other is about to be retried pays once', async () => {
  await giveCard(h, vendor_id, declines)
  await on('2030-01-31')
  at('2030-02-01')
  await whileTaken(retryInvoices, () => giveCard(h, vendor_id, answersLate))
  expect(await paid()).toEqual(['49.00 success', '49.00 declined'])
})

test('a charge that replaces a bill just as the bill is being made is the only one for it', async () => {
  await giveCard(h, vendor_id, answersLate)
  const charge = {
    vendor_charge_type_id: 1,
    vendor_charge_trans_type_id: 1,
    charge_description: 'A month',
    amount: '40.00',
    update_next_charge_date: true,
  }
  await whileTaken(issueRenewals, () => c.post(`/api/vendor/${vendor_id}/manual-charge`, charge))
  await renew(h.services)
  expect(await paid()).toEqual(['40.00 success'])
})
