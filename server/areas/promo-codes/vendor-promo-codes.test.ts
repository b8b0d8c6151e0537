import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayText } from '#contract/formats.ts'
import type { PromoCode } from '#contract/promo-codes/promo-codes.ts'
import { harness, makeFeed, staff, waiting, type Client } from '#server/test/harness.ts'
import { withoutLimit } from '#server/test/billing/money.ts'
import { makePlansOfCodes, promoCodes } from '#server/test/billing/promo-codes.ts'

const h = harness()
withoutLimit(h)
let c: Client
let vendor_id: number
const { makeVendor, save, make, yesterday, end, list, give, given, bill, check, redeem, fieldsOf } =
  promoCodes(h, () => ({ c, vendor_id }))
beforeAll(async () => {
  c = await staff(h, 'finance')
  await makePlansOfCodes(h)
})
beforeEach(async () => {
  vendor_id = await makeVendor()
})

/** What waits for its answer until a bill lets the vendor go. */
const whileHeld = <Asked>(ask: () => Promise<Asked>[]) =>
  h.services.db.transaction().execute(async (tx) => {
    await tx.selectFrom('vendor').select('vendor_id').where('vendor_id', '=', vendor_id).forUpdate().execute()
    const before = await bill()
    const asked = ask()
    await waiting(h.services.db, asked.length)
    expect((await bill()).promos).toEqual(before.promos)
    return asked
  })

describe('a vendor’s promo code', () => {
  test('discounts the next bill, whatever its capitals, and appears in the log', async () => {
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
      billing_plan_history: [{ message: `Promo code ${promo_code} applied, 10%`, reason: 'Spring' }],
    })
  })
  test('shows the same discount in the preview as on the bill', async () => {
    const { promo_code } = await make({ percentage_based: false, discount: '33.33', plan_only: 'Pro' })
    const before = await check(promo_code)
    expect(before).toMatchObject({ refused: null, promo: { promo_code, bills_left: null, plan_only: 'Pro' } })
    expect((await bill()).promos).toEqual([])
    const { promo_code_usage_id: _0, given_tm: _1, given_by: _2, ...told } = before.promo
    expect(await given(promo_code)).toMatchObject(told)
  })
  test.each([
    ['of a family', { plan_only: 'Plus' }, 'Only for Plus plans'],
    ['of a plan', { billing_plan_id: 2 }, 'Only for the Plus plan'],
    ['of a market', { market_id: 9 }, 'Only with an active Amazon integration'],
  ])('%s that doesn’t match deducts nothing, and says so', async (_what, more, why_not) => {
    const { promo_code } = await make(more)
    await given(promo_code)
    expect((await bill()).due).toMatchObject({ promos: [{ amount: '0.00', why_not }], total: '100.00' })
  })
  test('for a supplier applies while subscribed, and for a market while selling there', async () => {
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
    // nor is what freezes with it
    for (const pending of [
      { is_cancel_pending: true },
      { is_cancel_pending: false, is_pause_pending: true },
    ]) {
      await h.services.db
        .updateTable('vendor_market_map')
        .set(pending)
        .where('vendor_id', '=', vendor_id)
        .execute()
      expect((await bill()).due.promos).toMatchObject([{ amount: '0.00' }, { amount: '0.00' }])
    }
  })
  test('can’t be created with a past end date; an ended one can still be edited', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const refused = [400, { ends_on: `Enter ${dayText(today)} (UTC) or later` }]
    expect(await fieldsOf(save({ ends_on: yesterday() }))).toEqual(refused)
    const { promo_code_id, promo_code } = await make({ ends_on: today })
    const change = { promo_code_id, promo_code }
    expect(await fieldsOf(save({ ...change, ends_on: yesterday() }))).toEqual(refused)
    await end({ promo_code_id } as PromoCode)
    expect(await make({ ...change, ends_on: yesterday(), discount: '20' })).toMatchObject({
      ends_on: yesterday(),
      discount: '20.00',
    })
  })
  test('added by two people at once is added once', async () => {
    const { promo_code } = await make()
    const answers = await Promise.all([give(promo_code), give(promo_code)])
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(answers.find((a) => a.status === 400)!.body.error).toMatchObject({
      message: 'Promo code could not be added!',
      fields: { promo_code: 'Already applied' },
    })
    expect((await bill()).promos).toHaveLength(1)
  })
  test('removed by two people at once is removed once', async () => {
    const { promo_code } = await make()
    const { promo_code_usage_id } = await given(promo_code)
    const remove = () => c.delete(`/api/vendor/${promo_code_usage_id}/deletePromeCode?reason=Twice`)
    const asked = await whileHeld(() => [remove(), remove()])
    const answers = await Promise.all(asked)
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { billing_plan_history: history } = await bill()
    expect(history.filter((one: { reason: string }) => one.reason === 'Twice')).toHaveLength(1)
  })
  test('is refused if it doesn’t exist, has ended, or has reached its limit', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const ended = await make()
    await end(ended)
    const today = await make({ ends_on: day(0) })
    const full = await make({ usage_limit: 1 })
    const own = await make({ vendor_affiliate_id: vendor_id })
    await given(full.promo_code, await makeVendor())
    const reason = async (code: string) => (await fieldsOf(give(code)))[1]
    expect(await reason('NOSUCHCODE')).toEqual({ promo_code: 'Promo code NOSUCHCODE not found' })
    expect(await reason(ended.promo_code)).toEqual({
      promo_code: `Expired on ${dayText(day(-1))}`,
    })
    expect(await reason(full.promo_code)).toEqual({
      promo_code: 'Limit of 1 vendor reached',
    })
    expect(await reason(own.promo_code)).toEqual({
      promo_code: 'Affiliates can’t use their own code',
    })
    expect(await check(full.promo_code)).toMatchObject({
      refused: 'Limit of 1 vendor reached',
    })
    expect((await give(today.promo_code)).status).toBe(200)
    const states = (await list({ state: 'ended', search: ended.promo_code })).promo_codes
    expect(states).toMatchObject([{ promo_code: ended.promo_code, state: 'ended' }])
  })
  test('with a limit is added to no more vendors than that, however many add it at once', async () => {
    const { promo_code, promo_code_id } = await make({ usage_limit: 2 })
    const vendors = await Promise.all([makeVendor(), makeVendor(), makeVendor(), makeVendor()])
    const answers = await Promise.all(vendors.map((to) => give(promo_code, to)))
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 200, 400, 400])
    expect((await c.get(`/api/promo-codes/${promo_code_id}`)).body.promo_code.total_usage).toBe(2)
  })
  test('at its limit can be added again to a vendor that had it, and to no other', async () => {
    const { promo_code } = await make({ usage_limit: 1 })
    const { promo_code_usage_id } = await given(promo_code)
    const removed = await c.delete(`/api/vendor/${promo_code_usage_id}/deletePromeCode?reason=By+mistake`)
    expect(removed.status).toBe(200)
    const usedUp = 'Limit of 1 vendor reached'
    expect(await fieldsOf(give(promo_code, await makeVendor()))).toEqual([400, { promo_code: usedUp }])
    expect(await check(promo_code)).toMatchObject({ refused: null })
    expect((await give(promo_code)).status).toBe(200)
  })
  test('that was removed discounts no more bills, and continues where it stopped when added again', async () => {
    const { promo_code } = await make({ recurring_billing_cycles: 2 })
    const usage = await given(promo_code)
    await redeem(usage, '2030-01-31')
    const off = () =>
      c.delete(`/api/vendor/${usage.promo_code_usage_id}/deletePromeCode?reason=The+fair+is+over`)
    expect((await off()).body.promos).toEqual([])
    const { logs } = (await c.post('/api/activity-log/search', { vendor_id, type: 'promo_code.remove' })).body
    expect(logs[0]).toMatchObject({ reason: 'The fair is over' })
    expect((await bill()).due.total).toBe('100.00')
    const again = await off()
    expect([again.status, again.body.error.message]).toEqual([409, 'Nothing to delete, please try again'])
    expect(await given(promo_code)).toMatchObject({ bills_used: 1, bills_left: 1, money_given: '10.00' })
    await redeem(usage, '2030-02-28')
    expect((await bill()).due).toMatchObject({
      total: '100.00',
      promos: [{ why_not: 'Used up' }],
    })
    await off()
    expect(await fieldsOf(give(promo_code))).toEqual([400, { promo_code: 'Already used up by this vendor' }])
  })
  test('can be replaced by another; the discounts of the first stay', async () => {
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
    expect((await change(second.promo_code)).body.promos).toMatchObject([{ promo_code: second.promo_code }])
    expect(await bill()).toMatchObject({
      due: { total: '75.00' },
      billing_plan_history: [
        { message: `Promo code ${first.promo_code} replaced with ${second.promo_code}, 25%` },
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
  test('can turn on optimized sync, which appears in its log', async () => {
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
  test('discounts each period once, for its number of bills and its own vendor only', async () => {
    const { promo_code } = await make({ is_recurring: false })
    const usage = await given(promo_code)
    await redeem(usage, '2030-01-31')
    await expect(redeem(usage, '2030-01-31')).rejects.toThrow('promo_redemption_pkey')
    await expect(redeem(usage, '2030-02-28')).rejects.toThrow('redeemed too often')
    const second = await given((await make()).promo_code)
    await expect(redeem(second, '2030-01-31', '10.00', await makeVendor())).rejects.toThrow('foreign key')
    expect((await bill()).promos).toMatchObject([{ bills_used: 1, bills_left: 0 }, { bills_used: 0 }])
  })
  test('waits for a bill in progress before it is added', async () => {
    const { promo_code } = await make()
    const [asked] = await whileHeld(() => [give(promo_code)])
    expect((await asked!).status).toBe(200)
  })
})
