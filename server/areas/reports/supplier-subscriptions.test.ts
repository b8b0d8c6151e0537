import { beforeAll, describe, expect, test } from 'vitest'
import {
  subscriptionFigures,
  type CountedSubscription,
  type SubscriptionFigure,
  type SupplierSubscriptionsRow,
} from '#contract/reports/supplier-subscriptions.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
let lamps: number
let tools: number
let idle: number
const amazon = 901

async function supplier(supplier_name: string): Promise<number> {
  const row = await h.services.db
    .insertInto('dropshipper')
    .values({ supplier_name, dropshipper_prefix: supplier_name.slice(0, 3) })
    .returning('dropshipper_id')
    .executeTakeFirstOrThrow()
  return row.dropshipper_id
}
async function vendor(company: string, values: object = {}): Promise<number> {
  const row = await h.services.db
    .insertInto('vendor')
    .values({ company, ...values })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  return row.vendor_id
}
const subscribes = (vendor_id: number, dropshipper_id: number, day: string, state: object = {}) =>
  h.services.db
    .insertInto('subscription')
    .values({ vendor_id, dropshipper_id, insert_tm: `${day}T00:00:00Z`, ...state })
    .execute()
const integrates = (vendor_id: number, dropshipper_id: number, is_activated: number) =>
  h.services.db
    .insertInto('vendor_market_map')
    .values({ vendor_id, dropshipper_id, market_id: amazon, is_activated })
    .execute()
const report = async (body: object = {}) => (await c.post('/api/reports/supplier-subscriptions', body)).body
const october = { start: '2026-10-01', end: '2026-10-31' }
const figures = (row: SupplierSubscriptionsRow) => [
  row.supplier_name,
  row.subscribers,
  row.added,
  row.active,
  row.cancel_pending,
  row.freeze_pending,
  row.frozen,
  row.with_integration,
  row.only_this,
]

beforeAll(async () => {
  c = await staff(h)
  const { db } = h.services
  await db.insertInto('market').values({ market_id: amazon, market_name: 'Amazon' }).execute()
  ;[lamps, tools, idle] = [await supplier('Lamps'), await supplier('Tools'), await supplier('Idle')]
  const [ann, ben, eve] = [await vendor('Ann'), await vendor('Ben'), await vendor('Eve')]
  const colleague = await vendor('Colleague', { is_staff: true })
  // Ann sells lamps and is about to end tools; both started on the range's first and last day
  await subscribes(ann, lamps, '2026-10-01')
  await integrates(ann, lamps, 1)
  await subscribes(ann, tools, '2026-10-31', { is_cancel_pending: true })
  // Ben only has lamps, without an active integration
  await subscribes(ben, lamps, '2026-11-01', { is_pause_pending: true })
  await integrates(ben, lamps, 0)
  // Eve only has frozen lamps, older than the range
  await subscribes(eve, lamps, '2026-09-30', { paused_at: '2026-10-15T00:00:00Z' })
  await subscribes(colleague, lamps, '2026-10-10')
})

/** Of each supplier and of all: as many rows as the number says, each of that supplier. */
async function eachNumberLeadsToItsRows(filters: object) {
  const { suppliers, totals } = await report(filters)
  for (const row of [...suppliers, { ...totals, dropshipper_id: undefined }] as SupplierSubscriptionsRow[])
    for (const figure of Object.keys(subscriptionFigures) as SubscriptionFigure[]) {
      const supplier = row.dropshipper_id
      const { body } = await c.post('/api/reports/supplier-subscriptions/rows', {
        ...filters,
        ...(supplier !== undefined && { supplier }),
        figure,
      })
      expect([figure, supplier, body.total, body.rows.length]).toEqual([
        figure,
        supplier,
        row[figure] ?? 0,
        row[figure] ?? 0,
      ])
      if (supplier !== undefined)
        for (const listed of body.rows as CountedSubscription[]) expect(listed.dropshipper_id).toBe(supplier)
    }
}

describe('the report', () => {
  test('leads from each number to its subscriptions, under each filter', async () => {
    await eachNumberLeadsToItsRows(october)
    await eachNumberLeadsToItsRows({ ...october, market: amazon })
    await eachNumberLeadsToItsRows({ ...october, without_integration: true })
    const { body } = await c.post('/api/reports/supplier-subscriptions/rows', {
      ...october,
      figure: 'frozen',
    })
    expect(body.rows).toMatchObject([
      { company: 'Eve', supplier_name: 'Lamps', day: '2026-09-30', state: 'frozen' },
    ])
  })
  test('counts the subscribers of each supplier by hand-made figures, without staff', async () => {
    const { suppliers, totals, vendors } = await report(october)
    expect(suppliers.map(figures)).toEqual([
      ['Lamps', 3, 1, 1, 0, 1, 1, 1, 2],
      ['Tools', 1, 1, 0, 1, 0, 0, 0, 0],
    ])
    expect(figures({ ...totals, supplier_name: 'all' })).toEqual(['all', 4, 2, 1, 1, 1, 1, 1, 2])
    expect(vendors).toBe(3)
  })
  test('says what came and left in the range, and the churn of 90 days', async () => {
    const fay = await vendor('Fay')
    const gus = await vendor('Gus')
    await subscribes(fay, idle, '2026-07-01')
    await subscribes(gus, idle, '2026-07-01')
    await h.services.db.deleteFrom('subscription').where('dropshipper_id', '=', idle).execute()
    // the event is of today; the day on which it ended is another
    await h.services.db
      .updateTable('subscription_event')
      .set({ tm: '2026-10-31T23:59:59Z' })
      .where('vendor_id', '=', fay)
      .where('what', '=', 'removed')
      .execute()
    const movedOf = (row: SupplierSubscriptionsRow) => [
      row.opening,
      row.added,
      row.ended,
      row.closing,
      row.churn,
    ]
    const all = await report(october)
    const byName = new Map<string, SupplierSubscriptionsRow>(
      all.suppliers.map((row: SupplierSubscriptionsRow) => [row.supplier_name, row]),
    )
    expect(movedOf(byName.get('Lamps')!)).toEqual([1, 1, 0, 2, null])
    expect(movedOf(byName.get('Idle')!)).toEqual([2, 0, 1, 1, 0.5])
    expect(byName.get('Idle')!.subscribers).toBe(0)
    expect([all.totals.opening, all.totals.added, all.totals.ended, all.totals.closing]).toEqual([3, 2, 1, 4])
    const frozen = await report({ ...october, status: 'frozen' })
    expect(frozen.suppliers.map(movedOf)).toEqual([[null, null, null, null, null]])
    await eachNumberLeadsToItsRows(october)
    const { body: cancels } = await c.post('/api/reports/cancels', october)
    expect(cancels.totals.ended).toBe(all.totals.ended)
    await h.services.db.deleteFrom('subscription_event').where('dropshipper_id', '=', idle).execute()
  })
  test('is filtered by supplier, market, status, and by those without an active integration', async () => {
    const named = async (filters: object) =>
      (await report({ ...october, ...filters })).suppliers.map((row: SupplierSubscriptionsRow) => [
        row.supplier_name,
        row.subscribers,
      ])
    expect(await named({ supplier: tools })).toEqual([['Tools', 1]])
    expect(await named({ market: amazon })).toEqual([['Lamps', 2]])
    expect(await named({ status: 'frozen' })).toEqual([['Lamps', 1]])
    expect(await named({ without_integration: true })).toEqual([
      ['Lamps', 2],
      ['Tools', 1],
    ])
    expect(await named({ supplier: idle })).toEqual([])
    expect((await report({ ...october, supplier: idle })).totals.subscribers).toBe(0)
  })
  test('names a wrong range by its field, and has this month without one', async () => {
    const faults = async (body: object) =>
      (await c.post('/api/reports/supplier-subscriptions', body)).body.error.fields
    expect(await faults({ start: '2026-10-01' })).toEqual({ end: 'Enter the last day' })
    expect(await faults({ end: '2026-10-01' })).toEqual({ start: 'Enter the first day' })
    expect(await faults({ start: '2026-10-02', end: '2026-10-01' })).toEqual({
      end: 'Enter a day on or after the first day',
    })
    const { start, end } = await report()
    expect(start).toBe(`${end.slice(0, 7)}-01`)
  })
})

describe('its file', () => {
  const path = '/api/reports/supplier-subscriptions-export'
  test('is as it was prepared, for the person who prepared it', async () => {
    expect((await c.get(path)).status).toBe(404)
    expect((await c.post(path, { ...october, supplier: lamps })).status).toBe(200)
    const file = await c.get(path)
    expect(file.body.replaceAll('\r', '').replace('\uFEFF', '').trim().split('\n')).toEqual([
      'Supplier,Opening,Added,Ended,Closing,Churn of 90 days in %,Subscribers,Active,Cancel pending,Freeze pending,Frozen,Integrated,Only supplier,Feed,Supplier ID',
      `Lamps,1,1,0,2,,3,1,0,1,1,1,2,No feed,${lamps}`,
    ])
    expect(file.headers['content-disposition']).toContain('supplier-subscriptions-')
    expect((await (await staff(h)).get(path)).status).toBe(404)
  })
  test('isn’t prepared for a wrong range', async () => {
    const { body } = await c.post(path, { start: '2026-10-02', end: '2026-10-01' })
    expect(body.error.fields).toEqual({ end: 'Enter a day on or after the first day' })
  })
})
