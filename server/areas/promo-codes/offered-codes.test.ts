import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PromoCode } from '#contract/promo-codes/promo-codes.ts'
import { mostCodes } from '#contract/promo-codes/promo-codes.ts'
import { tenthOff } from '#server/test/billing/blank-code.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { withoutLimit } from '#server/test/billing/money.ts'
import { takenOut } from '#server/test/taken-out.ts'
import { redeemed } from './public.ts'

const h = harness()
withoutLimit(h)
let c: Client
let vendor_id: number
const makeVendor = async () =>
  (
    await h.services.db
      .insertInto('vendor')
      .values({ company: 'Promoted' })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
  ).vendor_id
beforeAll(async () => {
  c = await staff(h, 'finance')
})
beforeEach(async () => {
  await h.services.db.deleteFrom('promo_redemption').execute()
  await h.services.db.deleteFrom('promo_code_usage').execute()
  await h.services.db.deleteFrom('promo_code').execute()
  vendor_id = await makeVendor()
})
const { linesOf } = takenOut(() => c)
const rowsOf = async (asked: Parameters<typeof linesOf>[0]) =>
  (await linesOf(asked)).map((line) => line.split(','))

const make = async (promo_code: string, more: object = {}): Promise<PromoCode> => {
  const { status, body } = await c.post('/api/promo-codes/', { ...tenthOff, promo_code, ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.promo_code
}
const give = async (promo_code: string, to = vendor_id) =>
  (await c.post(`/api/vendor/${to}/postPromoCode`, { promo_code })).body.promos
const offered = async (search: string, more = '') => {
  const { body } = await c.get(`/api/vendor/${vendor_id}/givable-codes?search=${search}${more}`)
  return body.codes.map((one: { promo_code: string }) => one.promo_code)
}
/** Its last day was yesterday. */
const end = ({ promo_code_id }: PromoCode) =>
  h.services.db
    .updateTable('promo_code')
    .set({ ends_on: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) })
    .where('promo_code_id', '=', promo_code_id)
    .execute()

test('available codes are found by part of the code, its purpose and its owner', async () => {
  const { promo_code_partner_id } = (
    await c.post('/api/promo-codes/addPromoCodePartner', { partner_name: 'Harbor spring' })
  ).body
  await make('MYSPRING')
  await make('SPRING10')
  await make('FAIR', { description: 'Trade fair in spring' })
  await make('OFHARBOR', { promo_code_partner_id })
  await end(await make('SPRINGOVER'))
  await make('SPRINGOWN', { vendor_affiliate_id: vendor_id })
  await make('SPRINGFULL', { usage_limit: 1 })
  await give('SPRINGFULL', await makeVendor())
  await make('SPRINGHAD')
  await give('SPRINGHAD')
  expect(await offered('spring')).toEqual(['SPRING10', 'OFHARBOR', 'FAIR', 'MYSPRING'])
  expect(await offered('autumn')).toEqual([])
  const support = await staff(h)
  expect((await support.get(`/api/vendor/${vendor_id}/givable-codes`)).status).toBe(200)
})

test('a vendor with the maximum number of codes is offered none, and one as a replacement', async () => {
  for (let i = 0; i < mostCodes; i++) await make(`FULL${i}`)
  let has: { promo_code_usage_id: number }[] = []
  for (let i = 0; i < mostCodes; i++) has = await give(`FULL${i}`)
  await make('NEXT')
  const { promo_code_usage_id } = has[0]!
  const check = async (replaces?: number) =>
    (await c.post(`/api/vendor/${vendor_id}/checkPromoCode`, { promo_code: 'NEXT', replaces })).body.refused
  expect(await check()).toBe(`This vendor already has ${mostCodes} codes. Remove one first`)
  expect(await check(promo_code_usage_id)).toBeNull()
  expect(await offered('next')).toEqual([])
  expect(await offered('next', `&replaces=${promo_code_usage_id}`)).toEqual(['NEXT'])
  expect((await c.delete(`/api/vendor/${promo_code_usage_id}/deletePromeCode`)).status).toBe(200)
  expect(await check()).toBeNull()
})

describe('an export', () => {
  test('has a tab’s codes as filtered and sorted, with what each one gave', async () => {
    await make('TEN', { recurring_billing_cycles: 3, plan_only: 'VIP', usage_limit: 5 })
    await make('DOLLARS', { percentage_based: false, discount: '7.50', is_recurring: false })
    await end(await make('OVER'))
    await make('OFHIM', { vendor_affiliate_id: vendor_id })
    const [{ promo_code_usage_id }] = await give('TEN')
    await h.services.db
      .transaction()
      .execute((tx) =>
        redeemed(tx, [{ promo_code_usage_id, vendor_id, period_starts: '2030-01-31', amount: '4.25' }]),
      )
    const columns = ['code', 'state', 'discount', 'unit', 'bills', 'plan', 'usage', 'limit', 'money']
    const of = (input: object) => rowsOf({ list: 'promo_codes', columns, input })
    expect(await of({ sort: 'code' })).toEqual([
      [
        'Code',
        'Status',
        'Discount',
        'Discount type',
        'Bills',
        'Plan',
        'Vendors',
        'Maximum vendors',
        'Total discount',
      ],
      ['DOLLARS', 'Open', '7.50', '$', '1 bill', 'Any plan', '0', '', '0.00'],
      ['OVER', 'Ended', '10.00', '%', 'All bills', 'Any plan', '0', '', '0.00'],
      ['TEN', 'Open', '10.00', '%', '3 bills', 'VIP only', '1', '5', '4.25'],
    ])
    expect((await of({ state: 'ended' })).map(([code]) => code)).toEqual(['Code', 'OVER'])
    expect((await of({ promo_code_type: 'affiliates' })).map(([code]) => code)).toEqual(['Code', 'OFHIM'])
  })
  test('has the vendors using a code, with what each one was given', async () => {
    const { promo_code_id } = await make('TEN', { recurring_billing_cycles: 3 })
    await give('TEN')
    const input = { promo_code_id }
    expect(
      await rowsOf({ list: 'promo_code_users', columns: ['company', 'by', 'bills', 'left', 'money'], input }),
    ).toEqual([
      ['Vendor', 'Applied by', 'Bills used', 'Bills left', 'Total discount'],
      ['Promoted', 'Pat finance', '0', '3', '0.00'],
    ])
  })
})
