import type { Parsed, Result } from '#contract/index.ts'
import type { FoundProduct } from '#contract/products/products.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { literal } from '#server/platform/database/sql.ts'
import { identifierKey, supplierLexeme } from './search-index.ts'
import { distance, forgiven, oneSlipAway } from '#server/platform/database/spelling.ts'

type FindResult = Result<'findProducts'>
const pageSize = 50
export const findProducts = ({ db }: Ctx, { query }: Parsed<'findProducts'>) => foundBy(db, query)

export async function foundBy(db: Db, query: Parsed<'findProducts'>['query']): Promise<FindResult> {
  const { q, dropshipper_id, vendor_id } = query
  if (vendor_id === undefined) {
    const suppliers = dropshipper_id === undefined ? undefined : [dropshipper_id]
    return lookUpProducts(db, { q, suppliers, limit: pageSize })
  }
  const subscriptions = await db
    .selectFrom('subscription')
    .select('dropshipper_id')
    .where('vendor_id', '=', vendor_id)
    .$if(dropshipper_id !== undefined, (query) =>
      query.where('dropshipper_id', 'is not distinct from', dropshipper_id ?? null),
    )
    .execute()
  const suppliers = subscriptions.map((row) => row.dropshipper_id)
  if (suppliers.length === 0) return { by: 'nothing', read_as: null, products: [] }
  return lookUpProducts(db, { q, suppliers, vendorId: vendor_id, limit: pageSize })
}

interface ProductQuery {
  q: string
  /** Only of these; undefined: of all. */
  suppliers?: readonly number[] | undefined
  /** Leaves out what other vendors' own feeds have. */
  vendorId?: number
  limit: number
}

/**
 * Products by an identifier, else by an identifier one typo away, else by the words of title and brand,
 * else by words with similar spelling. Each step asks the index once; the first that finds anything
 * answers.
 */
export async function lookUpProducts(db: Db, productQuery: ProductQuery): Promise<FindResult> {
  const key = identifierKey(productQuery.q)
  const identifier = /\d/.test(key) && key.length >= 3 && key.length <= 40
  if (key.length >= 2) {
    const exact = await byIdentifier(db, key, productQuery)
    if (exact.length) return { by: 'identifier', read_as: null, products: exact }
  }
  const words =
    productQuery.q
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, 8) ?? []
  if (words.length) {
    const hits = await byWords(
      db,
      words.map((w, i) => (i === words.length - 1 && w.length > 1 ? `'${w}':*` : `'${w}'`)),
      productQuery,
    )
    if (hits.length) return { by: 'words', read_as: null, products: hits }
  }
  if (identifier && key.length >= 5) {
    const near = await nearIdentifier(db, key, productQuery)
    if (near[0]) return { by: 'near', read_as: near[0].sku, products: near }
  }
  const spelt = await respell(db, words)
  if (spelt.length) {
    const hits = await byWords(
      db,
      spelt.map((alternatives) => `(${alternatives.map((w) => `'${w}'`).join('|')})`),
      productQuery,
    )
    if (hits.length) return { by: 'spelling', read_as: spelt.map((a) => a[0]).join(' '), products: hits }
  }
  return { by: 'nothing', read_as: null, products: [] }
}

const scopeCondition = ({ suppliers, vendorId }: ProductQuery) => sql`
  ${suppliers === undefined ? sql`true` : sql`dropshipper_id = any(${suppliers}::int[])`}
  and ${mayBeOf(vendorId)}`
/** Products that are in no other vendor's own feed. */
const mayBeOf = (vendorId: number | undefined) =>
  vendorId === undefined
    ? sql`true`
    : sql`not exists (
        select
        from product x
        join feed f using (feed_id)
        join vendor_custom_feed c on c.vendor_custom_feed_id = f.vendor_custom_feed_id
        where x.product_id = product_index.product_id and c.vendor_id <> ${vendorId})`

const productColumns = sql`
  p.product_id, p.dropshipper_id, d.supplier_name,
  (
    select v.company
    from feed f
    join vendor_custom_feed c on c.vendor_custom_feed_id = f.vendor_custom_feed_id
    join vendor v on v.vendor_id = c.vendor_id
    where f.feed_id = p.feed_id) as own_feed_of,
  p.sku, p.title, p.manufacturer, p.upc, p.asin, p.quantity,
  (p.gone_tm is null and p.product_status_id = 1) as active, p.unread_run_id`

async function byIdentifier(db: Db, key: string, productQuery: ProductQuery): Promise<FoundProduct[]> {
  const begins = `${literal(key)}%`
  const { rows } = await sql<FoundProduct>`
    with hit as (
      (
        select product_id, sku_key as key
        from product_index
        where sku_key like ${begins} and ${scopeCondition(productQuery)}
        order by sku_key
        limit ${productQuery.limit})
      union (
        select product_id, upc_key
        from product_index
        where upc_key like ${begins} and ${scopeCondition(productQuery)}
        limit ${productQuery.limit})
      union (
        select product_id, asin_key
        from product_index
        where asin_key like ${begins} and ${scopeCondition(productQuery)}
        limit ${productQuery.limit}))
    select ${productColumns}
    from (
      select product_id, min(key) as key
      from hit
      group by product_id
      order by min(key)
      limit ${productQuery.limit}) h
    join product p using (product_id)
    join dropshipper d using (dropshipper_id)
    order by (h.key = ${key}) desc, h.key, p.product_id`.execute(db)
  return rows
}

async function nearIdentifier(db: Db, key: string, productQuery: ProductQuery): Promise<FoundProduct[]> {
  const near = oneSlipAway(key)
  const nearKey = (column: 'sku_key' | 'upc_key' | 'asin_key') => sql`(
        select product_id
        from near
        join product_index on ${sql.ref(column)} = key
        where ${scopeCondition(productQuery)}
        limit ${productQuery.limit})`
  const { rows } = await sql<FoundProduct>`
    with near as (select unnest(${near}::text[]) as key),
    hit as (${nearKey('sku_key')} union ${nearKey('upc_key')} union ${nearKey('asin_key')})
    select ${productColumns}
    from hit
    join product p using (product_id)
    join dropshipper d using (dropshipper_id)
    order by p.sku
    limit ${productQuery.limit}`.execute(db)
  return rows
}

/**
 * The best matches of the first 500 come first.
 * @param terms of a tsquery, all of which must occur
 */
async function byWords(
  db: Db,
  terms: readonly string[],
  productQuery: ProductQuery,
): Promise<FoundProduct[]> {
  const supplierTerms = productQuery.suppliers
    ? [`(${productQuery.suppliers.map((id) => `'${supplierLexeme(id)}'`).join('|')})`]
    : []
  const query = [...terms, ...supplierTerms].join('&')
  const { rows } = await sql<FoundProduct>`
    with hit as materialized (
      select product_id
      from product_index
      where words @@ ${query}::tsquery and ${mayBeOf(productQuery.vendorId)}
      limit 500)
    select ${productColumns}
    from hit
    join product p using (product_id)
    join dropshipper d using (dropshipper_id)
    order by similarity(coalesce(p.title, '') || ' ' || coalesce(p.manufacturer, ''), ${productQuery.q}) desc,
      p.product_id
    limit ${productQuery.limit}`.execute(db)
  return rows
}

/**
 * For each word, the nearest words of the index, the best first; a word without a near one is left out.
 * Empty if nothing needs correction.
 */
async function respell(db: Db, words: readonly string[]): Promise<string[][]> {
  const longWords = words.filter((w) => w.length > 1)
  if (longWords.length === 0) return []
  const { rows } = await sql<{ asked: string; word: string; products: number }>`
    select a.asked, w.word, w.products
    from unnest(${longWords}::text[]) as a(asked)
    cross join lateral (
      (select word, products from search_word where word = a.asked)
      union (
        select word, products
        from search_word
        where word % a.asked
        order by similarity(word, a.asked) desc
        limit 40)) w`.execute(db)
  const corrections = longWords.map((word) =>
    rows
      .filter((r) => r.asked === word)
      .map((r) => ({ word: r.word, slips: distance(word, r.word), products: r.products }))
      .filter((r) => r.slips <= forgiven(word.length))
      .toSorted((a, b) => a.slips - b.slips || b.products - a.products)
      .slice(0, 3)
      .map((r) => r.word.replace(/'/g, "''")),
  )
  return corrections.filter((alternatives) => alternatives.length > 0)
}
