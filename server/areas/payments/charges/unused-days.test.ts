// Days that were billed and aren’t used.
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { type Client, harness } from '#server/test/harness.ts'
import { giveCard, makePayer, payerCalls, payerOfEach, plus, pro } from '#server/test/billing/money.ts'
import { bookCredit } from '#server/areas/ledger/public.ts'
import { takeEvents } from '../public.ts'

const h = harness()
let c: Client
let vendor_id: number
const { at, on } = payerOfEach(h, [pro, plus], (payer) => ({ c, vendor_id } = payer))

const { charges, save } = payerCalls(h, () => ({ c, vendor_id }))

describe('unused days of a bill deduct no more than what was kept of it', () => {
  const bill = async () => (await c.get(`/api/vendor/view/${vendor_id}/billing`)).body.due
  const plan = async (vendor_plan_type_id: number | null) =>
    (await c.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id })).body.due
  const refund = async (amount: string) => {
    const [{ vendor_charge_id }] = await charges()
    const { body } = await c.post(`/api/vendor/${vendor_id}/refund`, {
      vendor_charge_id,
      amount,
      note: 'Asked',
    })
    expect(body.state).toBe('succeeded')
  }
  const onPlus = async (of: number) => {
    const { db } = h.services
    await db
      .insertInto('billing_extra')
      .values({ vendor_id: of, billing_extra_type_id: 1, billing_extra_cost: '100.00' })
      .execute()
    await db.updateTable('vendor').set({ vendor_plan_type_id: 2 }).where('vendor_id', '=', of).execute()
  }
  const ofEach = async <T>(vendors: readonly number[], read: () => Promise<T>) => {
    const answers: T[] = []
    for (vendor_id of vendors) answers.push(await read())
    return answers
  }
  beforeEach(async () => {
    await sql`
      insert into billing_extra_type (billing_extra_type_id, billing_extra_name)
      overriding system value values (1, 'Extra') on conflict do nothing`.execute(h.services.db)
    await onPlus(vendor_id)
  })

  // 14 of 28 days of the 150 dollars that Pro costs less, of a bill of 299
  describe.each([
    ['100.00', '74.00'],
    ['200.00', '74.00'],
    ['280.00', '130.00'],
    ['299.00', '149.00'],
  ])('with $%s of it refunded', (amount, total) => {
    beforeEach(async () => {
      await on('2030-01-31')
      at('2030-02-14')
    })
    test('before the plan change', async () => {
      await refund(amount)
      expect((await plan(1)).total).toBe(total)
    })
    test('after the plan change', async () => {
      await plan(1)
      await refund(amount)
      expect((await bill()).total).toBe(total)
      await on('2030-02-28')
      expect((await charges())[0]).toMatchObject({ amount: total })
    })
  })

  test('with money held or lost in a bank dispute; an inquiry or returned money counts as kept', async () => {
    const vendors = [vendor_id, await makePayer(h), await makePayer(h)]
    for (const id of vendors.slice(1)) await onPlus(id)
    const cards = ['4000000000000259', '4000000000001976', '4000000000002685']
    for (const [i, id] of vendors.entries()) await giveCard(h, id, cards[i])
    const disputes = () => ofEach(vendors, async () => (await charges())[0].dispute)
    const totals = (read: () => Promise<{ total: string }>) =>
      ofEach(vendors, async () => (await read()).total)
    await on('2030-01-31')
    at('2030-02-01')
    await takeEvents(h.services)
    expect(await disputes()).toEqual(['open', 'inquiry', 'open'])
    at('2030-02-14')
    expect(await totals(() => plan(1))).toEqual(['149.00', '74.00', '149.00'])
    await ofEach(vendors, () => save({ next_charge_date: '2030-03-20' }))
    at('2030-03-05')
    await takeEvents(h.services)
    expect((await disputes()).filter((_, i) => i !== 1)).toEqual(['lost', 'won'])
    expect(await totals(bill)).toEqual(['149.00', '74.00', '74.00'])
  })

  test('and the log says so', async () => {
    await on('2030-01-31')
    at('2030-02-14')
    await refund('280.00')
    await plan(1)
    const { last_act } = (await c.get(`/api/vendor/view/${vendor_id}`)).body
    expect(last_act.message).toContain('; on the next bill: -$19')
  })

  test('with a refund returned as credit, which pays the next bill', async () => {
    await h.services.db
      .transaction()
      .execute((tx) =>
        bookCredit(tx, vendor_id, 5000, { key: `credit of ${vendor_id}`, tm: '2030-01-31T00:00:00Z' }),
      )
    await on('2030-01-31')
    at('2030-02-14')
    await refund('249.00')
    expect((await plan(1)).total).toBe('99.00')
  })
})

test('a plan change leaves a vendor billed on the same day unchanged', async () => {
  const { vendor_id: neighbour } = await h.services.db
    .insertInto('vendor')
    .values({ company: 'Next', vendor_status_id: 1, vendor_plan_type_id: 1, next_charge_date: '2030-01-31' })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  await giveCard(h, neighbour)
  await on('2030-01-31')
  at('2030-02-14')
  await c.post(`/api/vendor/${vendor_id}/plan-type`, { vendor_plan_type_id: 2 })
  const periods = async (id: number) => (await c.get(`/api/vendor/view/${id}/billing`)).body.periods
  expect(await periods(vendor_id)).toMatchObject([{ plan_name: 'Plus', plan_fee: '199.00' }])
  expect(await periods(neighbour)).toMatchObject([{ plan_name: 'Pro', plan_fee: '49.00' }])
})

describe('a charge moved earlier bills no day twice', () => {
  const due = async () => (await c.get(`/api/vendor/view/${vendor_id}/billing`)).body.due
  const sooner = async () => {
    at('2030-02-02')
    await save({ next_charge_date: '2030-02-14' })
  }
  test('including extras and paused suppliers, less what promo codes deducted', async () => {
    const { db } = h.services
    await sql`
      insert into billing_extra_type (billing_extra_type_id, billing_extra_name)
      overriding system value values (1, 'Extra') on conflict do nothing`.execute(db)
    await db
      .insertInto('billing_extra')
      .values({ vendor_id, billing_extra_type_id: 1, billing_extra_cost: '51.00' })
      .execute()
    await sql`
      insert into promo_code (promo_code, percentage_based, discount, is_recurring)
      values ('HALF', true, 50, false)`.execute(db)
    expect((await c.post(`/api/vendor/${vendor_id}/postPromoCode`, { promo_code: 'HALF' })).status).toBe(200)
    await on('2030-01-31')
    expect((await charges())[0]).toMatchObject({ amount: '50.00' })
    await sooner()
    expect(await due()).toMatchObject({
      lines: [
        { text: 'Pro', amount: '49.00' },
        { text: 'Extra', amount: '51.00' },
        { text: 'Pro, 14 unused days until 2/28/30', amount: '-12.25' },
        { text: 'Extras and paused suppliers, 14 unused days until 2/28/30', amount: '-12.75' },
      ],
      total: '75.00',
    })
    await on('2030-02-14')
    expect((await charges())[0]).toMatchObject({ amount: '75.00' })
  })
  test('including days covered by a manual charge', async () => {
    const body = {
      vendor_charge_type_id: 1,
      vendor_charge_trans_type_id: 1,
      charge_description: 'A month',
      amount: '60.00',
      update_next_charge_date: true,
    }
    expect((await c.post(`/api/vendor/${vendor_id}/manual-charge`, body)).body.state).toBe('succeeded')
    await sooner()
    expect((await due()).total).toBe('19.00')
  })
})
