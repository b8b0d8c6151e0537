import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { makeSixVendors, type SixVendors } from '#server/test/billing/six-vendors.ts'
import { brokenReportDays } from '#server/test/report-days.ts'
import { runTimer } from '#server/timers.ts'

const h = harness()
let six: SixVendors
let finance: Client
/** As every minute does, without the nightly repair, which would hide a mark that is missing. */
async function update() {
  await sql`update report_kept set nightly_on = '2999-01-01'`.execute(h.services.db)
  await runTimer(h.services, 'update recurring revenue')
}
beforeAll(async () => {
  six = await makeSixVendors(h, update)
  ;({ finance } = six)
}, 120_000)
const at = (time: string) => (h.services.clock.now = () => Date.parse(time))

test('figures kept up to date day by day are those made from nothing', async () => {
  await sql`update report_kept set nightly_on = '2999-01-01'`.execute(h.services.db)
  expect(await brokenReportDays(h.services)).toEqual([])
})

test('at 00:20 the figures of last month and this one are made again, those before stay', async () => {
  const { db } = h.services
  at('2026-11-26T12:00:00Z')
  await runTimer(h.services, 'update recurring revenue')
  const days = ['2026-09-30', '2026-10-01', '2026-11-26']
  const mrr = async () =>
    (
      await sql<{ value: string }>`
        select value::int::text as value from report_day where measure = 'mrr' and day = any(${days}::date[])
        order by day`.execute(db)
    ).rows.map(({ value }) => value)
  const right = await mrr()
  await sql`update report_day set value = 7 where measure = 'mrr' and day = any(${days}::date[])`.execute(db)
  at('2026-11-27T00:19:00Z')
  await runTimer(h.services, 'update recurring revenue')
  expect(await mrr()).toEqual(['7', '7', '7'])
  at('2026-11-27T00:20:00Z')
  await runTimer(h.services, 'update recurring revenue')
  expect(await mrr()).toEqual(['7', right[1], right[2]])
  await sql`truncate report_day`.execute(db)
  await runTimer(h.services, 'update recurring revenue')
  at('2026-11-26T12:00:00Z')
})

test('money of days that changed since is read live, once', async () => {
  const { db } = h.services
  const months = async () => (await finance.get('/api/reports/monthly-revenue?months=3')).body.months
  const kept = await months()
  await sql`
    insert into report_dirty (vendor_id, from_day, what, spans_kept)
    values (${six.ids.A}, '2026-10-15', 'payment', true)`.execute(db)
  await sql`
    update report_day set value = value + 100
    where measure in ('collected', 'billed', 'credited') and day >= '2026-10-15'`.execute(db)
  expect(await months()).toEqual(kept)
  await runTimer(h.services, 'update recurring revenue')
  expect(await months()).toEqual(kept)
})

test('a status that a person set back is a return, and the owner is the one at the end of the day', async () => {
  const { db } = h.services
  await sql`
    update vendor_status_change set why = 'by hand'
    where vendor_id = ${six.ids.D} and from_id = 2 and to_id = 1`.execute(db)
  for (const [owner, tm] of [
    [six.ids.B, '2026-11-05T23:59:59Z'],
    [six.ids.C, '2026-11-06T00:00:00Z'],
  ] as const) {
    await sql`update vendor set crm_owner_vendor_id = ${owner} where vendor_id = ${six.ids.D}`.execute(db)
    await sql`
      update vendor_owner_change set tm = ${tm} where vendor_id = ${six.ids.D} and to_vendor_id = ${owner}`.execute(
      db,
    )
  }
  await sql`insert into report_dirty (vendor_id, from_day, what) values (${six.ids.D}, '2026-11-05', 'status')`.execute(
    db,
  )
  await runTimer(h.services, 'update recurring revenue')
  const { rows } = await sql`
    select arrival, crm_owner_vendor_id as owner from mrr_span
    where vendor_id = ${six.ids.D} and from_day = '2026-11-05'`.execute(db)
  expect(rows).toEqual([{ arrival: 'reactivation', owner: six.ids.B }])
})

test('support sees the deals of The Truth without their MRR', async () => {
  const amounts = async (by: Client) =>
    (await by.get('/api/reports/the-truth/rows?which=deals&view=monthly&year=2026&month=10')).body.rows.map(
      ({ amount }: { amount: string | null }) => amount,
    )
  expect(await amounts(finance)).toEqual(['135.00', '20.00', '50.00'])
  expect(await amounts(await staff(h, 'support'))).toEqual([null, null, null])
})

test('what was written off counts in its month, and no longer as still open', async () => {
  const { db } = h.services
  const open = async () =>
    (await finance.get('/api/reports/monthly-revenue?months=1')).body.months[0].still_open
  expect(await open()).toBe('100.00')
  const { invoice_id } = await db
    .selectFrom('invoice')
    .select('invoice_id')
    .where('vendor_id', '=', six.ids.D)
    .where('paid_tm', 'is', null)
    .where('kind', '=', 'renewal')
    .executeTakeFirstOrThrow()
  const closed = await finance.post(`/api/vendor/${six.ids.D}/invoice/${invoice_id}/close`, {
    how: 'written_off',
    reason: 'Closed shop',
  })
  expect(closed.status, JSON.stringify(closed.body)).toBeLessThan(300)
  await runTimer(h.services, 'update recurring revenue')
  const { months } = (await finance.get('/api/reports/monthly-revenue/earned?months=1')).body
  expect(months[0].written_off).toBe('100.00')
  expect(await open()).toBe('0.00')
  const { body } = await finance.get('/api/reports/monthly-revenue/unpaid-cards?months=1')
  expect(body.months[0]).toMatchObject({
    recovered: 0,
    outcomes: [{ outcome: 'written_off', amount: '100.00' }],
  })
})

test('an affiliate’s vendor that was referred twice counts once', async () => {
  await sql`
    insert into registration_source (vendor_id, vendor_affiliate_id) values (${six.ids.C}, ${six.ids.A})`.execute(
    h.services.db,
  )
  const { body } = await finance.get('/api/affiliates/report?year=2026&month=10')
  expect(body.affiliates[0]).toMatchObject({ referred: 1, billed: '135.00' })
})

test('MRR isn’t lost by a subscription that only ended', async () => {
  const { body } = await finance.post('/api/reports/cancels', { start: '2026-11-01', end: '2026-11-26' })
  expect(body.totals).toMatchObject({ ended: 1, vendors_left: 1, mrr_lost: '0.00' })
})

test('a charge that replaces the next bill is MRR as the plan is', async () => {
  const { db } = h.services
  const answer = await finance.post(`/api/vendor/${six.ids.C}/manual-charge`, {
    vendor_charge_type_id: 1,
    vendor_charge_trans_type_id: 1,
    charge_description: 'Replaces the bill',
    amount: '90.00',
    update_next_charge_date: true,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  at('2026-12-20T12:00:00Z')
  await runTimer(h.services, 'update recurring revenue')
  const { rows } = await sql`
    select from_day::text, mrr_cents from mrr_span where vendor_id = ${six.ids.C} order by from_day desc limit 1`.execute(
    db,
  )
  expect(rows).toEqual([{ from_day: '2026-12-15', mrr_cents: 9000 }])
})
