import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { Worker } from '#server/platform/jobs/worker.ts'
import { wooCommerce } from '#server/stand-ins/woocommerce.ts'
import { harness, staff, waitUntil, type Client } from '#server/test/harness.ts'
import { startMarket } from '#server/test/stores/markets.ts'
import { makeApiStore } from '#server/test/stores/told-stores.ts'
import { startStoreUpdates } from '../public.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db
    .insertInto('market')
    .values([
      { market_id: 201, market_name: 'WooCommerce' },
      { market_id: 202, market_name: 'Files' },
    ])
    .execute()
})
const queued = async () =>
  (
    await h.services.db
      .selectFrom('job')
      .select(['job_id', 'param_value', 'job_status'])
      .where('job_type', '=', 'VENDOR_STORE_UPDATER_JOB')
      .orderBy('job_id')
      .execute()
  ).map((job) => Number(job.param_value))

test('2,000 out-of-date stores are queued in one turn, longest waiting first, each once', async () => {
  const { db } = h.services
  const { rows: vendors } = await sql<{ vendor_id: number }>`
    insert into vendor (company) values ('Shops') returning vendor_id`.execute(db)
  await sql`
    insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to, behind_since)
    select ${vendors[0]!.vendor_id}::int, 'Shop ' || i, 202,
      jsonb_build_object('kind', 'storage', 'folder', 'shop-' || i),
      now() - make_interval(secs => (i * 7919) % 2000)
    from generate_series(1, 2000::int) i`.execute(db)
  const { rows: waiting } = await sql<{ vendor_store_id: number }>`
    select vendor_store_id from vendor_store order by behind_since`.execute(db)
  await startStoreUpdates(h.services)
  expect(await queued()).toEqual(waiting.map((store) => store.vendor_store_id))
  await sql`update vendor_store set behind_since = now()`.execute(db)
  await startStoreUpdates(h.services)
  expect(await queued()).toHaveLength(2000)
  const { rows: left } = await sql<{ n: number }>`
    select count(*)::int as n from vendor_store where behind_since is not null`.execute(db)
  // each waits already: what changed since is looked at the next time
  expect(left[0]!.n).toBe(2000)
  await sql`delete from job`.execute(db)
  await sql`delete from pgboss.job`.execute(db)
  await sql`delete from vendor_store`.execute(db)
})

test('a stopped store is not queued and stays out of date', async () => {
  const { db } = h.services
  const { rows } = await sql<{ vendor_store_id: number }>`
    with v as (insert into vendor (company) values ('Stopped') returning vendor_id)
    insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to, behind_since, stopped_reason)
    select vendor_id, 'Shop ' || i, 202, jsonb_build_object('kind', 'storage', 'folder', 'stopped-' || i),
      now() - interval '1 day', case when i = 1 then '530 Login incorrect' end
    from v, generate_series(1, 2) i
    returning vendor_store_id`.execute(db)
  const [stopped, well] = rows.map((row) => row.vendor_store_id)
  await startStoreUpdates(h.services)
  expect(await queued()).toEqual([well])
  const left = await db
    .selectFrom('vendor_store')
    .select('vendor_store_id')
    .where('behind_since', 'is not', null)
    .where('vendor_store_id', '=', stopped!)
    .execute()
  expect(left).toHaveLength(1)
  await sql`delete from job`.execute(db)
  await sql`delete from pgboss.job`.execute(db)
  await sql`delete from vendor_store`.execute(db)
})

test('a slow market doesn’t hold up other markets’ stores', async () => {
  const token = 'cs_secret'
  const market = await startMarket(wooCommerce({ token }))
  const answers = Promise.withResolvers<void>()
  market.mischief.push({ times: 1000, waitFor: answers.promise })
  for (let i = 0; i < 6; i++)
    await makeApiStore(h, c, { market_id: 201, address: market.address, login: 'ck', token, products: 1 })
  const files = await makeApiStore(h, c, { market_id: 202, address: '', token, products: 1 })
  const { db } = h.services
  await sql`
    update vendor_store
    set drop_to = '{"kind": "storage", "folder": "fair"}', behind_since = now()
    where vendor_store_id = ${files.vendor_store_id}`.execute(db)
  await sql`
    update vendor_store set behind_since = now() - interval '1 hour' where market_id = 201`.execute(db)
  const worker = new Worker(h.services, 4, ['VENDOR_STORE_UPDATER_JOB'])
  await worker.start()
  try {
    await startStoreUpdates(h.services)
    const sent = () =>
      sql<{ market_id: number }>`
        select st.market_id
        from job j
        join vendor_store st on st.vendor_store_id::text = j.param_value
        where j.job_status = 2`.execute(db)
    const { rows } = await waitUntil(sent, (found) => found.rows.length > 0)
    expect(rows).toEqual([{ market_id: 202 }])
    answers.resolve()
    await waitUntil(sent, (found) => found.rows.length === 7)
  } finally {
    answers.resolve()
    await worker.stop()
    await market.close()
  }
})
