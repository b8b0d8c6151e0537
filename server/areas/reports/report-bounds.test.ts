import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { readMrr } from './mrr.ts'
import { readBlockers } from './closing/blockers.ts'
import { readSupplierSubscriptions } from './supplier-subscriptions.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h, 'finance')
})
const vendor = async (company: string, values: object = {}) =>
  (
    await h.services.db
      .insertInto('vendor')
      .values({ company, ...values })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
  ).vendor_id

test('an accepted difference blocks no closing', async () => {
  const { db } = h.services
  await sql`
    insert into gateway_difference (gateway, kind, ref, what, ours, theirs, found_tm, seen_tm, accepted_tm, accepted_by_name, accepted_reason)
    values ('sandbox', 'payment', 'pi_y', 'unknown', 'nothing', '$5.00', now(), now(), now(), 'Pat', 'Known')`.execute(
    db,
  )
  const blockers = await readBlockers(db, '2026-11-05', '2026-11-01')
  expect(blockers.map(({ text }) => text).filter((text) => text.includes('gateway. Resolve'))).toEqual([])
})

test('churn is of the subscriptions at the end of the day 90 days before', async () => {
  const { db } = h.services
  const { dropshipper_id } = await db
    .insertInto('dropshipper')
    .values({ supplier_name: 'Churn', dropshipper_prefix: 'CHU' })
    .returning('dropshipper_id')
    .executeTakeFirstOrThrow()
  for (const [company, ended] of [
    ['Hal', '2026-08-02T10:00:00Z'],
    ['Ida', '2026-08-03T10:00:00Z'],
    ['Jim', null],
  ] as const) {
    const vendor_id = await vendor(company)
    await db
      .insertInto('subscription')
      .values({ vendor_id, dropshipper_id, insert_tm: '2026-07-01T00:00:00Z' })
      .execute()
    if (ended === null) continue
    await db.deleteFrom('subscription').where('vendor_id', '=', vendor_id).execute()
    await db
      .updateTable('subscription_event')
      .set({ tm: ended })
      .where('vendor_id', '=', vendor_id)
      .where('what', '=', 'removed')
      .execute()
  }
  const { suppliers } = await readSupplierSubscriptions(
    db,
    { start: '2026-10-01', end: '2026-10-31', supplier: dropshipper_id, without_integration: false },
    '2026-11-26',
  )
  // 90 days before the end of October 31 is the end of August 2: Hal had left by then
  expect(suppliers[0]).toMatchObject({ churn: 0.5 })
})

test('what was written off is no debt of a suspended vendor', async () => {
  const { db } = h.services
  const vendor_id = await vendor('Forgiven', {
    vendor_status_id: 2,
    suspended_on: '2026-11-01',
    insert_tm: '2026-05-05T00:00:00Z',
  })
  await db
    .insertInto('invoice')
    .values({
      vendor_id,
      series: 'INV',
      number: 901,
      kind: 'renewal',
      issued_on: '2026-10-01',
      issued_tm: '2026-10-01T05:00:00Z',
      total: '70',
      bill_to: JSON.stringify({}),
      written_off_tm: '2026-11-02T00:00:00Z',
      written_off_reason: 'Gone',
    })
    .execute()
  const { body } = await c.post('/api/reports/billing-suspended', { start: '2026-05-05', end: '2026-05-05' })
  expect(body.vendors).toMatchObject([{ company: 'Forgiven', owed: '0.00', invoices: 0 }])
})
test('movements count a vendor once, however often it moved', async () => {
  const { db } = h.services
  const vendor_id = await vendor('Comes and goes')
  for (const [from, to, was] of [
    ['2025-03-02', '2025-03-05', null],
    ['2025-03-10', '2025-03-12', '2025-03-05'],
  ] as const)
    await sql`
      insert into mrr_span (vendor_id, from_day, to_day, covered_to, plan_cents, extra_cents, frozen_cents, codes_cents,
        was_cents, was_to, stops_on, arrival, departure)
      values (${vendor_id}, ${from}, ${to}, ${to}, 5000, 0, 0, 0, ${was && 5000}, ${was}, ${to},
        ${was ? 'reactivation' : 'new'}, 'canceled')`.execute(db)
  const { movements } = await readMrr(db, { start: '2025-03-01', end: '2025-03-31' })
  expect(movements.find(({ kind }) => kind === 'churn_canceled')).toMatchObject({
    amount: '-100.00',
    vendors: 1,
    same_period: 1,
  })
  await sql`delete from mrr_span where vendor_id = ${vendor_id}`.execute(db)
})

test('a deal is lost within 60 days, a return after 90 is one, and set-up counts for 30', async () => {
  const { db } = h.services
  const vendor_id = await vendor('Bounds')
  const span = (from: string, to: string | null, was_to: string | null, stops: string | null) =>
    sql`
    insert into mrr_span (vendor_id, from_day, to_day, covered_to, plan_cents, extra_cents, frozen_cents, codes_cents,
      was_cents, was_to, stops_on, arrival, departure)
    values (${vendor_id}, ${from}, ${to}, ${to ?? '2026-12-31'}, 5000, 0, 0, 0, ${was_to && 5000}, ${was_to}, ${stops},
      ${was_to ? 'reactivation' : 'new'}, ${to && 'canceled'})`.execute(db)
  await span('2025-01-01', '2025-03-03', null, '2025-03-03') // 61 days
  await span('2025-06-01', '2025-07-31', '2025-03-03', '2025-07-31') // after 90 days, for 60
  await span('2025-10-28', null, '2025-07-31', null) // after 89 days
  const charge = (day: string) =>
    db
      .insertInto('vendor_charge')
      .values({
        vendor_id,
        tm: `${day}T00:00:00Z`,
        amount: '20',
        vendor_charge_status_id: 1,
        vendor_charge_type_id: 2,
      })
      .execute()
  await charge('2025-01-30')
  await charge('2025-01-31')
  const { body } = await c.post('/api/reports/closed-deals', { start: '2025-01-01', end: '2025-12-31' })
  expect(
    body.deals.map((d: { day: string; kind: string; lost_on: string | null; set_up: string }) => [
      d.day,
      d.kind,
      d.lost_on,
      d.set_up,
    ]),
  ).toEqual([
    ['2025-06-01', 'reactivation', '2025-07-31', '0.00'],
    ['2025-01-01', 'new', null, '20.00'],
  ])
  await sql`delete from mrr_span where vendor_id = ${vendor_id}`.execute(db)
})
