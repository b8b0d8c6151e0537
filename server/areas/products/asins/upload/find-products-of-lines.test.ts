import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeFeed } from '#server/test/harness.ts'
import { findProductsOfLines } from './find-products-of-lines.ts'

const h = harness()

/** A supplier with one product, by its id. */
async function supplier() {
  const { feed_id, dropshipper_id } = await makeFeed(h)
  const { rows } = await sql<{ product_id: number }>`
    with made as (
      insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, title)
      values (${feed_id}, ${dropshipper_id}, 1, 1, 1, 'DRILL', 'Drill')
      returning *)
    insert into product_index (product_id, feed_id, dropshipper_id, sku_key, upc_key, words)
    select product_id, feed_id, dropshipper_id, 'drill', '00012345678905', to_tsvector('simple', title)
    from made
    returning product_id`.execute(h.services.db)
  return { dropshipper_id, product_id: rows[0]!.product_id }
}

test('a line of a supplier’s file finds the product of that supplier alone, by its ID, SKU or barcode', async () => {
  const [ours, theirs] = [await supplier(), await supplier()]
  await sql`
    insert into asin_stage (asin_upload_id, line, asin, product_id, sku_key, gtin, cells)
    values (1, 1, 'B000000001', ${ours.product_id}, null, null, '[]'),
      (1, 2, 'B000000002', ${theirs.product_id}, null, null, '[]'),
      (1, 3, 'B000000003', null, 'drill', null, '[]'),
      (1, 4, 'B000000004', null, null, '00012345678905', '[]')`.execute(h.services.db)
  const scope = { asin_upload_id: 1, dropshipper_id: ours.dropshipper_id }
  await h.services.db.transaction().execute((tx) => findProductsOfLines(tx, scope))
  const { rows } = await sql`
    select found_id, reason from asin_stage where asin_upload_id = 1 order by line`.execute(h.services.db)
  const found = { found_id: ours.product_id, reason: null }
  expect(rows).toEqual([found, { found_id: null, reason: 'No product has this ID' }, found, found])
})
