import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayText } from '#contract/formats.ts'
import type { PromoCode } from '#contract/promo-codes/promo-codes.ts'
import type { VendorPromo } from '#contract/promo-codes/vendor-promos.ts'
import { harness, makeFeed, staff, waiting, type Client } from '../../test/harness.ts'
import { redeemed } from './public.ts'

const h = harness()
let c: Client
let support: Client
let vendor_id: number
let n = 0
const named = (name: string) => `${name}${++n}`
const makeVendor = async (company = 'Promoted') =>
  (
    await h.services.db
      .insertInto('vendor')
      .values({ company, vendor_plan_type_id: 1, next_charge_date: '2030-03-31' })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
  ).vendor_id
beforeAll(async () => {
  c = await staff(h, 'finance')
  support = await staff(h)
  await h.services.db
    .insertInto('plan_type')
    .values([
      { vendor_plan_type_id: 1, name: 'Pro', monthly_fee: '100.00', families: ['FA', 'Pro'] },
      { vendor_plan_type_id: 2, name: 'Plus', monthly_fee: '199.00', families: ['Plus'] },
    ])
    .execute()
  await h.services.db
    .insertInto('market')
    .values({ market_id: 9, market_name: 'Amazon' })
    .onConflict((on) => on.doNothing())
    .execute()
})
beforeEach(async () => {
  vendor_id = await makeVendor()
})

const blank = {
  promo_code_id: null,
  description: '',
  percentage_based: true,
  discount: '10',
  enable_optimized_sync: false,
  billing_plan_id: null,
  plan_only: null,
  is_recurring: true,
  recurring_billing_cycles: null,
  dropshipper_id: null,
  market_id: null,
  vendor_affiliate_id: null,
  promo_code_partner_id: null,
  ends_on: null,
  usage_limit: null,
}
const save = (more: object = {}) =>
  c.post('/api/promo-codes/', { ...blank, promo_code: named('CODE'), ...more })
const make = async (more: object = {}): Promise<PromoCode> => {
  const { status, body } = await save(more)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.promo_code
}
const list = async (more: object = {}) => (await c.post('/api/promo-codes/getPromoCodes', more)).body
const give = (promo_code: string, to = vendor_id) =>
  c.post(`/api/vendor/${to}/postPromoCode`, { promo_code, reason: 'Spring' })
const given = async (promo_code: string, to = vendor_id): Promise<VendorPromo> => {
  const { status, body } = await give(promo_code, to)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.find((one: VendorPromo) => one.promo_code.toLowerCase() === promo_code.toLowerCase())
}
const bill = async (of = vendor_id) => (await c.get(`/api/vendor/view/${of}/billing`)).body
const check = async (promo_code: string) =>
  (await c.post(`/api/vendor/${vendor_id}/checkPromoCode`, { promo_code })).body
const redeem = (
  { promo_code_usage_id }: VendorPromo,
  period_starts: string,
  amount = '10.00',
  of = vendor_id,
) =>
  h.services.db
    .transaction()
    .execute((tx) => redeemed(tx, [{ promo_code_usage_id, vendor_id: of, period_starts, amount }]))
const fieldsOf = async (answer: Promise<{ status: number; body: { error: { fields: object } } }>) => {
  const { status, body } = await answer
  return [status, body.error.fields]
}

describe('a promo code', () => {
  test('is kept with every field, found again, and stands in the log', async () => {
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
  test('stands in the tab of whose it is', async () => {
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
  test('is refused with what is wrong beside its field', async () => {
    const { promo_code } = await make()
    const wrong = async (more: object) => (await fieldsOf(save(more)))[1]
    expect(await fieldsOf(save({ promo_code: promo_code.toLowerCase() }))).toEqual([
      400,
      { promo_code: `There is a promo code ${promo_code} already` },
    ])
    expect(await wrong({ promo_code: 'TWO WORDS' })).toEqual({ promo_code: 'A code has no blanks' })
    expect(await wrong({ discount: '100.01' })).toEqual({ discount: 'At most 100 percent' })
    expect(await wrong({ discount: '0.00' })).toEqual({ discount: 'Give a discount above zero' })
    expect(await wrong({ billing_plan_id: 77 })).toEqual({ billing_plan_id: 'There is no such plan' })
    expect(await wrong({ billing_plan_id: 1, plan_only: 'Pro' })).toEqual({
      plan_only: 'It is for one plan, or for a family of plans',
    })
    expect(await wrong({ vendor_affiliate_id: 1_000_000 })).toEqual({
      vendor_affiliate_id: 'There is no such user',
    })
    // what isn't seen makes no other code
    const lookalike = `${promo_code.slice(0, 2)}\u200b${promo_code.slice(2)}`
    expect(await wrong({ promo_code: lookalike })).toEqual({
      promo_code: `There is a promo code ${promo_code} already`,
    })
  })
  test('isn’t made the affiliate’s own who has it', async () => {
    const code = await make()
    const { promo_code_usage_id } = await given(code.promo_code)
    const own = { ...code, vendor_affiliate_id: vendor_id }
    expect(await fieldsOf(save(own))).toEqual([
      400,
      { vendor_affiliate_id: 'This user has the code: take it off first' },
    ])
    await c.delete(`/api/vendor/${promo_code_usage_id}/deletePromeCode`)
    expect((await save(own)).status).toBe(200)
  })
  test('that is changed while a bill is made goes off no fewer bills than that makes', async () => {
    const code = await make({ recurring_billing_cycles: 3 })
    const usage = await given(code.promo_code)
    await redeem(usage, '2030-01-31')
    const saved = await h.services.db.transaction().execute(async (tx) => {
      const { promo_code_usage_id } = usage
      await redeemed(tx, [{ promo_code_usage_id, vendor_id, period_starts: '2030-02-28', amount: '10.00' }])
      const saving = save({ ...code, recurring_billing_cycles: 1 })
      await Promise.race([saving, waiting(h.services.db)])
      return { saving }
    })
    expect(await fieldsOf(saved.saving)).toEqual([
      400,
      { recurring_billing_cycles: 'At least 2: it went off so many bills of a user already' },
    ])
  })
  test('is saved by who moves money alone, and read by all of staff', async () => {
    const code = await make()
    const asked = { ...blank, promo_code: named('MINE') }
    expect((await support.post('/api/promo-codes/', asked)).status).toBe(403)
    expect((await support.post(`/api/vendor/${vendor_id}/postPromoCode`, { promo_code: 'X' })).status).toBe(
      403,
    )
    expect((await support.get(`/api/promo-codes/${code.promo_code_id}`)).body.promo_code).toEqual(code)
  })
  test('named alike by two at once is one', async () => {
    const promo_code = named('TWICE')
    const answers = await Promise.all([save({ promo_code }), save({ promo_code })])
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })
  test('changed by another meanwhile isn’t saved over', async () => {
    const code = await make()
    const { version } = (await c.get(`/api/promo-codes/${code.promo_code_id}`)).body
    const other = await staff(h, 'admin')
    const asked = { ...blank, promo_code: code.promo_code, promo_code_id: code.promo_code_id, version }
    expect((await other.post('/api/promo-codes/', { ...asked, discount: '20' })).status).toBe(200)
    expect((await c.post('/api/promo-codes/', { ...asked, discount: '30' })).status).toBe(409)
  })
  test('changes bills to come and none that was made, and goes off no fewer than it went off', async () => {
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
      { recurring_billing_cycles: 'At least 2: it went off so many bills of a user already' },
    ])
    expect(await fieldsOf(change({ is_recurring: false }))).toEqual([
      400,
      { is_recurring: 'At least 2: it went off so many bills of a user already' },
    ])
  })
  test('is listed with whom it was given and what it gave', async () => {
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

describe('a vendor’s promo code', () => {
  test('goes off its next bill, whatever its case, and stands in its log', async () => {
    const { promo_code } = await make()
    expect(await given(promo_code.toLowerCase())).toMatchObject({
      promo_code,
      bills_used: 0,
      bills_left: null,
    })
    expect(await bill()).toMatchObject({
      due: {
        lines: [
          { kind: 'plan', amount: '100.00' },
          { kind: 'promo', amount: '-10.00' },
        ],
        total: '90.00',
      },
      billing_plan_history: [{ message: `Promo code ${promo_code} given, 10%`, reason: 'Spring' }],
    })
  })
  test('is said before it is given as it is billed after', async () => {
    const { promo_code } = await make({ percentage_based: false, discount: '33.33', plan_only: 'Pro' })
    const before = await check(promo_code)
    expect(before).toMatchObject({ refused: null, promo: { promo_code, bills_left: null, plan_only: 'Pro' } })
    expect((await bill()).promos).toEqual([])
    const { promo_code_usage_id: _0, given_tm: _1, given_by: _2, ...told } = before.promo
    expect(await given(promo_code)).toMatchObject(told)
  })
  test.each([
    ['of a family', { plan_only: 'Plus' }, 'It is for Plus plans only'],
    ['of a plan', { billing_plan_id: 2 }, 'It is for the plan Plus only'],
    ['of a market', { market_id: 9 }, 'It is for users with an active integration in Amazon'],
  ])('%s that isn’t its own takes nothing, and says so', async (_what, more, why_not) => {
    const { promo_code } = await make(more)
    await given(promo_code)
    expect((await bill()).due).toMatchObject({ promos: [{ amount: '0.00', why_not }], total: '100.00' })
  })
  test('of a supplier goes off while it is subscribed, of a market while it sells there', async () => {
    const { dropshipper_id } = await makeFeed(h)
    const { promo_code } = await make({ dropshipper_id })
    const sold = await make({ market_id: 9 })
    await given(promo_code)
    await given(sold.promo_code)
    expect((await bill()).due.total).toBe('100.00')
    await h.services.db.insertInto('subscription').values({ vendor_id, dropshipper_id }).execute()
    await h.services.db
      .insertInto('vendor_market_map')
      .values({ vendor_id, dropshipper_id, market_id: 9, is_activated: 1, market_is_on: true })
      .execute()
    expect((await bill()).due.total).toBe('81.00')
    // what ends with the next charge is not there on its bill
    await h.services.db
      .updateTable('subscription')
      .set({ is_cancel_pending: true })
      .where('vendor_id', '=', vendor_id)
      .execute()
    expect((await bill()).due.promos).toMatchObject([{ amount: '0.00' }, { amount: '10.00' }])
    await h.services.db
      .updateTable('vendor_market_map')
      .set({ is_cancel_pending: true })
      .where('vendor_id', '=', vendor_id)
      .execute()
    expect((await bill()).due.promos).toMatchObject([{ amount: '0.00' }, { amount: '0.00' }])
  })
  test('given by two at once is given once', async () => {
    const { promo_code } = await make()
    const answers = await Promise.all([give(promo_code), give(promo_code)])
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(answers.find((a) => a.status === 400)!.body.error).toMatchObject({
      message: 'Promo code could not be added!',
      fields: { promo_code: 'It has this code already' },
    })
    expect((await bill()).promos).toHaveLength(1)
  })
  test('is refused where there is none of that name, it ended, or it is given to no more', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const ended = await make({ ends_on: day(-1) })
    const today = await make({ ends_on: day(0) })
    const full = await make({ usage_limit: 1 })
    const own = await make({ vendor_affiliate_id: vendor_id })
    await given(full.promo_code, await makeVendor())
    const reason = async (code: string) => (await fieldsOf(give(code)))[1]
    expect(await reason('NOSUCHCODE')).toEqual({ promo_code: 'There is no promo code NOSUCHCODE' })
    expect(await reason(ended.promo_code)).toEqual({
      promo_code: `It was given until ${dayText(day(-1))}, and isn’t any more`,
    })
    expect(await reason(full.promo_code)).toEqual({
      promo_code: 'It is used up: it was given to 1 user, as many as it is for',
    })
    expect(await reason(own.promo_code)).toEqual({
      promo_code: 'It is this user’s own code, for those whom it brings',
    })
    expect(await check(full.promo_code)).toMatchObject({
      refused: 'It is used up: it was given to 1 user, as many as it is for',
    })
    expect((await give(today.promo_code)).status).toBe(200)
    const states = (await list({ state: 'ended', search: ended.promo_code })).promo_codes
    expect(states).toMatchObject([{ promo_code: ended.promo_code, state: 'ended' }])
  })
  test('with a limit is given to no more vendors than that, however many give it at once', async () => {
    const { promo_code, promo_code_id } = await make({ usage_limit: 2 })
    const vendors = await Promise.all([makeVendor(), makeVendor(), makeVendor(), makeVendor()])
    const answers = await Promise.all(vendors.map((to) => give(promo_code, to)))
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 200, 400, 400])
    expect((await c.get(`/api/promo-codes/${promo_code_id}`)).body.promo_code.total_usage).toBe(2)
  })
  test('taken off is off no bill more, and given again goes on where it was', async () => {
    const { promo_code } = await make({ recurring_billing_cycles: 2 })
    const usage = await given(promo_code)
    await redeem(usage, '2030-01-31')
    const off = () =>
      c.delete(`/api/vendor/${usage.promo_code_usage_id}/deletePromeCode?reason=The+fair+is+over`)
    expect((await off()).body).toEqual([])
    const { logs } = (await c.post('/api/activity-log/search', { vendor_id, type: 'promo_code.remove' })).body
    expect(logs[0]).toMatchObject({ reason: 'The fair is over' })
    expect((await bill()).due.total).toBe('100.00')
    const again = await off()
    expect([again.status, again.body.error.message]).toEqual([409, 'Nothing to delete, please try again'])
    expect(await given(promo_code)).toMatchObject({ bills_used: 1, bills_left: 1, money_given: '10.00' })
    await redeem(usage, '2030-02-28')
    expect((await bill()).due).toMatchObject({
      total: '100.00',
      promos: [{ why_not: 'It went off all of its bills' }],
    })
    await off()
    expect(await fieldsOf(give(promo_code))).toEqual([
      400,
      { promo_code: 'It had this code before, and it went off all of its bills' },
    ])
  })
  test('is changed for another; what the first gave stays', async () => {
    const first = await make()
    const second = await make({ discount: '25' })
    const usage = await given(first.promo_code)
    await redeem(usage, '2030-01-31')
    const change = (promo_code: string) =>
      c.put('/api/vendor/updatePromoCode', {
        promo_code_usage_id: usage.promo_code_usage_id,
        promo_code,
        reason: 'Loyal',
      })
    expect((await change(first.promo_code.toLowerCase())).body.error.message).toBe(
      'Error, nothing to update. Please try again',
    )
    const none = await change('NOSUCHCODE')
    expect([none.status, none.body.error.message]).toEqual([400, 'Promo code could not be updated!'])
    expect((await bill()).due.total).toBe('90.00')
    expect((await change(second.promo_code)).body).toMatchObject([{ promo_code: second.promo_code }])
    expect(await bill()).toMatchObject({
      due: { total: '75.00' },
      billing_plan_history: [
        { message: `Promo code ${second.promo_code} given, 25%, in place of ${first.promo_code}` },
        {},
      ],
    })
    expect((await c.get(`/api/promo-codes/${first.promo_code_id}`)).body.promo_code).toMatchObject({
      using: 0,
      total_usage: 1,
      money_given: '10.00',
    })
    expect((await change(second.promo_code)).status).toBe(409)
  })
  test('may turn optimized sync on, which is said in its log', async () => {
    const { promo_code } = await make({ enable_optimized_sync: true })
    await given(promo_code)
    const row = await h.services.db
      .selectFrom('activity')
      .select('changes')
      .where('vendor_id', '=', vendor_id)
      .where('type', '=', 'promo_code.give')
      .executeTakeFirstOrThrow()
    expect(row.changes).toEqual({ optimized_sync_oa: { from: false, to: true } })
  })
  test('goes off each period once, off no more bills than it is for, and off no other vendor’s', async () => {
    const { promo_code } = await make({ is_recurring: false })
    const usage = await given(promo_code)
    await redeem(usage, '2030-01-31')
    await expect(redeem(usage, '2030-01-31')).rejects.toThrow('promo_redemption_pkey')
    await expect(redeem(usage, '2030-02-28')).rejects.toThrow('redeemed too often')
    const second = await given((await make()).promo_code)
    await expect(redeem(second, '2030-01-31', '10.00', await makeVendor())).rejects.toThrow('foreign key')
    expect((await bill()).promos).toMatchObject([{ bills_used: 1, bills_left: 0 }, { bills_used: 0 }])
  })
  test('is given while the vendor is held by a bill only once that is made', async () => {
    const { promo_code } = await make()
    const db = h.services.db
    let asked!: ReturnType<typeof give>
    await db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('vendor')
        .select('vendor_id')
        .where('vendor_id', '=', vendor_id)
        .forUpdate()
        .execute()
      asked = give(promo_code)
      await waiting(db)
      expect((await bill()).promos).toEqual([])
    })
    expect((await asked).status).toBe(200)
  })
})
