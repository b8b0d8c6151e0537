import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'

/**
 * Letters and digits of a SKU, UPC or ASIN in capitals: how the index stores them, and how they are looked
 * up.
 */
export const identifierKey = (text: string): string => text.replace(/[\s._/-]+/g, '').toUpperCase()
const keyOf = (column: string) => sql.raw(`upper(regexp_replace(${column}, '[\\s._/-]+', '', 'g'))`)
/**
 * The lexeme that every product of a supplier has, so that one index covers words and supplier together.
 */
export const supplierLexeme = (dropshipperId: number): string => `xsupplier${dropshipperId}`

/** What the index stores of products `p`, except its condition. */
const entry = sql`
      select p.product_id, p.feed_id, p.dropshipper_id, ${keyOf('p.sku')} as sku_key,
        nullif(${keyOf("coalesce(nullif(p.upc, ''), p.ean)")}, '') as upc_key,
        nullif(upper(p.asin), '') as asin_key,
        strip(to_tsvector('simple', coalesce(p.title, '') || ' ' || coalesce(p.manufacturer, '')
          || ' xsupplier' || p.dropshipper_id)) as words
      from product p`
const columns = sql.raw('product_id, feed_id, dropshipper_id, sku_key, upc_key, asin_key, words')
const searchedText = (table: string) =>
  sql.raw(['sku_key', 'upc_key', 'asin_key', 'words'].map((column) => `${table}.${column}`).join(', '))

/**
 * Adds the next products that the index has never seen, and records how far it got. Returns how many;
 * fewer than `limit` means the end.
 */
export async function addNew(tx: Tx, feedId: number, limit: number): Promise<number> {
  const { rows } = await sql<{ added: number; upto: number | null }>`
    with next as (
      ${entry}
      where p.feed_id = ${feedId}
        and p.product_id > (select indexed_upto from feed where feed_id = ${feedId})
      order by p.product_id
      limit ${limit}),
    added as (
      insert into product_index (${columns})
      select ${columns} from next
      on conflict (product_id) do nothing),
    learnt as (
      insert into search_word (word, products)
      select word, count(*)
      from next, unnest(tsvector_to_array(words)) as word
      where length(word) between 2 and 40
        and word not like 'xsupplier%'
      group by word
      order by word
      on conflict (word) do update set products = search_word.products + excluded.products)
    select count(*) as added, max(product_id) as upto
    from next`.execute(tx)
  const { added: addedCount, upto } = singleRow(rows)
  if (upto !== null) await sql`update feed set indexed_upto = ${upto} where feed_id = ${feedId}`.execute(tx)
  return addedCount
}

interface RefreshResult {
  taken: number
  updated: number
  removed: number
}

/** Updates the next changed products and removes deleted ones. */
export async function refreshChanged(tx: Tx, feedId: number, limit: number): Promise<RefreshResult> {
  const { rows } = await sql<RefreshResult>`
    with taken as (
      delete from index_pending
      where ctid in (
        select ctid
        from index_pending
        where feed_id = ${feedId}
        order by product_id
        limit ${limit}
        for update skip locked)
      returning product_id),
    known as (select distinct product_id from taken),
    fresh as (${entry} join known using (product_id)),
    updated as (
      insert into product_index (${columns})
      select ${columns} from fresh
      on conflict (product_id) do update set
        sku_key = excluded.sku_key,
        upc_key = excluded.upc_key,
        asin_key = excluded.asin_key,
        words = excluded.words
      where (${searchedText('product_index')}) is distinct from (${searchedText('excluded')})
      returning 1),
    removed as (
      delete from product_index i
      using known k
      where i.product_id = k.product_id
        and not exists (select 1 from product p where p.product_id = k.product_id)
      returning 1)
    select (select count(*) from taken) as taken, (select count(*) from updated) as updated,
      (select count(*) from removed) as removed`.execute(tx)
  return singleRow(rows)
}

interface IndexLag {
  indexed: number
  products: number
  pending_new: number
  pending_changed: number
}

/** How far a supplier's index is behind its catalog. */
export async function indexLag(db: Db, dropshipperId: number): Promise<IndexLag> {
  const supplierFeeds = sql`f.dropshipper_id = ${dropshipperId}`
  const { rows } = await sql<IndexLag>`
    select
      (select count(*) from product_index i join feed f using (feed_id) where ${supplierFeeds}) as indexed,
      (select count(*) from product p join feed f using (feed_id) where ${supplierFeeds}) as products,
      (
        select count(*)
        from feed f
        join product p on p.feed_id = f.feed_id and p.product_id > f.indexed_upto
        where ${supplierFeeds}
      ) as pending_new,
      (
        select count(*)
        from feed f
        join index_pending q using (feed_id)
        where ${supplierFeeds}
      ) as pending_changed`.execute(db)
  return singleRow(rows)
}
