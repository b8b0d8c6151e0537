import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PromoCode } from '#contract/promo-codes/promo-codes.ts'
import { tenthOff } from '#server/test/billing/blank-code.ts'
import { harness, makeFeed, staff, waiting, type Client } from '#server/test/harness.ts'
import { withoutLimit } from '#server/test/billing/money.ts'
import { makePlansOfCodes, promoCodes } from '#server/test/billing/promo-codes.ts'
import { redeemed } from './public.ts'

const h = harness()
withoutLimit(h)
let c: Client
let support: Client
let vendor_id: number
const { named, makeVendor, save, make, list, given, bill, redeem, fieldsOf } = promoCodes(h, () => ({
  c,
  vendor_id,
}))
beforeAll(async () => {
  c = await staff(h, 'finance')
  support = await staff(h)
  await makePlansOfCodes(h)
})
beforeEach(async () => {
  vendor_id = await makeVendor()
})

describe('a promo code', () => {
  const opened = async ({ promo_code_id }: { promo_code_id: number }) =>
    (await c.get(`/api/promo-codes/${promo_code_id}`)).body.promo_code
  test('is saved with every field, can be found, and appears in the log', async () => {
    const { dropshipper_id } = await makeFeed(h)
    const details = {
      description: 'Trade fair',
      percentage_based: false,
      discount: '12.50',
      enable_optimized_sync: true,
      billing_plan_id: 1,
      is_recurring: true,
      recurring_billing_cycles: 3,
      dropshipper_id,
      market_id: 9,
      ends_on: '2031-01-01',
      usage_limit: 5,
    }
    const code = await make(details)
    expect(code).toMatchObject({
      ...details,
      billing_plan_name: 'Pro',
      market_name: 'Amazon',
      state: 'open',
      total_usage: 0,
      money_given: '0.00',
    })
    expect((await list({ search: code.promo_code.toLowerCase() })).promo_codes).toEqual([code])
    const logged = await h.services.db
      .selectFrom('activity')
      .select(['type', 'message'])
      .where('entity', '=', 'promo_code')
      .where('entity_id', '=', String(code.promo_code_id))
      .execute()
    expect(logged).toEqual([
      { type: 'promo_code.insert', message: `Promo code ${code.promo_code} added: $12.50 off 3 bills` },
    ])
  })
  test('that isn’t recurring has no number of bills', async () => {
    expect(await make({ is_recurring: false, recurring_billing_cycles: 6 })).toMatchObject({
      is_recurring: false,
      recurring_billing_cycles: null,
    })
  })
  test('is listed in its owner’s tab', async () => {
    const partner = (await c.post('/api/promo-codes/addPromoCodePartner', { partner_name: named('Partner') }))
      .body
    const affiliates = await make({ vendor_affiliate_id: vendor_id })
    const partners = await make({ promo_code_partner_id: partner.promo_code_partner_id })
    const standard = await make()
    const ids = async (body: object) =>
      (await list(body)).promo_codes.map((code: PromoCode) => code.promo_code_id)
    expect(await ids({ promo_code_type: 'affiliates' })).toContain(affiliates.promo_code_id)
    expect(await ids({ promo_code_type: 'standard' })).toContain(standard.promo_code_id)
    expect(await ids({ promo_code_type: 'standard' })).not.toContain(affiliates.promo_code_id)
    expect(await ids({ promo_code_type: 'partner', partner_id: partner.promo_code_partner_id })).toEqual([
      partners.promo_code_id,
    ])
    expect((await c.get('/api/promo-codes/getPromoCodePartners')).body).toContainEqual({
      ...partner,
      codes: 1,
    })
    const again = await c.post('/api/promo-codes/addPromoCodePartner', { partner_name: partner.partner_name })
    expect(again.status).toBe(409)
  })
  test('is refused with the problem at its field', async () => {
    const { promo_code } = await make()
    const wrong = async (more: object) => (await fieldsOf(save(more)))[1]
    expect(await fieldsOf(save({ promo_code: promo_code.toLowerCase() }))).toEqual([
      400,
      { promo_code: `Promo code ${promo_code} already exists` },
    ])
    expect(await wrong({ promo_code: 'TWO WORDS' })).toEqual({ promo_code: 'Enter a code without spaces' })
    expect(await wrong({ discount: '100.01' })).toEqual({ discount: 'Enter at most 100%' })
    expect(await wrong({ discount: '0.00' })).toEqual({ discount: 'Enter a discount above 0' })
    expect(await wrong({ billing_plan_id: 77 })).toEqual({ billing_plan_id: 'Plan not found' })
    expect(await wrong({ billing_plan_id: 1, plan_only: 'Pro' })).toEqual({
      plan_only: 'Choose either a plan or a plan family',
    })
    expect(await wrong({ vendor_affiliate_id: 1_000_000 })).toEqual({
      vendor_affiliate_id: 'Affiliate not found',
    })
    // what isn't seen makes no other code
    const lookalike = `${promo_code.slice(0, 2)}\u200b${promo_code.slice(2)}`
    expect(await wrong({ promo_code: lookalike })).toEqual({
      promo_code: `Promo code ${promo_code} already exists`,
    })
  })
  test('can’t become the own code of an affiliate who uses it', async () => {
    const code = await make()
    const { promo_code_usage_id } = await given(code.promo_code)
    const own = async () => ({ ...(await opened(code)), vendor_affiliate_id: vendor_id })
    expect(await fieldsOf(save(await own()))).toEqual([
      400,
      { vendor_affiliate_id: 'This vendor has the code. Remove it first' },
    ])
    await c.delete(`/api/vendor/${promo_code_usage_id}/deletePromeCode`)
    expect((await save(await own())).status).toBe(200)
  })
  test('changed while a bill is made can’t be limited to fewer bills than it then has', async () => {
    const code = await make({ recurring_billing_cycles: 3 })
    const usage = await given(code.promo_code)
    await redeem(usage, '2030-01-31')
    const record = await opened(code)
    const saved = await h.services.db.transaction().execute(async (tx) => {
      const { promo_code_usage_id } = usage
      await redeemed(tx, [{ promo_code_usage_id, vendor_id, period_starts: '2030-02-28', amount: '10.00' }])
      const saving = save({ ...record, recurring_billing_cycles: 1 })
      await Promise.race([saving, waiting(h.services.db)])
      return { saving }
    })
    expect(await fieldsOf(saved.saving)).toEqual([
      400,
      { recurring_billing_cycles: 'Enter at least 2: a vendor has already used that many' },
    ])
  })
  test('can be saved only by those who handle payments, and read by all staff', async () => {
    const code = await make()
    const asked = { ...tenthOff, promo_code: named('MINE') }
    expect((await support.post('/api/promo-codes/', asked)).status).toBe(403)
    expect((await support.post(`/api/vendor/${vendor_id}/postPromoCode`, { promo_code: 'X' })).status).toBe(
      403,
    )
    expect((await support.get(`/api/promo-codes/${code.promo_code_id}`)).body.promo_code).toEqual(code)
  })
  test('created twice at once under one name exists once', async () => {
    const promo_code = named('TWICE')
    const answers = await Promise.all([save({ promo_code }), save({ promo_code })])
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })
  test('changed by another person meanwhile isn’t overwritten', async () => {
    const code = await make()
    const { version } = (await c.get(`/api/promo-codes/${code.promo_code_id}`)).body
    const other = await staff(h, 'admin')
    const asked = { ...tenthOff, promo_code: code.promo_code, promo_code_id: code.promo_code_id, version }
    expect((await other.post('/api/promo-codes/', { ...asked, discount: '20' })).status).toBe(200)
    expect((await c.post('/api/promo-codes/', { ...asked, discount: '30' })).status).toBe(409)
  })
  test('affects future bills only, and can’t be limited below the bills it already discounted', async () => {
    const code = await make({ recurring_billing_cycles: 3 })
    const usage = await given(code.promo_code)
    await redeem(usage, '2030-01-31')
    await redeem(usage, '2030-02-28')
    const change = (more: object) =>
      save({ promo_code_id: code.promo_code_id, promo_code: code.promo_code, ...more })
    expect((await change({ recurring_billing_cycles: 3, discount: '50' })).status).toBe(200)
    expect(await bill()).toMatchObject({ due: { total: '50.00' }, promos: [{ money_given: '20.00' }] })
    expect(await fieldsOf(change({ recurring_billing_cycles: 1 }))).toEqual([
      400,
      { recurring_billing_cycles: 'Enter at least 2: a vendor has already used that many' },
    ])
    expect(await fieldsOf(change({ is_recurring: false }))).toEqual([
      400,
      { is_recurring: 'Enter at least 2: a vendor has already used that many' },
    ])
  })
  test('lists the vendors that have it and the discount each received', async () => {
    const code = await make({ recurring_billing_cycles: 2 })
    const second = await makeVendor(named('Second Shop'))
    const first = await given(code.promo_code)
    await given(code.promo_code, second)
    await redeem(first, '2030-01-31', '7.25')
    const { body } = await c.get(`/api/promo-codes/${code.promo_code_id}?sort=-money`)
    expect(body).toMatchObject({
      promo_code: { total_usage: 2, using: 2, money_given: '7.25' },
      total: 2,
      bills: 1,
      usage: [
        { vendor_id, bills_used: 1, bills_left: 1, money_given: '7.25', last_bill: '2030-01-31' },
        { vendor_id: second, bills_used: 0, bills_left: 2, money_given: '0.00', last_bill: null },
      ],
    })
    const found = await c.get(`/api/promo-codes/${code.promo_code_id}?search=second`)
    expect(found.body.usage.map((row: { vendor_id: number }) => row.vendor_id)).toEqual([second])
    expect((await c.get('/api/promo-codes/999999')).status).toBe(404)
  })
})
