import type { RawBuilder } from 'kysely'
import type { Parsed, Result } from '#contract/index.ts'
import {
  catalogPageSize,
  mostScanned,
  type CatalogRow,
  type ProductFilters,
} from '#contract/products/catalog.ts'
import { ownFeed, ownFeedId, supplierCurrency } from '#server/areas/supplier-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { all, literal, singleRow, type Condition } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { identifierKey } from './search-index.ts'

/** A search text finds at most so many products each way, before the other filters. */
const mostHits = 5000

/** All of suppliers' products that match the filters, by id. */
export async function productsFound(db: Db, filters: ProductFilters) {
  return matching(filters, await hits(db, filters.q))
}

const matching = (
  filters: ProductFilters,
  hitIds: readonly number[] | undefined,
  span: Condition = sql<boolean>`true`,
) => sql<CatalogRow>`
  select p.product_id, p.dropshipper_id, d.supplier_name, p.sku, p.title, p.manufacturer, p.categories, p.upc,
    p.ean, p.asin, p.quantity, p.wholesale_price,
    coalesce(p.currency, ${supplierCurrency('p.dropshipper_id')}) as currency,
    p.gone_tm is null and p.product_status_id = 1 as active,
    case when i.file_key is not null then i.product_image_id end as product_image_id,
    coalesce(i.state = 'good', false) as image_good
  from product p
  join feed f on f.feed_id = p.feed_id and ${ownFeed('f')}
  join dropshipper d on d.dropshipper_id = p.dropshipper_id
  left join product_image i
    on i.dropshipper_id = p.dropshipper_id and md5(i.url) = md5(split_part(p.images, E'\n', 1))
  where ${all([ofSupplier(filters), amongHits(hitIds), ...conditionsOf(filters), span])}
  order by p.product_id`

/**
 * One page. It looks at a bounded number of products, so that filters that match few of millions are answered
 * soon, with the place from which to go on.
 */
export async function listProducts(
  { db }: Ctx,
  { query }: Parsed<'listProducts'>,
): Promise<Result<'listProducts'>> {
  const { after = 0, ...filters } = query
  const hitIds = await hits(db, filters.q)
  // what a text found is few enough to look at all of it
  const upto = hitIds === undefined ? await endOfScan(db, filters, after) : null
  const span = sql<boolean>`p.product_id > ${after} and ${upto === null ? sql`true` : sql`p.product_id <= ${upto}`}`
  const { rows } = await sql<CatalogRow>`
    ${matching(filters, hitIds, span)}
    limit ${catalogPageSize + 1}`.execute(db)
  const products = rows.slice(0, catalogPageSize)
  return { products, next: rows.length > catalogPageSize ? (products.at(-1)?.product_id ?? null) : upto }
}

/** The last product that a page looks at; null: it looks at all that are left. */
async function endOfScan(db: Db, filters: ProductFilters, after: number): Promise<number | null> {
  const { rows } = await sql<{ scanned: number; upto: number | null }>`
    select count(*) as scanned, max(product_id) as upto
    from (
      select p.product_id
      from product p
      where ${all([ofSupplier(filters), sql<boolean>`p.product_id > ${after}`])}
      order by p.product_id
      limit ${mostScanned}) scan`.execute(db)
  const { scanned, upto } = singleRow(rows)
  return scanned === mostScanned ? upto : null
}

const ofSupplier = ({ dropshipper_id }: ProductFilters): Condition | false =>
  dropshipper_id !== undefined && sql<boolean>`p.feed_id = ${ownFeedId(dropshipper_id)}`
const amongHits = (hitIds: readonly number[] | undefined): Condition | false =>
  hitIds !== undefined && sql<boolean>`p.product_id = any(${hitIds as number[]}::bigint[])`

/**
 * Products whose SKU, UPC or ASIN begins with the text, or whose title and brand have all of its words;
 * undefined: there is no text.
 */
async function hits(db: Db, q: string): Promise<number[] | undefined> {
  if (q === '') return undefined
  const key = identifierKey(q)
  const begins = `${literal(key)}%`
  const words = (q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 8)
  const terms = words.map((word, i) => (i === words.length - 1 ? `'${word}':*` : `'${word}'`)).join('&')
  const byKey = (column: 'sku_key' | 'upc_key' | 'asin_key') =>
    sql`(select product_id from product_index where ${sql.ref(column)} like ${begins} limit ${mostHits})`
  const ways: RawBuilder<unknown>[] = [
    ...(key === '' ? [] : [byKey('sku_key'), byKey('upc_key'), byKey('asin_key')]),
    ...(words.length === 0
      ? []
      : [sql`(select product_id from product_index where words @@ ${terms}::tsquery limit ${mostHits})`]),
  ]
  if (ways.length === 0) return []
  const { rows } = await sql<{ product_id: number }>`${sql.join(ways, sql` union `)}`.execute(db)
  return rows.map((row) => row.product_id)
}

const conditionsOf = (filters: ProductFilters): (Condition | false)[] => {
  const { catalog_category_id, brand, least_stock, most_stock, least_price, most_price } = filters
  return [
    catalog_category_id !== undefined &&
      sql<boolean>`p.dropshipper_id in (
        select dropshipper_id from dropshipper_category where catalog_category_id = ${catalog_category_id})`,
    brand !== '' && sql<boolean>`lower(p.manufacturer) = ${brand.toLowerCase()}`,
    least_stock !== undefined && sql<boolean>`p.quantity >= ${least_stock}`,
    most_stock !== undefined && sql<boolean>`p.quantity <= ${most_stock}`,
    least_price !== undefined && sql<boolean>`p.wholesale_price >= ${least_price}::numeric`,
    most_price !== undefined && sql<boolean>`p.wholesale_price <= ${most_price}::numeric`,
    filters.missing_image !== undefined &&
      sql<boolean>`(i.state is distinct from 'good') = ${filters.missing_image}`,
    filters.no_barcode !== undefined &&
      sql<boolean>`(coalesce(p.upc, '') = '' and coalesce(p.ean, '') = '' and coalesce(p.isbn, '') = '')
        = ${filters.no_barcode}`,
    filters.active !== undefined &&
      sql<boolean>`(p.gone_tm is null and p.product_status_id = 1) = ${filters.active}`,
  ]
}
