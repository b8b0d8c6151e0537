import { beforeAll, expect, test } from 'vitest'
import { refundReason, type ReportedRefund } from '#contract/reports/refunds.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
let ann: number
let ben: number
let intents = 0

async function vendor(company: string): Promise<number> {
  const row = await h.services.db
    .insertInto('vendor')
    .values({ company })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  return row.vendor_id
}
async function charged(vendor_id: number, day: string, amount: string, values: object = {}): Promise<number> {
  const row = await h.services.db
    .insertInto('vendor_charge')
    .values({ vendor_id, tm: `${day}T10:00:00Z`, amount, vendor_charge_status_id: 1, ...values })
    .returning('vendor_charge_id')
    .executeTakeFirstOrThrow()
  return row.vendor_charge_id
}
/** A refund as it was asked for and, unless it is still open, as it ended. */
async function refunded(
  vendor_id: number,
  day: string,
  amount: string,
  {
    of,
    note,
    state = 'succeeded',
    credit = 0,
  }: { of: number; note: string; state?: string; credit?: number },
) {
  const money_intent_id = `refund ${++intents}`
  const tm = `${day}T12:00:00Z`
  await h.services.db
    .insertInto('money_intent')
    .values({
      money_intent_id,
      vendor_id,
      kind: 'refund',
      amount,
      state,
      gateway: 'sandbox',
      request: JSON.stringify({}),
      refund_of: of,
      terms: JSON.stringify({ note, credit_back: credit, charge_description: '', invoice_id: null }),
      asked_by_name: 'Fin Ance',
      insert_tm: tm,
      next_check_tm: tm,
    })
    .execute()
  if (state === 'open') return
  await charged(vendor_id, day, amount, {
    tm,
    vendor_charge_trans_type_id: 3,
    vendor_charge_status_id: state === 'succeeded' ? 1 : 3,
    refund_of: of,
    money_intent_id,
    charge_description: 'Refund of Renewal',
  })
}
const get = (query = '?start=2026-10-01&end=2026-10-31') => c.get(`/api/reports/refunds${query}`)

beforeAll(async () => {
  c = await staff(h, 'finance')
  ;[ann, ben] = [await vendor('Ann'), await vendor('Ben')]
  const september = await charged(ann, '2026-09-20', '150.00', { refunded: '60.00' })
  const october = await charged(ben, '2026-10-02', '350.00')
  await charged(ben, '2026-10-03', '99.00', { vendor_charge_status_id: 2 })
  await refunded(ann, '2026-10-01', '40.00', { of: september, note: 'Charged twice', credit: 500 })
  await refunded(ann, '2026-10-31', '20.00', { of: september, note: 'Import was broken' })
  await refunded(ben, '2026-10-05', '10.00', { of: october, note: 'Asked nicely', state: 'failed' })
  await refunded(ben, '2026-10-06', '30.00', { of: october, note: 'Canceled', state: 'open' })
  await refunded(ben, '2026-11-01', '50.00', { of: october, note: 'Canceled' })
})

test('a range has its refunds with charge, reason and state; only those that went through are summed', async () => {
  const { body } = await get()
  expect(
    body.refunds.map((r: ReportedRefund) => [
      r.company,
      r.state,
      r.amount,
      r.credit_back,
      r.charged,
      r.kept,
      r.days,
      r.reason,
      r.by,
    ]),
  ).toEqual([
    ['Ann', 'done', '20.00', '0.00', '150.00', '90.00', 41, 'Service problem', 'Fin Ance'],
    ['Ben', 'pending', '30.00', '0.00', '350.00', '350.00', 4, 'Cancellation', 'Fin Ance'],
    ['Ben', 'failed', '10.00', '0.00', '350.00', '350.00', 3, 'Other', 'Fin Ance'],
    ['Ann', 'done', '40.00', '5.00', '150.00', '90.00', 11, 'Duplicate', 'Fin Ance'],
  ])
  expect(body).toMatchObject({
    total: 4,
    done: 2,
    amount: '60.00',
    credit_back: '5.00',
    charged: '350.00',
    by_reason: [
      { name: 'Duplicate', refunds: 1, amount: '40.00' },
      { name: 'Service problem', refunds: 1, amount: '20.00' },
    ],
    by_person: [{ name: 'Fin Ance', refunds: 2, amount: '60.00' }],
    repeated: [{ vendor_id: ann, name: 'Ann', refunds: 2, amount: '60.00' }],
  })
})

test('its file has the same rows', async () => {
  const file = await c.get('/api/reports/refund_report_export?start=2026-10-31&end=2026-10-31')
  const [head, ...rows] = file.body.replaceAll('\r', '').replace('\uFEFF', '').trim().split('\n')
  expect(head).toContain('Refunded,Vendor,Status,To the card,Credit returned')
  expect(rows).toHaveLength(1)
  expect(rows[0]).toContain('Ann,Refunded,20.00,0.00')
})

test('a wrong range is named by its field; support has no access', async () => {
  expect((await get('?start=2026-10-02&end=2026-10-01')).body.error.fields).toEqual({
    end: 'Enter a day on or after the first day',
  })
  expect((await get('?start=yesterday&end=2026-10-01')).body.error.fields).toHaveProperty('start')
  const support = await staff(h, 'support')
  expect((await support.get('/api/reports/refunds')).status).toBe(403)
  expect((await support.get('/api/reports/refund_report_export')).status).toBe(403)
  const body = { list: 'refunds', format: 'csv', columns: ['tm'], input: {} }
  expect((await support.post('/api/exports', body)).status).toBe(403)
})

test('a note’s first fitting word decides its reason', () => {
  expect(
    [
      'Billed double',
      'wants to CANCEL',
      'feed was down',
      'wrong plan',
      'as a courtesy',
      '',
      'later template, debug',
    ].map(refundReason),
  ).toEqual(['Duplicate', 'Cancellation', 'Service problem', 'Mistake', 'Goodwill', 'Other', 'Other'])
})
