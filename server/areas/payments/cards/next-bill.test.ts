// What an act of money says of the next charge before is what the next charge is after.
import { beforeEach, describe, expect, test } from 'vitest'
import { harness, makeFeed, type Client } from '#server/test/harness.ts'
import { closing } from '#server/test/billing/closing.ts'
import { giveCard, payerCalls, payerOfEach, plus, pro } from '#server/test/billing/money.ts'
import { bookCredit } from '#server/areas/ledger/public.ts'
import { renew } from '../public.ts'

const h = harness()
let c: Client
let vendor_id: number
const { at, on } = payerOfEach(h, [pro, plus], (payer) => ({ c, vendor_id } = payer))

const { charges, save } = payerCalls(h, () => ({ c, vendor_id }))
const { owed, close, weigh } = closing(() => ({ c, vendor_id }))
const due = async () => {
  const { body } = await c.get(`/api/vendor/view/${vendor_id}/billing`)
  return { total: body.due.total, day: body.next_charge_date }
}
const plan = (vendor_plan_type_id: number | null) =>
  c.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id })
const credit = (cents: number) =>
  h.services.db
    .transaction()
    .execute((tx) =>
      bookCredit(tx, vendor_id, cents, { key: `credit of ${vendor_id}`, tm: '2030-01-31T00:00:00Z' }),
    )

interface Told {
  next_bill: { from: string; to: string }
  next_charge_date: { from: string; to: string }
}
/** The total and day before and after, which the preview had said. */
async function carriedOut(told: Told, act: () => Promise<unknown>) {
  const before = await due()
  await act()
  const after = await due()
  expect(told.next_bill).toEqual({ from: before.total, to: after.total })
  expect(told.next_charge_date).toEqual({ from: before.day, to: after.day })
  return [before.total, after.total]
}
async function refunded(amount: string) {
  const all: { vendor_charge_id: number; vendor_charge_trans_type_id: number }[] = await charges()
  const { vendor_charge_id } = all.find((one) => one.vendor_charge_trans_type_id === 1)!
  const body = { vendor_charge_id, amount }
  const { body: told } = await c.post(`/api/vendor/${vendor_id}/refund/effects`, body)
  return carriedOut(told, async () => {
    const { body: done } = await c.post(`/api/vendor/${vendor_id}/refund`, { ...body, note: 'Asked' })
    expect(done.state).toBe('succeeded')
  })
}
async function charged(amount: string, update_next_charge_date: boolean) {
  const body = {
    vendor_charge_type_id: 1,
    vendor_charge_trans_type_id: 1,
    charge_description: 'By hand',
    amount,
    update_next_charge_date,
  }
  const { body: told } = await c.post(`/api/vendor/${vendor_id}/manual-charge/effects`, body)
  return carriedOut(told, async () => {
    const { body: done } = await c.post(`/api/vendor/${vendor_id}/manual-charge`, body)
    expect(done.state).toBe('succeeded')
  })
}
async function closed(how: 'paid_outside' | 'written_off', invoice_id: number) {
  return carriedOut(await weigh(invoice_id, how), async () =>
    expect((await close(invoice_id, how)).status).toBe(200),
  )
}

describe('the next bill after a refund', () => {
  beforeEach(async () => {
    await plan(2)
    await on('2030-01-31')
    at('2030-02-14')
  })
  test('is unchanged if it doesn’t deduct the refunded days', async () => {
    expect(await refunded('100.00')).toEqual(['199.00', '199.00'])
  })
  test('deducts less when the days it deducts are refunded', async () => {
    await plan(1)
    // 75 dollars wait to come off; 49 are kept
    expect(await refunded('150.00')).toEqual(['0.00', '0.00'])
    expect(await refunded('20.00')).toEqual(['0.00', '20.00'])
    expect(await refunded('29.00')).toEqual(['20.00', '49.00'])
  })
  test('no longer deducts refunded days left unused by an earlier charge date', async () => {
    await save({ next_charge_date: '2030-02-20' })
    // 8 of 28 days
    expect(await refunded('190.00')).toEqual(['142.14', '190.00'])
  })
  test('is paid with the credit that the refund returns', async () => {
    await on('2030-02-28')
    await credit(5000)
    await on('2030-03-31')
    expect(await refunded('149.00')).toEqual(['199.00', '149.00'])
  })
})

test('a full refund of a charge paid partly by credit leaves no days to deduct', async () => {
  await credit(2000)
  await plan(2)
  await on('2030-01-31')
  at('2030-02-14')
  await plan(1)
  expect(await refunded('179.00')).toEqual(['0.00', '29.00'])
})

describe('the next bill after a manual charge', () => {
  beforeEach(() => on('2030-01-31'))
  test('is unchanged if the charge doesn’t replace it', async () => {
    expect(await charged('60.00', false)).toEqual(['49.00', '49.00'])
  })
  test('keeps the fee of paused suppliers', async () => {
    const { dropshipper_id } = await makeFeed(h)
    const values = { vendor_id, dropshipper_id, paused_at: '2030-01-31T00:00:00Z' }
    await h.services.db.insertInto('subscription').values(values).execute()
    expect(await charged('60.00', false)).toEqual(['58.00', '58.00'])
  })
  test('loses the credit that would have paid it', async () => {
    await credit(2000)
    expect(await charged('60.00', false)).toEqual(['29.00', '49.00'])
  })
  test('is replaced, and pending amounts stay', async () => {
    at('2030-02-14')
    await plan(2)
    expect(await charged('60.00', true)).toEqual(['274.00', '274.00'])
  })
  test('is replaced by one that comes sooner: unused days are deducted from the following bill', async () => {
    at('2030-02-02')
    await save({ next_charge_date: '2030-02-14' })
    expect(await charged('60.00', true)).toEqual(['24.50', '24.50'])
    expect(await charged('60.00', true)).toEqual(['24.50', '24.50'])
  })
})

describe('the next bill after an invoice is closed', () => {
  let invoice_id: number
  beforeEach(async () => {
    await plan(2)
    await giveCard(h, vendor_id, '4000000000000341')
    await on('2030-01-31')
    ;({ invoice_id } = await owed())
    at('2030-02-14')
  })
  test('as paid another way is unchanged', async () => {
    await plan(1)
    expect(await closed('paid_outside', invoice_id)).toEqual(['0.00', '0.00'])
  })
  test('as paid another way moves from a passed day to today, with today’s plan and days', async () => {
    await save({ next_charge_date: '2030-02-15', vendor_status_id: 2 })
    const own = {
      monthly_fee: '60.00',
      custom_billing_plan_start_tm: '2030-02-15',
      billing_plan_will_expire: true,
      billing_plan_expiration_date: '2030-02-18',
      billing_plan_default_id: null,
    }
    await c.post(`/api/vendor/${vendor_id}/billing-plan`, { billing_plan: own })
    at('2030-02-21')
    // 7 of 28 days aren't used
    expect(await closed('paid_outside', invoice_id)).toEqual(['0.00', '149.25'])
    await renew(h.services)
    expect((await charges())[0].amount).toBe('149.25')
  })
  test('as written off deducts nothing for its days, until it is paid after all', async () => {
    await plan(1)
    expect(await closed('written_off', invoice_id)).toEqual(['0.00', '49.00'])
    expect(await closed('paid_outside', invoice_id)).toEqual(['49.00', '0.00'])
  })
  test('as written off shows and keeps what an earlier bill deducted for its days', async () => {
    await plan(1)
    await on('2030-02-28')
    const { body } = await c.get(`/api/invoices?search=${vendor_id}`)
    const [follows] = body.papers.map((paper: { number: string }) => paper.number)
    expect((await weigh(invoice_id, 'paid_outside')).came_off).toEqual([])
    const told = await weigh(invoice_id, 'written_off')
    expect(told.came_off).toEqual([{ amount: '75.00', number: follows }])
    expect(await closed('written_off', invoice_id)).toEqual(['23.00', '23.00'])
  })
  test('as written off lets a manual charge cover its days', async () => {
    await save({ next_charge_date: null })
    const by_hand = {
      vendor_charge_type_id: 1,
      vendor_charge_trans_type_id: 1,
      charge_description: 'By hand',
      amount: '60.00',
      ghost: true,
      update_next_charge_date: true,
    }
    const next = async () =>
      (await c.post(`/api/vendor/${vendor_id}/manual-charge/effects`, by_hand)).body.next_charge_date.to
    expect(await next()).toBe('2030-03-31')
    await closed('written_off', invoice_id)
    expect(await next()).toBe('2030-03-14')
  })
})
