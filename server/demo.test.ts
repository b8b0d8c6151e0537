import { expect, test } from 'vitest'
import { seedDemonstration } from './db/demo/seed.ts'
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
  const open = db.selectFrom('feed_run').select('feed_run_id').where('state', 'in', ['queued', 'running'])
  expect(await open.execute()).toEqual([])
}, 120_000)
