import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { activityOf, harness, makeFeed, staff, type Client } from '#server/test/harness.ts'
import { takenOut } from '#server/test/taken-out.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})
const { linesOf } = takenOut(() => c)

test('suppliers hidden from customers are a separate file', async () => {
  const { dropshipper_id } = await makeFeed(h, { name: 'Hidden Hats' })
  await makeFeed(h, { name: 'Plain Hats' })
  await sql`update dropshipper set allow_browse = -1 where dropshipper_id = ${dropshipper_id}`.execute(
    h.services.db,
  )
  expect(await linesOf({ list: 'restricted_suppliers', input: {}, columns: ['name', 'browse'] })).toEqual([
    'Supplier,Browsing',
    'Hidden Hats,Hidden/Restricted',
  ])
})

test('the index sync report is exported in the list’s order', async () => {
  const [one, other] = [await makeFeed(h, { name: 'Index One' }), await makeFeed(h, { name: 'Index Two' })]
  const input = { ids: [other.dropshipper_id, one.dropshipper_id] }
  expect(await linesOf({ list: 'index_sync', input, columns: ['name', 'state', 'pending'] })).toEqual([
    'Supplier,Status,Products to sync',
    'Index Two,Up to date,0',
    'Index One,Up to date,0',
  ])
})

test('exported subscribers match the search, and the supplier’s log records the export', async () => {
  const { dropshipper_id } = await makeFeed(h)
  await sql`
    with made as (insert into vendor (company) values ('Acme Goods'), ('Zenith') returning vendor_id)
    insert into subscription (vendor_id, dropshipper_id, has_ebay_access)
    select vendor_id, ${dropshipper_id}::int, true from made`.execute(h.services.db)
  const asked = (search: string) =>
    linesOf({ list: 'subscribers', input: { dropshipper_id, search }, columns: ['company', 'access'] })
  expect(await asked('')).toHaveLength(3)
  await h.app.afterwards.ended()
  expect(await asked('zen')).toEqual(['Company,Access', 'Zenith,eBay access'])
  await h.app.afterwards.ended()
  expect((await activityOf(c, dropshipper_id))[0]!.message).toBe(
    'Subscribers exported as CSV, 1 row; search “zen”, sort since (highest first)',
  )
})

test('exported failed images match the host and reason shown in the list', async () => {
  const { dropshipper_id } = await makeFeed(h)
  await sql`
    insert into product_image (dropshipper_id, sku, url, host, state, reason, reason_code)
    select ${dropshipper_id}::int, sku, 'https://' || host || '/' || sku, host, state, 'No answer', 'silent'
    from (values ('A-1', 'one.example', 'failed'), ('A-2', 'two.example', 'failed'),
      ('A-3', 'one.example', 'good')) as x(sku, host, state)`.execute(h.services.db)
  const columns = ['sku', 'reason']
  expect(
    await linesOf({ list: 'failed_images', input: { dropshipper_id, host: 'one.example' }, columns }),
  ).toEqual(['SKU,Reason', 'A-1,No answer'])
  expect(await linesOf({ list: 'failed_images', input: { dropshipper_id }, columns })).toHaveLength(3)
})

test('configuration rows are exported with what each one does', async () => {
  const { dropshipper_id } = await makeFeed(h)
  const row = (config_name: string, config_value: string) => ({
    dropshipper_id,
    config_name,
    config_value,
    version: 0,
  })
  await c.post('/api/suppliers/config', [row('image_fetches_at_once', '4'), row('a_note', '=1+1')])
  expect(
    await linesOf({ list: 'config_rows', input: { dropshipper_id }, columns: ['name', 'value', 'does'] }),
  ).toEqual([
    'Name,Value,Effect',
    "a_note,'=1+1,Not used",
    'image_fetches_at_once,4,Images fetched in parallel. Use fewer for a slow host.',
  ])
})
