import { beforeAll, describe, expect, test } from 'vitest'
import { eventName } from '#contract/activity/names.ts'
import { sql } from '#server/platform/database/db.ts'
import { csv, harness, makeFeed, runFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness({ worker: true })
let c: Client
let feed: Awaited<ReturnType<typeof makeFeed>>
/** A supplier without a feed, whose images no job looks at. */
let pictured: number
/** More than a page, with keys that several rows share. */
const rows = 120
beforeAll(async () => {
  c = await staff(h)
  feed = await makeFeed(h)
  await feed.publish(
    csv([
      ['B-1', 'Anvil', '9', '1'],
      ['A-2', 'Bolt', '2.5', '1'],
      ['C-3', 'Cog', '20', '1'],
    ]),
  )
  await runFeed(c, feed.feed_id)
  const { db } = h.services
  const id = feed.dropshipper_id
  await sql`
    insert into feed_run (feed_id, dropshipper_id, state, end_tm, rows_read, rows_rejected, created, phases)
    select ${feed.feed_id}, ${id}, (array['failed', 'applied', 'rejected'])[1 + n % 3], now(), n % 7, n % 5,
      n * 37 % ${rows}::int, jsonb_build_array(jsonb_build_object('ms', n * 13 % 40))
    from generate_series(1, ${rows}::int) n`.execute(db)
  const supplier = { supplier_name: 'Of pictures', dropshipper_prefix: 'OFPICT' }
  const { dropshipper_id } = await db
    .insertInto('dropshipper')
    .values(supplier)
    .returning('dropshipper_id')
    .executeTakeFirstOrThrow()
  pictured = dropshipper_id
  await sql`
    insert into product_image (dropshipper_id, url, host, sku, state, reason, attempts, checked_tm)
    select ${pictured}::int, 'https://a.example/' || n * 37 % ${rows}::int, 'a.example', 'S' || n % 9, 'failed',
      case when n % 4 > 0 then 'Reason ' || n % 4 end, n % 6, case when n % 3 > 0 then now() end
    from generate_series(1, ${rows}::int) n`.execute(db)
})

type Row = Record<string, string | number | null>
/** All rows of a list by keyset, a page after the other. */
async function walk(path: string, sort: string, beyond: string, id: string): Promise<Row[]> {
  const all: Row[] = []
  for (;;) {
    const after = all.length > 0 ? `&${beyond}=${all.at(-1)![id]}` : ''
    const { status, body } = await c.get(`${path}?sort=${sort}${after}`)
    expect(status).toBe(200)
    all.push(...(body as Row[]))
    if (body.length < 50) return all
  }
}
const inOrder = (values: readonly (string | number)[], descending: boolean) => {
  const up = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  expect(values).toEqual(descending ? up.toReversed() : up)
  expect(new Set(values).size).toBeGreaterThan(1)
}

describe('every row appears exactly once across the pages when sorted by', () => {
  test.each([
    ['id', 'feed_run_id'],
    ['state', 'state'],
    ['took', 'seconds'],
    ['read', 'rows_read'],
    ['created', 'created'],
  ])('a run’s %s', async (sort, field) => {
    for (const way of ['', '-']) {
      const runs = await walk(
        `/api/suppliers/${feed.dropshipper_id}/monitoring`,
        `${way}${sort}`,
        'before',
        'feed_run_id',
      )
      expect(new Set(runs.map((r) => r['feed_run_id'])).size).toBe(rows + 1)
      inOrder(
        runs.map((r) => r[field] ?? -1),
        way === '-',
      )
    }
  })

  test.each([
    ['sku', 'sku'],
    ['url', 'url'],
    ['reason', 'reason'],
    ['tries', 'attempts'],
    ['last', 'checked_tm'],
  ])('a failed image’s %s', async (sort, field) => {
    for (const way of ['', '-']) {
      const images = await walk(
        `/api/suppliers/${pictured}/image/failures`,
        `${way}${sort}`,
        'after',
        'product_image_id',
      )
      expect(new Set(images.map((r) => r['product_image_id'])).size).toBe(rows)
      inOrder(
        images.map((r) => r[field] ?? ''),
        way === '-',
      )
    }
  })
})

test('subscribers, charges and a platform’s vendors can be sorted by each of their columns', async () => {
  const { db } = h.services
  const id = feed.dropshipper_id
  await sql`insert into platform (platform_id, platform_name, platform_handle) values (90, 'Shop', 'shop')`.execute(
    db,
  )
  await sql`insert into market (market_id, market_name, platform_id) values (90, 'Shop One', 90)`.execute(db)
  for (const { company, email } of [
    { company: 'beta', email: 'z@a.example' },
    { company: 'Alpha', email: 'y@a.example' },
    { company: 'Gamma', email: null },
  ]) {
    const { vendor_id } = await db
      .insertInto('vendor')
      .values({ company })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
    await sql`
      insert into subscription (vendor_id, dropshipper_id, is_cancel_pending)
      values (${vendor_id}, ${id}, ${company === 'beta'})`.execute(db)
    await sql`
      insert into vendor_store (vendor_id, market_id, vendor_store_name, drop_to)
      values (${vendor_id}, 90, 'Store', '{}')`.execute(db)
    if (email !== null)
      await sql`
        with c as (
          insert into contact (vendor_id, email)
          values (${vendor_id}, ${email})
          returning contact_id)
        update vendor set primary_contact_id = contact_id from c where vendor_id = ${vendor_id}`.execute(db)
  }
  const companies = async (path: string) =>
    (await c.get(path)).body.subscriptions.map((s: { company: string }) => s.company)
  for (const path of [`/api/suppliers/${id}/subscriptions`, '/api/platform/90/active-subscriptions']) {
    expect(await companies(`${path}?sort=company`)).toEqual(['Alpha', 'beta', 'Gamma'])
    expect(await companies(`${path}?sort=-company`)).toEqual(['Gamma', 'beta', 'Alpha'])
    // who has none comes last, whichever way
    expect(await companies(`${path}?sort=email`)).toEqual(['Alpha', 'beta', 'Gamma'])
    expect(await companies(`${path}?sort=-email`)).toEqual(['beta', 'Alpha', 'Gamma'])
    for (const sort of ['id', 'integrations', '-integrations'])
      expect(await companies(`${path}?sort=${sort}`)).toHaveLength(3)
  }
  expect(await companies(`/api/suppliers/${id}/subscriptions?sort=-state`)).toEqual([
    'beta',
    'Alpha',
    'Gamma',
  ])

  const { rows: vendors } = await sql<{ vendor_id: number }>`
    select vendor_id from vendor where company = 'beta'`.execute(db)
  const vendor = vendors[0]!.vendor_id
  await sql`
    insert into vendor_charge (vendor_id, amount, charge_description, transaction_num)
    select ${vendor}, amount, what, nr
    from (values (9.5, 'B', 'T2'), (100, 'a', null), (20, 'C', 'T1')) of (amount, what, nr)`.execute(db)
  const amounts = async (sort: string) =>
    (await c.get(`/api/vendor/${vendor}/billing-history?sort=${sort}`)).body.charges.map(
      (charge: { amount: string }) => Number(charge.amount),
    )
  expect(await amounts('-tm')).toEqual([20, 100, 9.5])
  expect(await amounts('amount')).toEqual([9.5, 20, 100])
  expect(await amounts('-amount')).toEqual([100, 20, 9.5])
  expect(await amounts('what')).toEqual([100, 9.5, 20])
  expect(await amounts('-transaction')).toEqual([9.5, 20, 100])
})

test('an activity log can be sorted by person and by the name of the type', async () => {
  const { dropshipper_id } = await makeFeed(h)
  await sql`
    insert into activity (dropshipper_id, message, type, action_by_name)
    select ${dropshipper_id}, '', type, name
    from (
      values ('supplier.save', 'Cy'), ('feed.run', 'ann'), ('of.later', 'Bob'), ('feed.held', 'Cy')
    ) of (type, name)`.execute(h.services.db)
  const log = async (sort: string) =>
    (await c.post('/api/dropshipper-activity-log/search', { dropshipper_id, sort })).body.logs as {
      type: string
      action_by: string
    }[]
  expect((await log('by')).map((row) => row.action_by)).toEqual(['ann', 'Bob', 'Cy', 'Cy'])
  expect((await log('-by')).map((row) => row.action_by)).toEqual(['Cy', 'Cy', 'Bob', 'ann'])
  // one that has no name of its own comes last
  expect((await log('type')).map((row) => eventName(row.type))).toEqual([
    'Basic info changed',
    'Feed run held',
    'Feed run started',
    'Later',
  ])
})

test('variants and their parents can be sorted, with missing values last', async () => {
  const { dropshipper_id } = feed
  const skus = async (sort?: string) =>
    (
      await c.post('/api/variant-mapping/products', { dropshipper_id, filter: 'all', sort })
    ).body.products.map((p: { sku: string }) => p.sku)
  expect(await skus()).toEqual(['A-2', 'B-1', 'C-3'])
  expect(await skus('-sku')).toEqual(['C-3', 'B-1', 'A-2'])
  expect(await skus('title')).toEqual(['B-1', 'A-2', 'C-3'])
  expect(await skus('-price')).toEqual(['C-3', 'B-1', 'A-2'])
  await sql`
    insert into product_variant_parent (dropshipper_id, parent_sku, title, option_names)
    values (${dropshipper_id}, 'P-1', 'zinc', '{Size}'), (${dropshipper_id}, 'P-2', 'Adze', '{Colour}')`.execute(
    h.services.db,
  )
  await sql`
    insert into product_variant (product_id, dropshipper_id, mapping_status, product_variant_parent_id, option_values)
    select p.product_id, ${dropshipper_id}, 'mapped', r.product_variant_parent_id, '{L}'
    from product p, product_variant_parent r
    where p.feed_id = ${feed.feed_id} and p.sku = 'B-1' and r.parent_sku = 'P-1'
    on conflict (product_id) do update
    set mapping_status = excluded.mapping_status, option_values = excluded.option_values,
      product_variant_parent_id = excluded.product_variant_parent_id`.execute(h.services.db)
  expect((await skus('parent'))[0]).toBe('B-1')
  expect((await skus('-parent'))[0]).toBe('B-1')
  expect((await skus('status'))[0]).toBe('B-1')
  const parents = async (sort: string) =>
    (
      await c.get(`/api/variant-mapping/parents?dropshipper_id=${dropshipper_id}&sort=${sort}`)
    ).body.parents.map((p: { parent_sku: string }) => p.parent_sku)
  expect(await parents('sku')).toEqual(['P-1', 'P-2'])
  for (const sort of ['title', 'options', 'variants']) expect(await parents(sort)).toEqual(['P-2', 'P-1'])
})
