import { beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '#contract/billing/days.ts'
import type { SuspendedVendor } from '#contract/reports/billing-suspended.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
let today: string
let numbers = 0

async function suspended(company: string, suspended_on: string | null, values: object = {}): Promise<number> {
  const row = await h.services.db
    .insertInto('vendor')
    .values({ company, vendor_status_id: 2, suspended_on, insert_tm: '2025-01-01T00:00:00Z', ...values })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  return row.vendor_id
}
/** A billed month from a day on, with its recurring lines and a set-up that isn't recurring. */
async function billed(
  vendor_id: number,
  starts: string,
  ends: string,
  amounts: number[],
  values: object = {},
) {
  const { db } = h.services
  const { invoice_id } = await db
    .insertInto('invoice')
    .values({
      vendor_id,
      series: 'INV',
      number: ++numbers,
      kind: 'renewal',
      issued_on: starts,
      issued_tm: `${starts}T05:00:00Z`,
      total: String(amounts.reduce((sum, n) => sum + n, 0)),
      bill_to: JSON.stringify({}),
      paid_tm: `${starts}T06:00:00Z`,
      ...values,
    })
    .returning('invoice_id')
    .executeTakeFirstOrThrow()
  const kinds = ['plan', 'extra', 'promo', 'manual']
  await db
    .insertInto('invoice_line')
    .values(
      amounts.map((amount, i) => ({
        invoice_id,
        line_no: i + 1,
        kind: kinds[i] ?? 'manual',
        text: 'Line',
        amount: String(amount),
      })),
    )
    .execute()
  await db
    .insertInto('billing_period')
    .values({
      vendor_id,
      starts,
      ends,
      invoice_id,
      plan_name: 'Starter',
      plan_fee: String(amounts[0]),
      ...(lastEnds.get(vendor_id) === starts ? { follows: starts } : { anew: 'resumed' }),
    })
    .execute()
  lastEnds.set(vendor_id, ends)
}
const lastEnds = new Map<number, string>()
const report = (body: object) => c.post('/api/reports/billing-suspended', body)
const companies = async (body: object) =>
  (await report(body)).body.vendors.map((v: SuspendedVendor) => v.company)

beforeAll(async () => {
  c = await staff(h, 'finance')
  const { db } = h.services
  today = dayOf(h.services.clock.now())
  const manager = await suspended('Mia Manager', null, { vendor_status_id: 1, is_staff: true })
  const ann = await suspended('Ann', addDays(today, -10), { account_manager_vendor_id: manager })
  // the extra in July is an upgrade; a smaller bill and a manual line in August are none
  await billed(ann, '2026-06-10', '2026-07-10', [100])
  await billed(ann, '2026-07-10', '2026-08-10', [100, 20])
  await billed(ann, '2026-08-10', '2026-09-10', [100, 20, -15, 250], {
    paid_tm: null,
    total: '355',
    tries: 5,
  })
  await db
    .insertInto('vendor_charge')
    .values([
      { vendor_id: ann, amount: '355', vendor_charge_status_id: 2, card_exception: 'Expired card' },
      { vendor_id: ann, amount: '355', vendor_charge_status_id: 2, card_exception: 'Insufficient funds' },
    ])
    .execute()
  await db
    .insertInto('payment_method')
    .values({
      vendor_id: ann,
      gateway: 'sandbox',
      method: 'pm_1',
      brand: 'Visa',
      last4: '4242',
      exp_month: 9,
      exp_year: 2026,
      insert_tm: '2026-01-01T00:00:00Z',
    })
    .execute()
  await db
    .insertInto('vendor_note')
    .values({ vendor_id: ann, note: 'Called, no answer', note_type: 1, written_by_name: 'Mia' })
    .execute()
  // came back after a gap at the same price
  const ben = await suspended('Ben', addDays(today, -40), { vendor_status_id: 3 })
  await billed(ben, '2026-03-01', '2026-04-01', [50])
  await billed(ben, '2026-09-01', '2026-10-01', [50], { paid_tm: null, total: '50', tries: 5 })
  await suspended('Never billed', null, { insert_tm: '2026-05-05T00:00:00Z' })
  await suspended('Pays', null, { vendor_status_id: 1 })
  await suspended('Colleague', today, { is_staff: true })
})

test('who is suspended is listed with debt, card, last note and stage', async () => {
  const { body } = await report({ start: '2026-01-01' })
  expect(body).toMatchObject({ total: 3, delisted: 1, owed: '405.00', monthly: '155.00', end: today })
  const [ben, ann, never] = body.vendors
  expect(ann).toMatchObject({
    company: 'Ann',
    stage: 'suspended',
    since: addDays(today, -10),
    days: 10,
    upgraded_on: '2026-07-10',
    owed: '355.00',
    invoices: 1,
    tries: 5,
    declined: 'Insufficient funds',
    card: 'Visa 4242',
    card_ends: '2026-09',
    monthly: '105.00',
    delist_on: addDays(today, 20),
    note: 'Called, no answer',
    manager: 'Mia Manager',
  })
  expect(ben).toMatchObject({ stage: 'delisted', days: 40, upgraded_on: '2026-09-01', delist_on: null })
  expect(never).toMatchObject({ company: 'Never billed', since: null, days: null, upgraded_on: '2026-05-05' })
})

test('only vendors that started or upgraded within the dates are listed', async () => {
  expect(await companies({ start: '2026-07-10' })).toEqual(['Ben', 'Ann'])
  expect(await companies({ start: '2026-07-11' })).toEqual(['Ben'])
  expect(await companies({ start: '2026-01-01', end: '2026-07-10' })).toEqual(['Ann', 'Never billed'])
  expect(await companies({ start: '2199-01-01' })).toEqual([])
})

test('the Upgrade After date is required, in the specification’s words', async () => {
  for (const path of ['billing-suspended', 'billing-suspended-export'])
    for (const start of [undefined, null, '']) {
      const { status, body } = await c.post(`/api/reports/${path}`, { start })
      expect([status, body.error.fields]).toEqual([400, { start: 'You must specify a Upgrade After date' }])
    }
  expect((await report({ start: 'May' })).body.error.fields).toEqual({ start: 'Enter a date' })
  expect((await report({ start: '2026-02-02', end: '2026-02-01' })).body.error.fields).toEqual({
    end: 'Enter a day on or after the first day',
  })
  for (const path of ['billing-suspended', 'billing-suspended-export']) {
    const { body } = await c.post(`/api/reports/${path}`, { start: '2015-01-31', end: '2025-02-01' })
    expect(body.error.fields).toEqual({ start: 'Choose at most 10 years' })
  }
  expect((await report({ start: '2015-02-01', end: '2025-02-01' })).status).toBe(200)
})

test('its file is as it was prepared; support has no access', async () => {
  const path = '/api/reports/billing-suspended-export'
  expect((await c.post(path, { start: '2026-07-11' })).status).toBe(200)
  const [head, ...rows] = (await c.get(path)).body.replaceAll('\r', '').trim().split('\n')
  expect(head).toContain('Vendor,Stage,Suspended,Days,Owed')
  expect(rows).toHaveLength(1)
  expect(rows[0]).toContain(`Ben,Products delisted,${addDays(today, -40)},40,50.00`)
  const support = await staff(h, 'support')
  expect((await support.post('/api/reports/billing-suspended', { start: '2026-01-01' })).status).toBe(403)
  expect((await support.get(path)).status).toBe(403)
})
