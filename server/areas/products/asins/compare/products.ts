import { sql, type Db } from '#server/platform/database/db.ts'

/** What the comparison reads of a product; a change of it makes new candidates (`made_for`). */
export const comparedHash = (product: string) => sql<number>`
  hashtextextended(concat_ws('|', ${columns(product)}), 0)`
const columns = (product: string) =>
  sql.join(
    ['title', 'manufacturer', 'upc', 'ean', 'isbn', 'supplier_product_id', 'sku'].map((column) =>
      sql.ref(`${product}.${column}`),
    ),
  )

export interface ComparedProduct {
  product_asin_match_id: number
  product_id: number
  market_id: number
  dropshipper_id: number
  sku: string
  dropshipper_prefix: string
  title: string | null
  manufacturer: string | null
  upc: string | null
  ean: string | null
  isbn: string | null
  supplier_product_id: string | null
  price: string | null
  made_for: string
}

/** The products of matches. */
export async function readComparedProducts(db: Db, matchIds: readonly number[]): Promise<ComparedProduct[]> {
  const { rows } = await sql<ComparedProduct>`
    select m.product_asin_match_id, m.product_id, m.market_id, p.dropshipper_id, p.sku, d.dropshipper_prefix,
      p.title, p.manufacturer, p.upc, p.ean, p.isbn, p.supplier_product_id,
      coalesce(p.msrp, p.wholesale_price) as price, ${comparedHash('p')}::text as made_for
    from product_asin_match m
    join product p using (product_id)
    join dropshipper d on d.dropshipper_id = p.dropshipper_id
    where m.product_asin_match_id = any(${matchIds as number[]}::bigint[])
    order by m.product_asin_match_id`.execute(db)
  return rows
}

/** Codes that may be the maker's own number: the supplier's product ID, then the SKU without its prefix. */
export const ownNumbers = (product: {
  sku: string
  dropshipper_prefix: string
  supplier_product_id: string | null
}): (string | null)[] => {
  const { sku, dropshipper_prefix: prefix } = product
  const hasPrefix = prefix !== '' && sku.toUpperCase().startsWith(`${prefix.toUpperCase()}-`)
  return [product.supplier_product_id, hasPrefix ? sku.slice(prefix.length + 1) : sku]
}
