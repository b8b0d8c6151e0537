// A refund of days that came off a bill already says so, and offers what is left after that.
import { beforeEach, expect, test } from 'vitest'
import { type Client, harness } from '#server/test/harness.ts'
import { giveCard, payerOfEach } from '#server/test/billing/money.ts'
import { bookCredit } from '#server/areas/ledger/public.ts'

const h = harness()
let c: Client
let vendor_id: number
const plans = [
  ['Pro', '56.00'],
  ['Basic', '28.00'],
  ['Plus', '112.00'],
] as const
const { at, on } = payerOfEach(h, [...plans], (payer) => ({ c, vendor_id } = payer))
beforeEach(() => on('2030-01-31'))

const history = async () => (await c.get(`/api/vendor/${vendor_id}/billing-history`)).body.charges
const first = async () => (await history()).at(-1)
const refund = async (amount: string, act = '/effects') => {
  const { vendor_charge_id } = await first()
  const note = act === '' ? { note: 'Asked' } : {}
  return (await c.post(`/api/vendor/${vendor_id}/refund${act}`, { vendor_charge_id, amount, ...note })).body
}
const sooner = async () => {
  at('2030-02-02')
  const { vendor } = (await c.get(`/api/vendor/${vendor_id}/basics`)).body
  const body = {
    vendor: { ...vendor, next_charge_date: '2030-02-14' },
    note: { note: 'Agreed', note_type: 11 },
  }
  expect((await c.post(`/api/vendor/${vendor_id}`, body)).status).toBe(200)
  await on('2030-02-14')
}
const smaller = async () => {
  at('2030-02-14')
  const body = { vendor_plan_type_id: 2 }
  expect((await c.post(`/api/vendor/${vendor_id}/plan-type`, body)).status).toBe(200)
  await on('2030-02-28')
}

test.each([
  // half of the month at 56 dollars, half of the month of the difference of 28
  ['charged sooner', sooner, '28.00', '28.00'],
  ['on a plan that was changed', smaller, '14.00', '42.00'],
] as const)(
  'a refund leaves out days already deducted for a vendor %s',
  async (_what, follow, off, offered) => {
    await follow()
    const [{ paper }] = await history()
    expect(await refund('56.00')).toMatchObject({
      came_off: [{ amount: off, number: paper.number }],
      offered,
      twice: off,
      faults: {},
    })
    expect(await refund(offered)).toMatchObject({ twice: '0.00' })
    expect((await refund(offered, '')).state).toBe('succeeded')
    expect(await refund('2.00')).toMatchObject({ offered: '0.00', twice: '2.00' })
  },
)

test('two vendors charged early on one day each see their own invoice', async () => {
  const other = await h.services.db
    .insertInto('vendor')
    .values({
      company: 'Another',
      vendor_status_id: 1,
      vendor_plan_type_id: 1,
      next_charge_date: '2030-01-31',
    })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  const mine = vendor_id
  vendor_id = other.vendor_id
  await giveCard(h, vendor_id)
  await on('2030-01-31')
  at('2030-02-02')
  await h.services.db
    .updateTable('vendor')
    .set({ next_charge_date: '2030-02-14' })
    .where('vendor_id', 'in', [mine, other.vendor_id])
    .execute()
  await on('2030-02-14')
  for (const of of [mine, other.vendor_id]) {
    vendor_id = of
    const [{ paper }] = await history()
    expect((await refund('56.00')).came_off).toEqual([{ amount: '28.00', number: paper.number }])
  }
})

test('days deducted from a bill that was written off are refunded once', async () => {
  await giveCard(h, vendor_id, '4000000000000341')
  await sooner()
  const { open_invoices } = (await c.get(`/api/vendor/${vendor_id}/payments`)).body
  const [{ invoice_id, number }] = open_invoices
  expect((await refund('56.00')).came_off).toEqual([{ amount: '28.00', number }])
  const body = { how: 'written_off', reason: 'Gone' }
  await c.post(`/api/vendor/${vendor_id}/invoice/${invoice_id}/close`, body)
  expect(await refund('56.00')).toMatchObject({ came_off: [], offered: '56.00', twice: '0.00' })
})

test('days still to be deducted from the next bill are refunded and no longer deducted', async () => {
  at('2030-02-14')
  await c.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id: 2 })
  expect(await refund('56.00')).toMatchObject({ came_off: [], offered: '56.00', twice: '0.00' })
  await refund('56.00', '')
  await on('2030-02-28')
  expect((await history())[0]).toMatchObject({ amount: '28.00' })
})

test('an upgrade’s extra charge for the remaining days isn’t a deduction', async () => {
  at('2030-02-14')
  await c.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id: 3 })
  await on('2030-02-28')
  expect((await history())[0]).toMatchObject({ amount: '140.00' })
  expect(await refund('56.00')).toMatchObject({ came_off: [], offered: '56.00', twice: '0.00' })
})

test('a bill’s charges and deductions for one invoice are netted', async () => {
  at('2030-02-14')
  await c.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id: 2 })
  await refund('50.00', '')
  await on('2030-02-28')
  // 14 dollars less the 8 that weren’t kept any more
  expect(await refund('6.00')).toMatchObject({
    came_off: [{ amount: '6.00' }],
    offered: '0.00',
    twice: '6.00',
  })
})

test('a payment by credit alone for the current period also keeps everything from being canceled', async () => {
  await h.services.db
    .transaction()
    .execute((tx) =>
      bookCredit(tx, vendor_id, 6000, { key: `credit of ${vendor_id}`, tm: '2030-01-31T00:00:00Z' }),
    )
  const body = {
    vendor_charge_type_id: 1,
    vendor_charge_trans_type_id: 1,
    charge_description: 'A month',
    amount: '60.00',
    update_next_charge_date: true,
  }
  expect((await c.post(`/api/vendor/${vendor_id}/manual-charge`, body)).body.state).toBe('succeeded')
  expect(await refund('56.00')).toMatchObject({ cancel_eligible: false })
  expect((await refund('56.00', '')).cancel_eligible).toBe(false)
})
