import { expect } from 'vitest'
import type { PromoCode } from '#contract/promo-codes/promo-codes.ts'
import type { VendorPromo } from '#contract/promo-codes/vendor-promos.ts'
import { redeemed } from '../../areas/promo-codes/public.ts'
import { tenthOff } from './blank-code.ts'
import type { Client, Harness } from '../harness.ts'

/** Adds the plans and the market that codes are limited to. */
export async function makePlansOfCodes(h: Harness) {
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
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The calls of promo codes, and of the tested vendor's codes. */
export function promoCodes(h: Harness, subject: () => { c: Client; vendor_id: number }) {
  let n = 0
  const uniqueName = (name: string) => `${name}${++n}`
  const makeVendor = async (company = 'Promoted') =>
    (
      await h.services.db
        .insertInto('vendor')
        .values({ company, vendor_plan_type_id: 1, next_charge_date: '2030-03-31' })
        .returning('vendor_id')
        .executeTakeFirstOrThrow()
    ).vendor_id
  /** Sums that may have changed since the code was read aren't sent back. */
  const sums = { using: undefined, total_usage: undefined, money_given: undefined }
  const save = (fields: object = {}) =>
    subject().c.post('/api/promo-codes/', {
      ...tenthOff,
      promo_code: uniqueName('CODE'),
      ...fields,
      ...sums,
    })
  const make = async (fields: object = {}): Promise<PromoCode> => {
    const { status, body } = await save(fields)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.promo_code
  }
  const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  /** Its last day was yesterday. */
  const end = ({ promo_code_id }: PromoCode) =>
    h.services.db
      .updateTable('promo_code')
      .set({ ends_on: yesterday() })
      .where('promo_code_id', '=', promo_code_id)
      .execute()
  const list = async (filters: object = {}) =>
    (await subject().c.post('/api/promo-codes/getPromoCodes', filters)).body
  const give = (promo_code: string, to = subject().vendor_id) =>
    subject().c.post(`/api/vendor/${to}/postPromoCode`, { promo_code, reason: 'Spring' })
  const giveCode = async (promo_code: string, to = subject().vendor_id): Promise<VendorPromo> => {
    const { status, body } = await give(promo_code, to)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.promos.find(
      (promo: VendorPromo) => promo.promo_code.toLowerCase() === promo_code.toLowerCase(),
    )
  }
  const bill = async (vendorId = subject().vendor_id) =>
    (await subject().c.get(`/api/vendor/view/${vendorId}/billing`)).body
  const check = async (promo_code: string) =>
    (await subject().c.post(`/api/vendor/${subject().vendor_id}/checkPromoCode`, { promo_code })).body
  const redeem = (
    { promo_code_usage_id }: VendorPromo,
    period_starts: string,
    amount = '10.00',
    vendorId = subject().vendor_id,
  ) =>
    h.services.db
      .transaction()
      .execute((tx) => redeemed(tx, [{ promo_code_usage_id, vendor_id: vendorId, period_starts, amount }]))
  const fieldsOf = async (answer: Promise<{ status: number; body: { error: { fields: object } } }>) => {
    const { status, body } = await answer
    return [status, body.error.fields]
  }
  return {
    named: uniqueName,
    makeVendor,
    save,
    make,
    yesterday,
    end,
    list,
    give,
    given: giveCode,
    bill,
    check,
    redeem,
    fieldsOf,
  }
}
