import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { harness } from '#server/test/harness.ts'
import { subscriptionsOf } from '#server/test/subscriptions.ts'
import { brokenHistory } from '#server/test/history.ts'

const h = harness()
const on = subscriptionsOf(h)
const migration = join(import.meta.dirname, '../../db/migrations/0162_history_of_customers.sql')
const fromLog = readFileSync(migration, 'utf8').split('-- Until now')[1]!

test('history from before it was kept comes from the activity log', async () => {
  const [stays, goes] = [await on.subscribed(), await on.subscribed()]
  expect((await on.save([{ dropshipper_id: stays, is_cancel_pending: true }])).status).toBeLessThan(300)
  expect((await on.save([{ dropshipper_id: stays, is_cancel_pending: false }])).status).toBeLessThan(300)
  expect((await on.c.delete(`/api/vendor/${on.id}/subscription/${goes}`)).status).toBeLessThan(300)
  const { version, vendor } = (await on.other.get(`/api/vendor/${on.id}/basics`)).body
  const changed = { version, vendor: { ...vendor, vendor_status_id: 4 } }
  expect((await on.other.post(`/api/vendor/${on.id}`, changed)).status).toBeLessThan(300)
  const { pool } = h.services.database
  const kept = async () => {
    const events = await pool.query(
      `select dropshipper_id, what from subscription_event where vendor_id = ${on.id} order by tm, subscription_event_id`,
    )
    const statuses = await pool.query(
      `select from_id, to_id, why, by_name from vendor_status_change where vendor_id = ${on.id} order by tm`,
    )
    return [events.rows, statuses.rows]
  }
  const before = await kept()
  await pool.query(
    'truncate vendor_status_change, subscription_event, integration_event, vendor_owner_change, plan_change',
  )
  await pool.query(`-- ${fromLog}`)
  expect(await kept()).toEqual(before)
  expect(await brokenHistory(h.services.db)).toEqual([])
})
