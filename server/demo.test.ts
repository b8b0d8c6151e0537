import { expect, test } from 'vitest'
import { seedDemonstration } from './db/demo/seed.ts'
import { sql } from './platform/db.ts'
import { harness } from './test/harness.ts'

const h = harness()

test('of two services that start at once on an empty database one makes the demonstration', async () => {
  const { services } = await h.another()
  await Promise.all([seedDemonstration(h.services), seedDemonstration(services)])
  const { db } = h.services
  const suppliers = await db.selectFrom('dropshipper').select('supplier_name').execute()
  expect(suppliers.length).toBeGreaterThan(5)
  expect(new Set(suppliers.map((s) => s.supplier_name)).size).toBe(suppliers.length)
  const staff = await db.selectFrom('login').select('email').execute()
  expect(new Set(staff.map((s) => s.email)).size).toBe(staff.length)
  expect(await olderThanTheirVendors()).toEqual([])
  const open = db.selectFrom('feed_run').select('feed_run_id').where('state', 'in', ['queued', 'running'])
  expect(await open.execute()).toEqual([])
  await seedDemonstration(h.services)
  await sql`update demonstration set ready_tm = null`.execute(db)
  await expect(seedDemonstration(h.services)).rejects.toThrow(
    'The demonstration was broken off while it was made. Empty its database and start again.',
  )
}, 120_000)

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
