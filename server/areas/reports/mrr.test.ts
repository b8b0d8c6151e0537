import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { harness } from '#server/test/harness.ts'
import { brokenHistory } from '#server/test/history.ts'
import { brokenSpans } from '#server/test/mrr.ts'
import { makeSixVendors, type SixVendors } from '#server/test/billing/six-vendors.ts'
import { runTimer } from '#server/timers.ts'
import { readMrr } from './mrr.ts'

const h = harness()
let six: SixVendors
beforeAll(async () => {
  six = await makeSixVendors(h)
  await runTimer(h.services, 'update recurring revenue')
}, 120_000)

const september = { start: '2026-09-01', end: '2026-09-30' }
const october = { start: '2026-10-01', end: '2026-10-31' }
const november = { start: '2026-11-01', end: '2026-11-26' }
const mrrOn = async (day: string) => {
  const { rows } = await sql<{ vendor_id: number; mrr: number }>`
    select vendor_id, mrr_cents / 100 as mrr
    from mrr_span
    where from_day <= ${day}::date and (to_day is null or to_day > ${day}::date)`.execute(h.services.db)
  const found = new Map(rows.map((row) => [row.vendor_id, row.mrr]))
  return Object.values(six.ids).map((id) => found.get(id) ?? 0)
}
const movements = async (range: typeof october) => {
  const figures = await readMrr(h.services.db, range)
  return Object.fromEntries(
    figures.movements.filter(({ amount }) => amount !== '0.00').map(({ kind, amount }) => [kind, amount]),
  )
}

describe('the recurring revenue of six vendors', () => {
  test.each([
    ['2026-09-30', [100, 50, 0, 100, 100, 0]],
    ['2026-10-19', [120, 50, 135, 100, 100, 50]],
    ['2026-10-31', [120, 50, 135, 0, 100, 0]],
    ['2026-11-26', [120, 0, 135, 100, 50, 0]],
  ])('on %s is by vendor as reckoned by hand', async (day, expected) => {
    expect(await mrrOn(day)).toEqual(expected)
  })
  test('moves in October and November as reckoned by hand', async () => {
    expect(await movements(september)).toEqual({ new: '350.00' })
    expect(await movements(october)).toEqual({
      new: '185.00',
      expansion: '20.00',
      churn_canceled: '-50.00',
      churn_unpaid: '-100.00',
    })
    expect(await movements(november)).toEqual({
      recovered: '100.00',
      contraction: '-50.00',
      churn_canceled: '-50.00',
    })
  })
  test('has the churn rates and revenue per vendor reckoned by hand', async () => {
    const percent = (share: number | null) => (share === null ? null : (share * 100).toFixed(1))
    const ratesOf = async (range: typeof october) => {
      const figures = await readMrr(h.services.db, range)
      return [
        figures.opening,
        figures.closing,
        figures.arpa,
        percent(figures.vendor_churn),
        percent(figures.gross_churn),
        percent(figures.net_churn),
      ]
    }
    expect(await ratesOf(october)).toEqual(['350.00', '405.00', '101.25', '25.0', '28.6', '22.9'])
    expect(await ratesOf(november)).toEqual(['405.00', '405.00', '101.25', '25.0', '24.7', '24.7'])
    expect(await ratesOf(september)).toEqual(['0.00', '350.00', '87.50', null, null, null])
  })
  test('counts who came and left within the month apart', async () => {
    const { movements: kinds } = await readMrr(h.services.db, october)
    expect(kinds.find(({ kind }) => kind === 'churn_canceled')).toMatchObject({ vendors: 1, same_period: 1 })
    expect(kinds.find(({ kind }) => kind === 'churn_unpaid')).toMatchObject({ vendors: 1, same_period: 0 })
  })
  test('is what the invoices say, and its history is whole', async () => {
    expect(await brokenSpans(h.services)).toEqual([])
    expect(await brokenHistory(h.services.db)).toEqual([])
  })
  test('is made anew only for vendors whose rows changed', async () => {
    const { db } = h.services
    await sql`update mrr_span set plan_name = 'kept'`.execute(db)
    await sql`update billing_period set plan_fee = plan_fee where vendor_id = ${six.ids.A}`.execute(db)
    await runTimer(h.services, 'update recurring revenue')
    const { rows } = await sql<{ vendor_id: number }>`
      select distinct vendor_id from mrr_span where plan_name <> 'kept'`.execute(db)
    expect(rows).toEqual([{ vendor_id: six.ids.A }])
  })
})

test('who pays on the 30th day after the suspension has recovered, on the 31st it comes back', async () => {
  const { db } = h.services
  const { D } = six.ids
  /** The return so many days later, in a period that is so many days longer. */
  const returns = async (later: number, longer = 0) => {
    await sql`
      update billing_period set ends = ends + ${longer}::int
      where vendor_id = ${D} and starts = (select max(starts) from billing_period where vendor_id = ${D})`.execute(
      db,
    )
    await sql`
      update vendor_status_change set tm = tm + make_interval(days => ${later}::int)
      where vendor_id = ${D} and from_id = 2 and to_id = 1`.execute(db)
    await runTimer(h.services, 'update recurring revenue')
    const { rows } = await sql<{ days: number; arrival: string }>`
      select from_day - was_to as days, arrival
      from mrr_span
      where vendor_id = ${D}
      order by from_day desc
      limit 1`.execute(db)
    return singleRow(rows)
  }
  const { days } = await returns(0)
  expect(await returns(30 - days, 40)).toEqual({ days: 30, arrival: 'recovered' })
  expect(await returns(1)).toEqual({ days: 31, arrival: 'reactivation' })
  expect(await returns(days - 31, -40)).toEqual({ days, arrival: 'recovered' })
})

test('a full refund ends nothing while the vendor keeps a subscription', async () => {
  const { A } = six.ids
  const { rows } = await sql<{ vendor_charge_id: number; amount: string }>`
    select c.vendor_charge_id, c.amount
    from vendor_charge c
    join invoice i using (invoice_id)
    where c.vendor_id = ${A} and i.kind = 'renewal' and c.vendor_charge_status_id = 1
    order by c.vendor_charge_id desc
    limit 1`.execute(h.services.db)
  const { vendor_charge_id, amount } = singleRow(rows)
  const refunded = await six.finance.post(`/api/vendor/${A}/refund`, {
    vendor_charge_id,
    amount,
    note: 'Charged twice',
  })
  expect(refunded.status).toBe(200)
  await runTimer(h.services, 'update recurring revenue')
  expect((await mrrOn('2026-11-26'))[0]).toBe(120)
  expect(await brokenSpans(h.services)).toEqual([])
  // with the last subscription it ends
  await h.services.db.deleteFrom('subscription').where('vendor_id', '=', A).execute()
  // the database’s clock is another one
  await sql`
    update subscription_event set tm = '2026-11-27T09:00:00Z' where vendor_id = ${A} and what = 'removed'`.execute(
    h.services.db,
  )
  await runTimer(h.services, 'update recurring revenue')
  expect((await mrrOn('2026-11-27'))[0]).toBe(0)
  expect(await brokenSpans(h.services)).toEqual([])
})

test('a vendor whose period ended without another one has left a day later', async () => {
  const left = async () => {
    await runTimer(h.services, 'update recurring revenue')
    const { rows } = await sql`
      select to_day::text, departure
      from mrr_span
      where vendor_id = ${six.ids.C}
      order by from_day desc
      limit 1`.execute(h.services.db)
    return rows
  }
  const set = (day: string) => (h.services.clock.now = () => Date.parse(`${day}T12:00:00Z`))
  set('2026-12-15')
  expect(await left()).toEqual([{ to_day: null, departure: null }])
  set('2026-12-16')
  expect(await left()).toEqual([{ to_day: '2026-12-15', departure: 'canceled' }])
})
