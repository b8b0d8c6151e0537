import { afterEach, beforeAll, expect, test } from 'vitest'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { isNightly } from '#server/test/nightly.ts'
import { KilledPool } from '#server/test/billing/killed-pool.ts'
import { expectSoundBooks, giveCard } from '#server/test/billing/money.ts'
import { sendDueMoney } from '../public.ts'

const h = harness()
/** By day it dies at every third statement. */
const stride = isNightly ? 1 : 3
let asks: Client
let agrees: Client
let process: KilledPool
let now = Date.parse('2030-01-31T12:00:00Z')
beforeAll(async () => {
  asks = await staff(h, 'finance')
  agrees = await staff(h, 'admin')
  process = new KilledPool(h.services)
  h.services.clock.now = () => now
})
afterEach(() => expectSoundBooks(h))

/** A vendor that has paid, of whom something waits for a second person. */
async function waitsFor(act: 'charge' | 'refund') {
  const { vendor_id } = await h.services.db
    .insertInto('vendor')
    .values({ company: 'Payer', vendor_status_id: 1 })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  await giveCard(h, vendor_id)
  const approve = async () => {
    const { waiting } = (await asks.get(`/api/vendor/${vendor_id}/payments`)).body
    const [{ money_approval_id }] = waiting
    return () => agrees.post(`/api/money-approval/${money_approval_id}/approve`, {})
  }
  const charges = async () => (await asks.get(`/api/vendor/${vendor_id}/billing-history`)).body.charges
  await asks.post(`/api/vendor/${vendor_id}/manual-charge`, {
    vendor_charge_type_id: 2,
    vendor_charge_trans_type_id: 1,
    charge_description: 'Feed set-up',
    amount: '1200.00',
  })
  if (act === 'refund') {
    await (
      await approve()
    )()
    const [{ vendor_charge_id }] = await charges()
    const asked = { vendor_charge_id, amount: '1200.00', note: 'Asked for' }
    await asks.post(`/api/vendor/${vendor_id}/refund`, asked)
  }
  return { agree: await approve(), charges }
}

test.each([
  ['charge', [['1200.00', 'success']]],
  [
    'refund',
    [
      ['1200.00', 'success'],
      ['1200.00', 'refunded'],
    ],
  ],
] as const)(
  'an approved %s moves money once if the process dies at any of its statements',
  async (act, moved) => {
    let died = 0
    for (let after = 0, dies = true; dies; after += stride) {
      const { agree, charges } = await waitsFor(act)
      // the last statement was carried out and not answered, or wasn't
      process.arm({ after, answered: (after % 2 === 0) === (act === 'charge') })
      await agree()
      dies = process.died
      died += Number(dies)
      await process.revive()
      now += 180_000
      await sendDueMoney(h.services)
      await agree()
      const rows: { amount: string; state: string }[] = await charges()
      expect(rows.map(({ amount, state }) => [amount, state])).toEqual(moved)
    }
    // before, between and after what the gateway is asked
    expect(died).toBeGreaterThan(20 / stride)
  },
)
