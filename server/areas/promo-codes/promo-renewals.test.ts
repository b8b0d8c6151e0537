import { afterEach, beforeAll, expect, test } from 'vitest'
import { renew } from '#server/areas/payments/public.ts'
import { blankCode } from '#server/test/billing/blank-code.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { daysOf, expectSoundBooks, giveCard, makePayer, withoutLimit } from '#server/test/billing/money.ts'

const h = harness()
withoutLimit(h)
let c: Client
let vendor_id: number
const { at } = daysOf(h)
beforeAll(async () => {
  at('2030-01-31')
  c = await staff(h, 'finance')
  await h.services.db
    .insertInto('plan_type')
    .values({ vendor_plan_type_id: 1, name: 'Pro', monthly_fee: '100.00', families: ['Pro'] })
    .execute()
  vendor_id = await makePayer(h)
  await giveCard(h, vendor_id)
})
afterEach(() => expectSoundBooks(h))

const make = async (promo_code: string, more: object) => {
  const { body } = await c.post('/api/promo-codes/', {
    ...blankCode,
    is_recurring: false,
    promo_code,
    ...more,
  })
  await c.post(`/api/vendor/${vendor_id}/postPromoCode`, { promo_code, reason: 'Spring' })
  return body.promo_code.promo_code_id as number
}
const usageOf = async (id: number) => (await c.get(`/api/promo-codes/${id}`)).body

test('codes discount their bills as announced, and none afterwards', async () => {
  const twice = { is_recurring: true, recurring_billing_cycles: 2 }
  const plan = await make('PRO30', { percentage_based: false, discount: '30', plan_only: 'Pro', ...twice })
  const once = await make('HALF', { percentage_based: true, discount: '50' })
  const asked: string[] = []
  for (const day of ['2030-01-31', '2030-02-28', '2030-03-31']) {
    at(day)
    const { due } = (await c.get(`/api/vendor/view/${vendor_id}/billing`)).body
    await renew(h.services)
    await renew(h.services)
    const { charges } = (await c.get(`/api/vendor/${vendor_id}/billing-history`)).body
    expect(charges[0].amount).toBe(due.total)
    asked.push(charges[0].amount)
  }
  expect(asked).toEqual(['35.00', '70.00', '100.00'])
  expect(await usageOf(plan)).toMatchObject({
    bills: 2,
    promo_code: { money_given: '60.00' },
    usage: [{ bills_used: 2, bills_left: 0, last_bill: '2030-02-28' }],
  })
  expect(await usageOf(once)).toMatchObject({ bills: 1, promo_code: { money_given: '35.00' } })
})

test('past discounts of a replaced code stay unchanged', async () => {
  at('2030-04-01')
  const id = await make('LATER', { percentage_based: true, discount: '10', is_recurring: true })
  at('2030-04-30')
  await renew(h.services)
  const { promo_code } = await usageOf(id)
  const changed = { ...promo_code, discount: '20' }
  expect((await c.post('/api/promo-codes/', changed)).body.promo_code.money_given).toBe('10.00')
  at('2030-05-31')
  await renew(h.services)
  expect((await usageOf(id)).promo_code.money_given).toBe('30.00')
})
