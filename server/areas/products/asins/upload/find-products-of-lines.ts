import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'

interface Scope {
  asin_upload_id: number
  dropshipper_id: number | null
}

const open = (uploadId: number) =>
  sql`s.asin_upload_id = ${uploadId} and s.reason is null and s.found_id is null`
const ofSupplier = ({ dropshipper_id }: Scope) =>
  dropshipper_id === null ? sql`true` : sql`i.dropshipper_id = ${dropshipper_id}`

/** Finds the product of each line by its product ID, else its SKU, else its barcode, in one statement each. */
export async function findProductsOfLines(tx: Tx, scope: Scope): Promise<void> {
  const uploadId = scope.asin_upload_id
  await sql`
    update asin_stage s
    set found_id = i.product_id
    from product i
    where ${open(uploadId)} and i.product_id = s.product_id and ${ofSupplier(scope)}`.execute(tx)
  await sql`
    with hit as (
      select s.line, min(i.product_id) as product_id, count(*) as products
      from asin_stage s
      join product_index i on i.sku_key = s.sku_key
      join feed f on f.feed_id = i.feed_id and ${ownFeed('f')}
      join dropshipper d on d.dropshipper_id = i.dropshipper_id
      where ${open(uploadId)}
        and s.product_id is null
        and ${ofSupplier(scope)}
        and (s.prefix is null or upper(d.dropshipper_prefix) = s.prefix)
      group by s.line)
    ${keepHits(uploadId, 'SKU')}`.execute(tx)
  // an index may have the code with or without the zeros before it
  await sql`
    with form as (
      select s.line, s.prefix, x.key
      from asin_stage s
      cross join lateral (
        values (s.gtin), (substr(s.gtin, 2)), (substr(s.gtin, 3)), (substr(s.gtin, 4))) x(key)
      where ${open(uploadId)}
        and s.product_id is null
        and s.gtin is not null
        and s.gtin like repeat('0', 14 - length(x.key)) || '%'),
    hit as (
      select s.line, min(i.product_id) as product_id, count(*) as products
      from form s
      join product_index i on i.upc_key = s.key
      join feed f on f.feed_id = i.feed_id and ${ownFeed('f')}
      join dropshipper d on d.dropshipper_id = i.dropshipper_id
      where ${ofSupplier(scope)} and (s.prefix is null or upper(d.dropshipper_prefix) = s.prefix)
      group by s.line)
    ${keepHits(uploadId, 'barcode')}`.execute(tx)
  await sql`
    update asin_stage s
    set column_name = case when product_id is not null then 'product_id' when sku_key is not null then 'sku' else 'barcode' end,
      value = coalesce(product_id::text, sku_key, gtin, ''),
      reason = case
        when product_id is not null then 'No product has this ID'
        when sku_key is not null then 'No product has this SKU'
        else 'No product has this barcode' end
    where ${open(uploadId)}`.execute(tx)
}

const keepHits = (uploadId: number, noun: string) => sql`
    update asin_stage s
    set found_id = case when h.products = 1 then h.product_id end,
      column_name = case when h.products > 1 then ${noun.toLowerCase()}::text end,
      value = case when h.products > 1 then coalesce(s.sku_key, s.gtin) end,
      reason = case when h.products > 1
        then h.products || ' products have this ' || ${noun}::text || '. Choose the supplier.' end
    from hit h
    where s.asin_upload_id = ${uploadId} and s.line = h.line`
