import { expect, test } from 'vitest'
import { demoFormats, makeProducts } from './db/demo/feed-files.ts'
import { seedDemonstration } from './db/demo/seed.ts'
import { sql } from './platform/database/db.ts'
import { broken } from './areas/payments/public.ts'
import { harness, staff } from './test/harness.ts'
import { brokenHistory } from './test/history.ts'
import { brokenSpans } from './test/mrr.ts'
import { isNightly } from './test/nightly.ts'

const h = harness()

test('demo data isn’t created when charges go to Stripe', async () => {
  const stripe = {
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_1',
    apiUrl: 'http://127.0.0.1:9',
  }
  const services = { ...h.services, config: { ...h.services.config, stripe } }
  await expect(seedDemonstration(services)).rejects.toThrow(/Start once without STRIPE_SECRET_KEY/)
  expect(await h.services.db.selectFrom('demonstration').selectAll().execute()).toEqual([])
})

test.runIf(isNightly)(
  'if two services start at once on an empty database, one creates the demo data',
  async () => {
    const { services } = await h.another()
    await Promise.all([seedDemonstration(h.services), seedDemonstration(services)])
    const { db } = h.services
    const suppliers = await db.selectFrom('dropshipper').select('supplier_name').execute()
    expect(suppliers.length).toBeGreaterThan(5)
    expect(new Set(suppliers.map((s) => s.supplier_name)).size).toBe(suppliers.length)
    const staff = await db.selectFrom('login').select('email').execute()
    expect(new Set(staff.map((s) => s.email)).size).toBe(staff.length)
    expect(await olderThanTheirVendors()).toEqual([])
    expect(await broken(h.services)).toEqual([])
    expect([...(await brokenHistory(db)), ...(await brokenSpans(h.services, '17 days'))]).toEqual([])
    expect(await monthsWithoutHistory()).toEqual([])
    expect(await emptyPartsOfMoney()).toEqual([])
    expect(await standingsOfSuppliers()).toEqual(
      expect.arrayContaining(['failing', 'held', 'flaky', 'fresh']),
    )
    expect(await codesThatTookNothing()).toBe(0)
    const open = db.selectFrom('feed_run').select('feed_run_id').where('state', 'in', ['queued', 'running'])
    expect(await open.execute()).toEqual([])
    await seedDemonstration(h.services)
    await sql`update demonstration set ready_tm = null`.execute(db)
    await expect(seedDemonstration(h.services)).rejects.toThrow(
      'Creating the demonstration was interrupted. Empty its database and start again.',
    )
  },
  300_000,
)

test('a file with decimal commas uses them in its numbers only', () => {
  const format = demoFormats.find(({ name }) => name.includes('decimal comma'))!
  const [head, first] = format
    .write(makeProducts(1, 'AB', 1, () => 'http://127.0.0.1/a.jpg'))
    .toString('latin1')
    .split('\r\n')
    .map((line) => line.split(';'))
  const of = (column: string) => first![head!.indexOf(column)]
  for (const column of ['Cost', 'MSRP', 'Weight (lb)']) expect(of(column)).toMatch(/^\d+,\d\d$/)
  expect(of('Image URL')).not.toContain(',')
})

/** The columns in which something of a vendor is older than the vendor. */
async function olderThanTheirVendors() {
  const { db } = h.services
  const { rows } = await sql<{ at: string; col: string }>`
    select c.table_name as at, t.column_name as col
    from information_schema.columns c
    join information_schema.columns t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'vendor_id' and c.table_name <> 'vendor'
      and t.data_type like 'timestamp%'
      and t.column_name <> 'last_acknowledge_tm'`.execute(db)
  const found: string[] = []
  for (const { at, col } of rows) {
    const old = await sql<{ n: number }>`
      select count(*)::int as n
      from ${sql.table(at)} x
      join vendor v on v.vendor_id = x.vendor_id
      where x.${sql.ref(col)} < v.insert_tm and not v.is_staff`.execute(db)
    if (old.rows[0]!.n > 0) found.push(`${old.rows[0]!.n} of ${at}.${col}`)
  }
  return found
}

async function standingsOfSuppliers() {
  const c = await staff(h, 'support')
  const { body } = await c.get('/api/suppliers/monitoring/list')
  return body.suppliers.map((one: { standing: string }) => one.standing)
}

/** What *Money* shows nothing of. */
async function emptyPartsOfMoney() {
  const c = await staff(h, 'finance')
  const { body } = await c.get('/api/payments/waiting')
  const parts = ['under_way', 'approvals', 'disputes', 'differences', 'set_aside']
  return parts.filter((part) => body[part].length === 0)
}

/** Codes that took nothing off a bill of theirs, though bills were left to them and money on it. */
async function codesThatTookNothing() {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from promo_code_usage u
    join promo_code c using (promo_code_id)
    join invoice i on i.vendor_id = u.vendor_id
      and i.kind = 'renewal' and i.total > 0
      and i.issued_tm >= u.given_tm and i.issued_tm < coalesce(u.removed_tm, now())
    where not exists (
        select
        from promo_redemption r
        where r.promo_code_usage_id = u.promo_code_usage_id and r.period_starts = i.period_starts)
      and (
        select count(*) from promo_redemption r where r.promo_code_usage_id = u.promo_code_usage_id
      ) < case when c.is_recurring then coalesce(c.recurring_billing_cycles, 1000) else 1 end`.execute(
    h.services.db,
  )
  return rows[0]!.n
}

/** Months of the last ten, except this one, in which a report of customers would be empty. */
async function monthsWithoutHistory() {
  const { rows } = await sql`
    select m.month::date::text
    from generate_series(date_trunc('month', now()) - interval '10 months', date_trunc('month', now()) - interval '1 month',
      interval '1 month') as m (month)
    where not exists (
        select from mrr_span where departure is not null and to_day >= m.month and to_day < m.month + interval '1 month')
      or not exists (
        select
        from subscription_event
        where what = 'cancel_asked' and tm >= m.month and tm < m.month + interval '1 month')
      or not exists (
        select
        from vendor_status_change
        where from_id is not null and tm >= m.month and tm < m.month + interval '1 month')`.execute(
    h.services.db,
  )
  return rows
}
