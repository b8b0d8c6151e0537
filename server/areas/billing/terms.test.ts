// What billing itself reads and changes of days that are paid for.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renew } from '#server/areas/payments/public.ts'
import { daysOf, giveCard, makePayer, makePlans, plus, pro } from '#server/test/billing/money.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { billTerms } from './public.ts'

const h = harness()
const days = daysOf(h)
let c: Client
let vendor_id: number
beforeAll(async () => {
  c = await staff(h, 'finance')
  await makePlans(h, pro, plus)
})
beforeEach(async () => {
  days.at('2030-01-31')
  vendor_id = await makePayer(h)
  await giveCard(h, vendor_id)
  await renew(h.services)
  days.at('2030-02-14')
})

const readTerms = () => billTerms(h.services.db, h.services.clock, vendor_id)

describe('a disputed charge', () => {
  const dispute = async (state: string) => {
    const { vendor_charge_id } = await h.services.db
      .selectFrom('vendor_charge')
      .select('vendor_charge_id')
      .where('vendor_id', '=', vendor_id)
      .executeTakeFirstOrThrow()
    await h.services.db
      .insertInto('dispute')
      .values({
        gateway: 'test',
        gateway_ref: `dispute ${vendor_charge_id}`,
        vendor_charge_id,
        vendor_id,
        amount: '20.00',
        reason: 'fraudulent',
        state,
        insert_tm: '2030-02-10T00:00:00Z',
      })
      .execute()
  }
  test.each([
    ['inquiry', '49.00'],
    ['open', '29.00'],
    ['lost', '29.00'],
    ['won', '49.00'],
  ])('with a dispute that is %s keeps %s of $49', async (state, kept) => {
    await dispute(state)
    expect((await readTerms()).periods).toMatchObject([{ plan_fee: '49.00', kept }])
  })
})

test('a plan change affects the fee of the period it is settled for, not of one paid ahead', async () => {
  const { invoice_id } = await h.services.db
    .insertInto('invoice')
    .values({
      vendor_id,
      series: 'INV',
      number: 900 + vendor_id,
      kind: 'manual',
      issued_on: '2030-02-14',
      issued_tm: '2030-02-14T00:00:00Z',
      total: '49.00',
      bill_to: '{}',
    })
    .returning('invoice_id')
    .executeTakeFirstOrThrow()
  await h.services.db
    .insertInto('billing_period')
    .values({
      vendor_id,
      starts: '2030-02-28',
      ends: '2030-03-31',
      follows: '2030-02-28',
      invoice_id,
      plan_name: 'Pro',
      plan_fee: '49.00',
    })
    .execute()
  const { status } = await c.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id: 2 })
  expect(status).toBe(200)
  expect((await readTerms()).periods).toMatchObject([
    { starts: '2030-02-28', plan_name: 'Pro', plan_fee: '49.00' },
    { starts: '2030-01-31', plan_name: 'Plus', plan_fee: '199.00' },
  ])
})
