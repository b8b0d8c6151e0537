import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeFeed, makeLogin, staff, type Client } from '#server/test/harness.ts'
import { takenOut } from '#server/test/taken-out.ts'

const h = harness()
let c: Client
let id: number
beforeAll(async () => {
  c = await staff(h)
})
beforeEach(async () => {
  id = (await makeLogin(h, 'customer')).vendor_id
})
const { begin, linesOf } = takenOut(() => c)
const supplier = async (name: string, allow_browse = 1) => {
  const { dropshipper_id } = await makeFeed(h, { name })
  const set = { allow_browse, active_products: 50 }
  await h.services.db
    .updateTable('dropshipper')
    .set(set)
    .where('dropshipper_id', '=', dropshipper_id)
    .execute()
  return dropshipper_id
}
const said = async () => {
  await h.app.afterwards.ended()
  return (await c.post('/api/activity-log/', { vendor_id: id, type: 'list.export' })).body.logs[0].message
}

test('a subscriptions export has the listed rows in their order, and the vendor’s log shows it', async () => {
  const [lamps, rugs, hats] = [await supplier('Lamps'), await supplier('Rugs'), await supplier('Hats')]
  for (const did of [lamps, rugs, hats]) await c.post(`/api/vendor/${id}/subscription/${did}`)
  await sql`
    insert into dropshipper_custom_feed_field (dropshipper_id, name, required, field_order)
    values (${rugs}, 'Account', true, 0), (${rugs}, 'Region', true, 1)`.execute(h.services.db)
  await sql`update dropshipper set allow_browse = -1 where dropshipper_id = ${lamps}`.execute(h.services.db)
  await sql`
    update subscription
    set has_ebay_access = true, paused_at = now()
    where dropshipper_id = ${lamps}`.execute(h.services.db)
  const elsewhere = await supplier('Elsewhere')
  const columns = ['name', 'state', 'todo', 'standing', 'catalog', 'products', 'integrations', 'is_legacy']
  const input = { vendor_id: id, ids: [rugs, elsewhere, lamps] }
  expect(
    await linesOf({ list: 'vendor_subscriptions', input, columns: [...columns, 'has_ebay_access'] }),
  ).toEqual([
    'Supplier,Status,To do,Feed,Catalog,Products,Integrations,Legacy,eBay',
    'Rugs,Active,Fill in 2 fields,Never ran,Core,50,0,No,No',
    'Lamps,Frozen,Grant access,Never ran,Core,50,0,No,Yes',
  ])
  expect(await said()).toBe('Subscriptions of a vendor exported as CSV, 2 rows')
})

test('a restricted access export has the listed rows in their order, and the log shows it', async () => {
  const [hidden, other] = [await supplier('Hidden', -1), await supplier('Other', -1)]
  for (const did of [hidden, other])
    await c.post(`/api/vendor/${id}/restricted-access`, { dropshipper_id: did, note: 'Agreed by mail' })
  await c.post(`/api/vendor/${id}/subscription/${other}`)
  const input = { vendor_id: id, ids: [hidden, other] }
  const columns = ['supplier', 'note', 'by', 'subscribed', 'id']
  expect(await linesOf({ list: 'restricted_access', input, columns })).toEqual([
    'Supplier,Note,Granted by,Subscribed,Supplier ID',
    `Hidden,Agreed by mail,Pat support,No,${hidden}`,
    `Other,Agreed by mail,Pat support,Yes,${other}`,
  ])
  expect(await said()).toBe('Restricted access of a vendor exported as CSV, 2 rows')
})

test('neither export starts while someone else has the vendor locked', async () => {
  const holder = await staff(h, 'finance')
  await holder.post('/api/vendor/lock', { vendor_id: id, reason: 'Mine' })
  for (const [list, column] of [
    ['vendor_subscriptions', 'name'],
    ['restricted_access', 'supplier'],
  ] as const) {
    const asked = { list, input: { vendor_id: id, ids: [] }, columns: [column] }
    expect((await begin(asked)).body.error.code).toBe('locked')
  }
})
