import { beforeAll, expect, test } from 'vitest'
import type { AsinMatch } from '#contract/products/asins/queue.ts'
import { sql } from '#server/platform/database/db.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { KilledPool } from '#server/test/billing/killed-pool.ts'
import { harness, makeFeed, staff, type Client } from '#server/test/harness.ts'
import { comparedHash } from '../compare/products.ts'
import { faultsOfAsins } from '../invariants.ts'
import { importAsins } from '../upload/import-asins.job.ts'
import { runBatch } from './run-batch.job.ts'

const h = harness()
let c: Client
let process: KilledPool
beforeAll(async () => {
  c = await staff(h)
  process = new KilledPool(h.services)
  await sql`insert into market (market_id, market_name) values (9, 'Amazon')`.execute(h.services.db)
})

/** A supplier with so many products, each with a sure match. */
async function supplierWithSure(products: number): Promise<number> {
  const { feed_id, dropshipper_id: id } = await makeFeed(h)
  const { db } = h.services
  await sql`
    insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, title)
    select ${feed_id}::int, ${id}::int, i, 1, 1, 'S' || i, 'Drill ' || i
    from generate_series(1, ${products}::int) i`.execute(db)
  await sql`
    insert into product_asin_match
      (product_id, market_id, dropshipper_id, is_compared, class, best_score, made_for)
    select product_id, 9, dropshipper_id, true, 'green', 90, ${comparedHash('p')}
    from product p
    where dropshipper_id = ${id}`.execute(db)
  await sql`
    with candidate as (
      insert into product_asin_candidate (product_asin_match_id, asin, score, class, reasons, rank)
      select product_asin_match_id, 'B0' || lpad(product_asin_match_id::text, 8, '0'), 90, 'green',
        '[{"code": "barcode", "points": 50}]', 1
      from product_asin_match
      where dropshipper_id = ${id}
      returning asin)
    insert into asin_item (market_id, asin, title, source)
    select 9, asin, 'Drill', 'file'
    from candidate`.execute(db)
  return id
}
const preview = async (id: number) =>
  (await c.get(`/api/products/asin-batch-preview?market_id=9&dropshipper_id=${id}`)).body
const accept = (id: number, { upto_id, count }: { upto_id: number; count: number }) =>
  c.post('/api/products/asin-batches', { market_id: 9, dropshipper_id: id, upto_id, count })
const heldOf = async (id: number) =>
  (await c.get('/api/products/asin-queue?market_id=9')).body.held.filter(
    (supplier: { dropshipper_id: number }) => supplier.dropshipper_id === id,
  )
/** A person decides about the next sure match, which is returned: the ASIN of the rule, or none of these. */
async function check(id: number, isRight: boolean): Promise<number> {
  const { body } = await c.get(
    `/api/products/get-next-asin-match?market_id=9&dropshipper_id=${id}&class=green`,
  )
  const match = body as AsinMatch
  const { status } = await c.post('/api/products/update-asin-match', {
    product_asin_match_id: match.product_asin_match_id,
    product_id: match.product_id,
    version: match.version,
    selected_asin: isRight ? match.asins[0]!.asin : null,
  })
  expect(status).toBe(200)
  return match.product_asin_match_id!
}
const undo = async (product_asin_match_id: number) =>
  (await c.post('/api/products/undo-asin-match', { product_asin_match_id })).status

/** Runs a job again and again, each time killed one statement later, until it survives. */
async function outlive<P>(job: JobDefinition<P>, payload: P, check = async () => {}): Promise<number> {
  for (let after = 0; ; after++) {
    process.arm({ after, answered: after % 2 === 1 })
    const running = {
      ...h.services,
      jobId: 1,
      attempt: 1,
      payload,
      signal: new AbortController().signal,
      takeVcpus: async () => {},
      progress: () => {},
      say: async () => {},
    }
    await job.run(running).catch((error: unknown) => {
      if (!process.died) throw error
    })
    const { died } = process
    await process.revive()
    expect(await faultsOfAsins(h.services.db)).toEqual([])
    await check()
    if (!died) return after
  }
}

test('two wrong ones of a supplier’s last sure matches end its bulk acceptance until someone allows it', async () => {
  const [id, other] = [await supplierWithSure(8), await supplierWithSure(2)]
  await check(id, true)
  await check(id, false)
  const shown = await preview(id)
  expect(shown.count).toBe(6)
  await check(id, false)
  expect(await heldOf(id)).toEqual([expect.objectContaining({ checked: 3, wrong: 2, sure: 5 })])
  expect((await preview(id)).count).toBe(0)
  expect((await accept(id, shown)).status).toBe(409)
  expect((await preview(other)).count).toBe(2)

  const allow = () => c.post('/api/products/allow-bulk-asins', { market_id: 9, dropshipper_id: id })
  expect((await allow()).status).toBe(204)
  expect(await heldOf(id)).toEqual([])
  expect((await preview(id)).count).toBe(5)
  expect((await allow()).status).toBe(409)
  // what was checked before no longer counts
  await check(id, false)
  expect((await preview(id)).count).toBe(4)
  await check(id, false)
  expect((await preview(id)).count).toBe(0)
})

test('a wrong one that is undone doesn’t count', async () => {
  const id = await supplierWithSure(5)
  await check(id, false)
  const last = await check(id, false)
  expect(await heldOf(id)).toHaveLength(1)
  expect(await undo(last)).toBe(200)
  expect(await heldOf(id)).toEqual([])
})

test('what has an ASIN, was refused or is missing from the feed isn’t accepted in bulk', async () => {
  const id = await supplierWithSure(4)
  const of = (sku: string) => sql`
    from product_asin_match m
    join product p using (product_id)
    join product_asin_candidate c using (product_asin_match_id)
    where p.dropshipper_id = ${id} and p.sku = ${sku}`
  const { db } = h.services
  await sql`update product set gone_tm = now() where dropshipper_id = ${id} and sku = 'S1'`.execute(db)
  // an upload brings a product with an ASIN back into the queue
  await sql`
    insert into product_asin (product_id, market_id, asin, how, product_asin_match_id, decided_by_name)
    select m.product_id, 9, 'B0CHOSEN01', 'person', m.product_asin_match_id, 'Pat' ${of('S2')}`.execute(db)
  await sql`
    insert into product_asin_refused (product_id, market_id, asin, refused_by_name)
    select m.product_id, 9, c.asin, 'Pat' ${of('S3')}`.execute(db)
  const shown = await preview(id)
  expect(shown.examples.map(({ sku }: { sku: string }) => sku)).toEqual(['S4'])
  expect(shown.count).toBe(1)
})

test('a batch takes no more than its preview showed, and is undone within 30 days', async () => {
  const id = await supplierWithSure(3)
  const shown = await preview(id)
  // of the last one the preview didn't know yet
  const { body } = await accept(id, { upto_id: shown.upto_id - 1, count: 2 })
  await outlive(runBatch, { asin_batch_id: body.asin_batch_id, undo: false })
  expect((await preview(id)).count).toBe(1)
  const [batch] = (await c.get('/api/products/asin-batches?market_id=9')).body
  expect(batch).toMatchObject({ asin_batch_id: body.asin_batch_id, accepted: 2 })
  const undoAfter = async (days: number) => {
    await sql`
      update asin_batch set done_tm = now() - make_interval(days => ${days}::int)
      where asin_batch_id = ${body.asin_batch_id}`.execute(h.services.db)
    return (await c.post(`/api/products/asin-batches/${body.asin_batch_id}/undo`)).body.error.message
  }
  expect(await undoAfter(31)).toBe('Bulk acceptances can be undone for 30 days')
  // no worker of these tests took the batch's job from the queue
  expect(await undoAfter(29)).toMatch(/^Undo of 2 ASINs is already queued/)
})

test('a decision that replaced another is undone to that one, within 30 days', async () => {
  const id = await supplierWithSure(1)
  const match = await check(id, true)
  const chosen = () =>
    h.services.db
      .selectFrom('product_asin')
      .select(['asin', 'how', 'decided_by_name'])
      .where('product_asin_match_id', '=', match)
      .execute()
  const [first] = await chosen()
  const { product_id, version } = (
    await c.get(`/api/products/get-next-asin-match?market_id=9&product_asin_match_id=${match}`)
  ).body as AsinMatch
  const selected_asin = 'B0SECOND01'
  await c.post('/api/products/update-asin-match', {
    product_asin_match_id: match,
    product_id,
    version,
    selected_asin,
  })
  expect(await chosen()).toMatchObject([{ asin: selected_asin }])
  expect(await undo(match)).toBe(200)
  expect(await chosen()).toEqual([first])
  await sql`
    update product_asin_decision set tm = now() - interval '31 days'
    where product_asin_match_id = ${match}`.execute(h.services.db)
  expect(await undo(match)).toBe(409)
  expect(await chosen()).toEqual([first])
})

test('a worker killed between any two statements leaves a batch that the next one completes, and undoes', async () => {
  const products = 60
  const id = await supplierWithSure(products)
  const { body } = await accept(id, await preview(id))
  const asins = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from product_asin join product using (product_id) where dropshipper_id = ${id}`.execute(
      h.services.db,
    )
    return singleRow(rows).n
  }
  const surviveAll = (undo: boolean) =>
    outlive(runBatch, { asin_batch_id: body.asin_batch_id, undo }, async () =>
      expect([0, products]).toContain(await asins()),
    )
  expect(await surviveAll(false)).toBeGreaterThan(5)
  expect(await asins()).toBe(products)
  const listed = (await c.get('/api/products/asin-batches?market_id=9')).body
  expect(listed[0]).toMatchObject({ asin_batch_id: body.asin_batch_id, accepted: products })

  expect(await surviveAll(true)).toBeGreaterThan(5)
  expect(await asins()).toBe(0)
})

test('a worker killed between any two statements of an upload leaves what the next one completes', async () => {
  const { feed_id, dropshipper_id: id } = await makeFeed(h)
  await sql`
    with made as (
      insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, title)
      select ${feed_id}::int, ${id}::int, i, 1, 1, 'K' || i, 'Drill ' || i
      from generate_series(1, 5) i
      returning *)
    insert into product_index (product_id, feed_id, dropshipper_id, sku_key, words)
    select product_id, feed_id, dropshipper_id, sku, to_tsvector('simple', title)
    from made`.execute(h.services.db)
  const text =
    'SKU,ASIN,Title,Decision\nK1,B00KILLED1,Drill 1,\nK2,B00KILLED2,,accept\nK3,B00KILLED3,,\nX9,B00KILLED4,,'
  const { status } = await c.upload(
    `/api/products/upload-asins?dropshipper_id=${id}&market_id=9`,
    'asinFile',
    'asins.csv',
    Buffer.from(text),
  )
  expect(status).toBe(200)
  const uploads = () => h.services.db.selectFrom('asin_upload').selectAll().where('dropshipper_id', '=', id)
  const { asin_upload_id } = await uploads().executeTakeFirstOrThrow()
  expect(await outlive(importAsins, { asin_upload_id })).toBeGreaterThan(20)
  expect(await uploads().executeTakeFirstOrThrow()).toMatchObject({ rows_read: 4, added: 3, errors: 1 })
  const activities = await h.services.db
    .selectFrom('activity')
    .select('message')
    .where('type', '=', 'asin.upload')
    .where('entity_id', '=', String(asin_upload_id))
    .where('message', 'like', '%added')
    .execute()
  expect(activities).toEqual([{ message: 'asins.csv: 3 ASINs added' }])
})
