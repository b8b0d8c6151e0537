import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { runTimer } from '#server/timers.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { keepActiveDay } from './active-trends.ts'

const h = harness()
let c: Client
let ann: number
const [amazon, ebay] = [901, 902]
const suppliers: number[] = []
beforeAll(async () => {
  c = await staff(h)
  ann = await vendor('Ann', { is_staff: true })
  const { db } = h.services
  await sql`insert into market (market_id, market_name) values (901, 'Amazon'), (902, 'eBay')`.execute(db)
  await sql`
    insert into plan_type (vendor_plan_type_id, name, monthly_fee)
    values (1, 'Starter', 49), (2, 'Pro', 199)`.execute(db)
  for (const name of ['Cobalt Tools', 'maple Flooring'])
    suppliers.push(
      (
        await db
          .insertInto('dropshipper')
          .values({ supplier_name: name, dropshipper_prefix: name.slice(0, 3) })
          .returning('dropshipper_id')
          .executeTakeFirstOrThrow()
      ).dropshipper_id,
    )
})

type Values = Partial<{
  is_staff: boolean
  vendor_status_id: number
  vendor_plan_type_id: number
  account_manager_vendor_id: number
  crm_owner_vendor_id: number
  billing_failures: number
  insert_tm: string
}>
type Integration = Partial<{
  market_id: number
  dropshipper_id: number
  is_activated: number
  paused_at: string
  is_cancel_pending: boolean
}>
async function vendor(company: string, values: Values = {}, ...integrations: Integration[]) {
  const { db } = h.services
  const { vendor_id } = await db
    .insertInto('vendor')
    .values({ company, ...values })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  for (const of of integrations)
    await db
      .insertInto('vendor_market_map')
      .values({ vendor_id, market_id: amazon, dropshipper_id: suppliers[0]!, ...of })
      .execute()
  return vendor_id
}
const listed = async (body = {}) => (await c.post('/api/vendor/active', body)).body
const names = async (body = {}) =>
  (await listed(body)).vendors.map((v: { company: string }) => v.company).toSorted()
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

test('active vendors have the status and an integration kept up to date; staff don’t count', async () => {
  const before = await listed()
  await vendor('Keeps one', {}, {})
  await vendor('Lets it end', {}, { is_cancel_pending: true })
  await vendor('One of two', {}, { is_activated: 0 }, { market_id: ebay })
  await vendor('Has none', {})
  await vendor('In onboarding', {}, { is_activated: 0 })
  await vendor('Released', {}, { is_activated: 2 })
  await vendor('Frozen', {}, { paused_at: daysAgo(1) })
  for (const status of [0, 2, 3, 4]) await vendor(`Of status ${status}`, { vendor_status_id: status }, {})
  await vendor('A colleague', { is_staff: true }, {})
  expect(await names()).toEqual(['Keeps one', 'Lets it end', 'One of two'])
  expect(await listed()).toMatchObject({ total: before.total + 3 })
  expect((await c.post('/api/reports/active-user-trends')).body.now).toBe(before.total + 3)
})

test('filters narrow by plan, owners, days, billing, and one integration in a supplier’s market', async () => {
  const owned = { account_manager_vendor_id: ann, crm_owner_vendor_id: ann }
  const [cobalt, maple] = suppliers as [number, number]
  await vendor('F plan', { vendor_plan_type_id: 2, ...owned }, {})
  await vendor('F fails', { vendor_plan_type_id: 1, billing_failures: 2, ...owned }, {})
  await vendor('F both', owned, { market_id: ebay }, { dropshipper_id: maple })
  await vendor('F one', owned, { market_id: ebay, dropshipper_id: maple })
  await vendor('F ended', owned, { market_id: ebay, dropshipper_id: maple, is_activated: 0 }, {})
  await vendor('F old', { insert_tm: daysAgo(30.5), ...owned }, {})
  const of = async (body: object) => names({ manager: [ann], ...body })
  expect(await of({})).toHaveLength(6)
  expect(await of({ plan: [2] })).toEqual(['F plan'])
  expect(await of({ plan: [1, 2] })).toEqual(['F fails', 'F plan'])
  expect(await of({ billing_failing: true })).toEqual(['F fails'])
  expect(await of({ market: [ebay] })).toEqual(['F both', 'F one'])
  expect(await of({ supplier: [maple] })).toEqual(['F both', 'F one'])
  expect(await of({ market: [ebay], supplier: [maple] })).toEqual(['F one'])
  expect(await of({ market: [ebay], supplier: [cobalt] })).toEqual(['F both'])
  expect(await of({ days_from: 30 })).toEqual(['F old'])
  expect(await of({ days_from: 30, days_to: 30 })).toEqual(['F old'])
  expect(await of({ days_from: 31 })).toEqual([])
  expect(await of({ days_to: 29 })).toHaveLength(5)
  expect(await of({ crm_owner: [0] })).toEqual([])
  expect(await names({ crm_owner: [ann], plan: [2] })).toEqual(['F plan'])
  expect(await names({ manager: [0], plan: [2] })).toEqual([])
})

test('each of the six orders shows 25 per page, including vendors without an email', async () => {
  const mine = await vendor('Bea', { is_staff: true })
  const ids: number[] = []
  for (let i = 0; i < 27; i++)
    ids.push(
      await vendor(`Sorted ${i}`, { account_manager_vendor_id: mine, insert_tm: daysAgo(100 - i) }, {}),
    )
  const { db } = h.services
  for (const [i, email] of [
    [3, 'a@shop.example'],
    [1, 'b@shop.example'],
  ] as const) {
    const contact = await db
      .insertInto('contact')
      .values({ vendor_id: ids[i]!, email })
      .returning('contact_id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('vendor')
      .set({ primary_contact_id: contact.contact_id })
      .where('vendor_id', '=', ids[i]!)
      .execute()
  }
  const order = async (sort: string, page = 1) =>
    (await listed({ manager: [mine], sort, page })).vendors.map((v: { vendor_id: number }) => v.vendor_id)
  expect(await listed({ manager: [mine], page: 2 })).toMatchObject({ total: 27 })
  expect(await order('vendor_id_asc')).toEqual(ids.slice(0, 25))
  expect(await order('vendor_id_asc', 2)).toEqual(ids.slice(25))
  expect(await order('vendor_id_desc')).toEqual(ids.toReversed().slice(0, 25))
  expect(await order('oldest')).toEqual(ids.slice(0, 25))
  expect(await order('newest')).toEqual(ids.toReversed().slice(0, 25))
  expect((await order('email_asc')).slice(0, 3)).toEqual([ids[3], ids[1], ids[0]])
  expect((await order('email_desc')).slice(0, 3)).toEqual([ids[1], ids[3], ids[26]])
})

test('new vendors count in the UTC week or month they joined, whatever their status', async () => {
  const { db } = h.services
  await sql`update vendor set insert_tm = now() - interval '3 years'`.execute(db)
  const trend = async (days: number) =>
    (await c.post('/api/reports/new-user-trends', { days })).body as {
      by: string
      periods: { day: string; users: number }[]
    }
  const weeks = (await trend(30)).periods
  expect((await trend(90)).periods.length).toBeGreaterThanOrEqual(13)
  const [before, monday] = [weeks[1]!, weeks[2]!.day]
  expect(new Date(monday).getUTCDay()).toBe(1)
  const begins = Date.parse(monday)
  await vendor('As it began', { insert_tm: new Date(begins).toISOString(), vendor_status_id: 4 })
  await vendor('Just before', { insert_tm: new Date(begins - 1).toISOString() })
  await vendor('A colleague', { insert_tm: new Date(begins).toISOString(), is_staff: true })
  await vendor('Just now')
  const after = await trend(30)
  expect(after.by).toBe('week')
  expect(after.periods.filter((p) => p.users > 0)).toEqual([
    { day: before.day, users: 1 },
    { day: monday, users: 1 },
    { day: weeks.at(-1)!.day, users: 1 },
  ])
  const year = await trend(365)
  expect(year).toMatchObject({ by: 'month', periods: expect.arrayContaining([]) })
  expect(year.periods.every((p) => p.day.endsWith('-01'))).toBe(true)
  expect(year.periods.reduce((sum, p) => sum + p.users, 0)).toBe(3)
})

test('the day’s active vendors are recorded once, even by two processes, and don’t change', async () => {
  const { db } = h.services
  const keep = 'record daily active vendors'
  const { services } = await h.another()
  const count = (await listed()).total
  await Promise.all([runTimer(h.services, keep), runTimer(services, keep), runTimer(h.services, keep)])
  await vendor('Later that day', {}, {})
  await runTimer(services, keep)
  const { rows } = await sql<{ day: string; users: number }>`
    select day::text, users
    from active_vendor_day`.execute(db)
  const { rows: days } = await sql<{ today: string; before: string; far: string }>`
    select today::text, (today - 29)::text as before, (today - 30)::text as far
    from (select (now() at time zone 'UTC')::date as today) t`.execute(db)
  const { today, before, far } = days[0]!
  expect(rows).toEqual([{ day: today, users: count }])
  await sql`insert into active_vendor_day (day, users) values (${before}, 7), (${far}, 5)`.execute(db)
  const trend = async (span: number) => (await c.post('/api/reports/active-user-trends', { days: span })).body
  expect(await trend(30)).toEqual({
    kept_since: far,
    now: count + 1,
    days: [
      { day: before, users: 7 },
      { day: today, users: count },
    ],
  })
  expect((await trend(90)).days[0]).toEqual({ day: far, users: 5 })
})

test('a day is a UTC day in any session’s time zone', async () => {
  const { db } = h.services
  await sql`delete from active_vendor_day`.execute(db)
  const { rows } = await sql<{ today: string }>`
    select (now() at time zone 'UTC')::date::text as today`.execute(db)
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  const keptIn = (zone: string) =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('timezone', ${zone}, true)`.execute(tx)
      await keepActiveDay({ ...h.services, db: tx })
    })
  for (const zone of zones) await keptIn(zone)
  const kept = await sql<{ day: string }>`select day::text from active_vendor_day`.execute(db)
  expect(kept.rows).toEqual([{ day: rows[0]!.today }])
})

test('only the three time spans exist, and filter options are named in order', async () => {
  expect((await c.post('/api/reports/active-user-trends', { days: 31 })).status).toBe(400)
  expect((await c.post('/api/reports/new-user-trends', { days: 0 })).status).toBe(400)
  const { body } = await c.get('/api/vendor/active/choices')
  expect(body.markets).toEqual([
    { id: amazon, name: 'Amazon' },
    { id: ebay, name: 'eBay' },
  ])
  expect(body.suppliers.map((s: { name: string }) => s.name)).toEqual(['Cobalt Tools', 'maple Flooring'])
})

test('customers have no access', async () => {
  const customer = await staff(h, 'customer')
  for (const path of ['vendor/active', 'reports/active-user-trends', 'reports/new-user-trends'])
    expect((await customer.post(`/api/${path}`, {})).status).toBe(403)
  expect((await customer.get('/api/vendor/active/choices')).status).toBe(403)
})
