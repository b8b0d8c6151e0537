import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { expectSoundBooks, giveCard, makePayer, makePlans, plus, pro } from '#server/test/billing/money.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let manager: Client
let vendor_id = 0
beforeAll(async () => {
  h.services.clock.now = () => Date.parse('2030-01-20T12:00:00Z')
  manager = await staff(h, 'account_manager')
  await makePlans(h, pro, plus)
})
beforeEach(async () => {
  vendor_id = await makePayer(h)
})
afterEach(() => expectSoundBooks(h))

const saveCredit = async (credit_available: string) => {
  const { version, vendor } = (await manager.get(`/api/vendor/${vendor_id}/basics`)).body
  const note = { note: 'Agreed on the phone', note_type: 11 }
  return manager.post(`/api/vendor/${vendor_id}`, {
    version,
    vendor: { ...vendor, credit_available },
    note,
  })
}

test('a charge that the gateway hasn’t answered counts toward the day’s sum', async () => {
  await giveCard(h, vendor_id, '4000009900000012')
  const charged = await manager.post(`/api/vendor/${vendor_id}/manual-charge`, {
    vendor_charge_type_id: 2,
    vendor_charge_trans_type_id: 1,
    charge_description: 'Set-up',
    amount: '900.00',
  })
  expect(charged.body.state).toBe('open')
  expect((await saveCredit('100.01')).body).toMatchObject({
    waiting: true,
    vendor: { credit_available: '0.00' },
  })
  expect((await saveCredit('100.00')).body).toMatchObject({
    waiting: false,
    vendor: { credit_available: '100.00' },
  })
})

const code = {
  promo_code: 'ELSEWHERE',
  description: '',
  percentage_based: false,
  discount: '10.01',
  enable_optimized_sync: false,
  billing_plan_id: 1,
  plan_only: null,
  is_recurring: false,
  recurring_billing_cycles: null,
  dropshipper_id: null,
  market_id: null,
  vendor_affiliate_id: null,
  promo_code_partner_id: null,
  ends_on: null,
  usage_limit: null,
}
const makeCode = async (more: object) => {
  const { promo_code_id } = await h.services.db
    .insertInto('promo_code')
    .values({ ...code, ...more })
    .returning('promo_code_id')
    .executeTakeFirstOrThrow()
  return promo_code_id
}

test('a promo code moved to another plan counts as another code, even if it takes as much', async () => {
  const promo_code_id = await makeCode({})
  const saved = await manager.post('/api/promo-codes/', { ...code, promo_code_id, billing_plan_id: 2 })
  expect(saved.body).toMatchObject({ waiting: true, promo_code: { billing_plan_id: 1 } })
  // at least a hundred vendors may have it
  const { approvals } = (await manager.get('/api/payments/waiting')).body
  expect(approvals).toContainEqual(expect.objectContaining({ act: 'promo_code', amount: '1001.00' }))
})

test('a promo code for another plan than the vendor’s counts as if it applied already', async () => {
  await makeCode({ promo_code: 'LATER', percentage_based: true, discount: '100', is_recurring: true })
  await sql`update vendor set vendor_plan_type_id = 2 where vendor_id = ${vendor_id}`.execute(h.services.db)
  const given = await manager.post(`/api/vendor/${vendor_id}/postPromoCode`, { promo_code: 'LATER' })
  expect(given.body).toEqual({ promos: [], waiting: true })
  const { waiting } = (await manager.get(`/api/vendor/${vendor_id}/payments`)).body
  expect(waiting).toMatchObject([{ act: 'apply_code', amount: '2388.00' }])
})

test('new promo codes of one person in a day count together, and another person’s don’t', async () => {
  const save = (promo_code: string, by = manager) =>
    by.post('/api/promo-codes/', { ...code, promo_code_id: null, promo_code, discount: '6.00' })
  expect((await save('FIRST')).body.waiting).toBe(false)
  expect((await save('SECOND')).body).toMatchObject({ waiting: true, promo_code: null })
  expect((await save('THIRD', await staff(h, 'finance'))).body.waiting).toBe(false)
})
