import { gtinOf } from '#contract/products/asins/codes.ts'
import { mostCandidates } from '#contract/products/asins/queue.ts'
import { tokensOf, wordsOf } from '#contract/products/asins/titles.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { countWords } from './corpus.ts'
import type { ComparedProduct } from './products.ts'

/** An item that may be the product. */
export interface FoundItem {
  product_asin_match_id: number
  asin: string
  title: string | null
  brand: string | null
  models: (string | null)[]
  /** Of a catalog product, the supplier's own number. */
  numbers: (string | null)[]
  barcodes: (string | null)[]
  pack: number | null
  price: string | null
  /** Whether an uploaded file or a person named it for this product. */
  is_named: boolean
  /** The supplier at which somebody chose it for the same barcode. */
  chosen_at: string | null
}

/** Rows of the index that a search by words looks at. */
const mostLooked = 500
/** Products with one barcode: a feed may repeat a wrong one in every row. */
const mostOfCode = 50

/** The catalog products with the same barcode or the same rare words. */
const others = sql`
    same_code as (
      select a.id, a.product_id, a.market_id, i.product_id as other_id, true as by_code
      from asked a
      cross join lateral jsonb_array_elements_text(a.keys) k(key)
      cross join lateral (
        select i.product_id
        from product_index i
        where i.upc_key = k.key and i.product_id <> a.product_id
        limit ${sql.lit(mostOfCode)}) i),
    same_words as (
      select a.id, a.product_id, a.market_id, w.product_id as other_id, false as by_code
      from asked a
      cross join lateral (
        select h.product_id
        from (
          select i.product_id, i.asin_key
          from product_index i
          where i.words @@ coalesce(
            (
              select a.few::tsquery
              where exists (
                select
                from product_index e
                where e.words @@ a.few::tsquery and e.product_id <> a.product_id)),
            a.fewer::tsquery)
          limit ${sql.lit(mostLooked)}) h
        left join product_asin pa on pa.product_id = h.product_id and pa.market_id = a.market_id
        where h.product_id <> a.product_id and (h.asin_key is not null or pa.asin is not null)
        limit ${sql.lit(mostCandidates)}) w
      where a.few is not null),
    other as (
      select id, market_id, other_id, bool_or(by_code) as by_code
      from (select * from same_code union all select * from same_words) x
      group by id, market_id, other_id)`

/** Their ASINs, chosen ones before those of their feeds. */
const ofCatalog = sql`
    of_catalog as (
      select distinct on (o.id, x.asin) o.id, o.market_id, x.asin, p.title, p.manufacturer, p.supplier_product_id,
        p.upc, p.ean, coalesce(p.msrp, p.wholesale_price) as price, coalesce(
          (
            select '/api/suppliers/' || x.dropshipper_id || '/image/' || x.product_image_id
            from product_image x
            where x.dropshipper_id = p.dropshipper_id
              and md5(x.url) = md5(split_part(p.images, E'\n', 1))
              and x.state = 'good'
              and x.file_key is not null),
          nullif(split_part(p.images, E'\n', 1), '')) as image,
        case when o.by_code and pa.asin is not null then d.supplier_name end as chosen_at
      from other o
      join product p on p.product_id = o.other_id
      join feed f on f.feed_id = p.feed_id and ${ownFeed('f')}
      join dropshipper d on d.dropshipper_id = p.dropshipper_id
      left join product_asin pa on pa.product_id = p.product_id and pa.market_id = o.market_id
      cross join lateral (select upper(coalesce(pa.asin, p.asin)) as asin) x
      where x.asin ~ '^(B[A-Z0-9]{9}|[0-9]{9}[0-9X])$'
      order by o.id, x.asin, o.by_code desc, pa.asin is not null desc, p.product_id)`

/** What is shown of them is stored. */
const kept = sql`
    kept as (
      insert into asin_item as i (market_id, asin, title, brand, model, image, price, gtins, source)
      select distinct on (market_id, asin) market_id, asin, title, manufacturer, null, image, price,
        '{}'::text[], 'catalogue'
      from of_catalog
      order by market_id, asin, chosen_at nulls last
      on conflict (market_id, asin) do update
      set title = excluded.title, brand = excluded.brand, model = excluded.model,
        image = coalesce(i.image, excluded.image), price = coalesce(i.price, excluded.price)
      where i.title is null)`

/**
 * The items that may be these products: those named by files and people, those of catalog products with the
 * same barcode, and those of catalog products with the same rare words.
 */
export async function findCandidates(tx: Tx, products: readonly ComparedProduct[]): Promise<FoundItem[]> {
  if (products.length === 0) return []
  const queries = await wordQueries(tx, products)
  const asked = products.map((product, i) => ({
    id: product.product_asin_match_id,
    product_id: product.product_id,
    market_id: product.market_id,
    keys: barcodeKeys(product),
    ...queries[i],
  }))
  // the planner takes half a percent of all products for a product's rare words, and would read them all
  await sql`set local enable_seqscan = off`.execute(tx)
  const { rows } = await sql<FoundItem>`
    with asked as materialized (
      select *
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as x(id bigint, product_id bigint, market_id int, keys jsonb, few text, fewer text)),
    ${others},
    ${ofCatalog},
    ${kept}
    select m.product_asin_match_id, c.asin, i.title, i.brand, array[i.model] as models, '{}'::text[] as numbers,
      i.gtins as barcodes, i.pack, i.price, true as is_named, null as chosen_at
    from asked a
    join product_asin_match m on m.product_asin_match_id = a.id
    join product_asin_candidate c on c.product_asin_match_id = m.product_asin_match_id
    join asin_item i on i.market_id = m.market_id and i.asin = c.asin and i.source <> 'catalogue'
    union all
    select id, asin, title, manufacturer, '{}'::text[], array[supplier_product_id], array[upc, ean], null, price, false, chosen_at
    from of_catalog`.execute(tx)
  await sql`set local enable_seqscan = on`.execute(tx)
  return rows
}

/** A barcode with and without the zeros before it, as feeds write it. */
const barcodeKeys = ({ upc, ean, isbn }: ComparedProduct): string[] => {
  const gtins = [upc, ean, isbn].flatMap((text) => gtinOf(text)?.gtin ?? [])
  return [...new Set(gtins.flatMap((gtin) => [0, 1, 2, 3].map((n) => cut(gtin, n)).filter(Boolean)))]
}
const cut = (gtin: string, zeros: number) =>
  (/^0*/.exec(gtin)?.[0].length ?? 0) >= zeros ? gtin.slice(zeros) : ''

/** For each product, queries for its four and its two rarest words; null: too few words are known. */
async function wordQueries(
  tx: Tx,
  products: readonly ComparedProduct[],
): Promise<{ few: string | null; fewer: string | null }[]> {
  const wordsOfProduct = products.map(({ title, manufacturer }) => [
    ...new Set([...wordsOf(title ?? ''), ...tokensOf(manufacturer ?? '')]),
  ])
  const counts = await countWords(tx, wordsOfProduct.flat())
  return wordsOfProduct.map((words) => {
    // a word that only this product has finds nothing
    const known = words
      .filter((word) => word.length > 1 && (counts.get(word) ?? 0) > 1)
      .toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
    if (known.length < 2) return { few: null, fewer: null }
    return { few: allOf(known.slice(0, 4)), fewer: allOf(known.slice(0, 2)) }
  })
}
const allOf = (words: readonly string[]) => words.map((word) => `'${word.replaceAll("'", "''")}'`).join(' & ')
