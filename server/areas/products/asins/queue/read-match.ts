import { gtinText } from '#contract/products/asins/codes.ts'
import { asinUrl } from '#contract/products/asins/markets.ts'
import { mostCandidates, mostLeft, type AsinMatch } from '#contract/products/asins/queue.ts'
import type { MatchClass, Reason } from '#contract/products/asins/match.ts'
import { reasonText } from '#contract/products/asins/reasons.ts'
import { packOf } from '#contract/products/asins/titles.ts'
import { count } from '#contract/words.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { all, singleRow } from '#server/platform/database/sql.ts'

export interface Queue {
  market_id: number
  dropshipper_id?: number | undefined
  class?: MatchClass | undefined
  order?: 'best' | 'worst'
}

export const emptyMatch = ({ market_id }: Queue): AsinMatch => ({
  product_asin_match_id: null,
  product_id: null,
  market_id,
  version: 0,
  class: null,
  product: null,
  asins: [],
  chosen: null,
  held_by: null,
  left: '0',
  upcoming_images: [],
})

interface MatchRow {
  product_asin_match_id: number
  product_id: number
  market_id: number
  version: number
  class: MatchClass
  held_by_name: string | null
  chosen_asin: string | null
  chosen_by: string | null
  chosen_tm: string | null
  sku: string
  title: string | null
  manufacturer: string | null
  supplier_product_id: string | null
  upc: string | null
  ean: string | null
  images: string[]
  wholesale_price: string | null
  msrp: string | null
  dropshipper_id: number
  supplier_name: string
  stores: number
}

/** A match with its product and candidates, best first. */
export async function readMatch(db: Db, id: number, queue: Queue): Promise<AsinMatch> {
  const { rows } = await sql<MatchRow>`
    select m.product_asin_match_id, m.product_id, m.market_id, m.version, m.class,
      case when m.held_until > now()
        then coalesce(nullif(trim(concat_ws(' ', k.first_name, k.last_name)), ''), l.email) end as held_by_name,
      a.asin as chosen_asin, a.decided_by_name as chosen_by, a.decided_tm as chosen_tm,
      p.sku, p.title, p.manufacturer, p.supplier_product_id, p.upc, p.ean,
      ${picturesOf('p')} as images, p.wholesale_price, p.msrp, p.dropshipper_id, d.supplier_name,
      (
        select count(*)
        from vendor_store st
        where st.market_id = m.market_id
          and exists (
            select
            from vendor_market_map m
            where m.vendor_id = st.vendor_id
              and m.market_id = st.market_id
              and m.dropshipper_id = p.dropshipper_id
              and ${activeIntegration})) as stores
    from product_asin_match m
    join product p using (product_id)
    join dropshipper d on d.dropshipper_id = p.dropshipper_id
    left join product_asin a on a.product_id = m.product_id and a.market_id = m.market_id
    left join login l on l.login_id = m.held_by
    left join vendor v on v.vendor_id = l.vendor_id
    left join contact k on k.contact_id = v.primary_contact_id
    where m.product_asin_match_id = ${id}`.execute(db)
  const row = singleRow(rows)
  return {
    product_asin_match_id: row.product_asin_match_id,
    product_id: row.product_id,
    market_id: row.market_id,
    version: row.version,
    class: row.class,
    product: productOf(row),
    asins: await readCandidates(db, row),
    chosen:
      row.chosen_asin === null
        ? null
        : { asin: row.chosen_asin, by: row.chosen_by ?? '', tm: row.chosen_tm ?? '' },
    held_by: row.held_by_name,
    left: await countLeft(db, queue),
    upcoming_images: await readUpcoming(db, queue, row.product_asin_match_id),
  }
}

/** The pictures of `product`, by our reduced copies where there are some. */
const picturesOf = (product: string) => sql`
  array(
    select case when x.state = 'good' and x.file_key is not null
      then '/api/suppliers/' || x.dropshipper_id || '/image/' || x.product_image_id else u.url end
    from unnest(string_to_array(${sql.ref(`${product}.images`)}, E'\n')) with ordinality u(url, place)
    left join product_image x
      on x.dropshipper_id = ${sql.ref(`${product}.dropshipper_id`)} and md5(x.url) = md5(u.url)
    where u.url <> ''
    order by u.place
    limit 3)`

const productOf = (row: MatchRow): AsinMatch['product'] => ({
  sku: row.sku,
  title: row.title,
  manufacturer: row.manufacturer,
  mpn: row.supplier_product_id,
  upc: row.upc,
  ean: row.ean,
  images: row.images,
  wholesale_price: row.wholesale_price,
  msrp: row.msrp,
  pack: packOf(row.title ?? '') ?? 1,
  dropshipper_id: row.dropshipper_id,
  supplier_name: row.supplier_name,
  stores: row.stores,
})

interface CandidateRow {
  asin: string
  score: number
  class: MatchClass
  reasons: Reason[]
  title: string | null
  brand: string | null
  model: string | null
  gtins: string[]
  image: string | null
  price: string | null
  pack: number | null
  refused_by: string | null
  refused_tm: string | null
}

async function readCandidates(
  db: Db,
  { product_asin_match_id, product_id, market_id }: MatchRow,
): Promise<AsinMatch['asins']> {
  const { rows } = await sql<CandidateRow>`
    select c.asin, c.score, c.class, c.reasons, i.title, i.brand, i.model, i.gtins, i.image, i.price, i.pack,
      r.refused_by_name as refused_by, r.tm as refused_tm
    from product_asin_candidate c
    join asin_item i on i.market_id = ${market_id} and i.asin = c.asin
    left join product_asin_refused r
      on r.product_id = ${product_id} and r.market_id = ${market_id} and r.asin = c.asin
    where c.product_asin_match_id = ${product_asin_match_id}
    order by r.asin is not null, c.rank
    limit ${sql.lit(mostCandidates)}`.execute(db)
  return rows.map((row) => ({
    asin: row.asin,
    title: row.title,
    brand: row.brand,
    model: row.model,
    barcodes: row.gtins.map(gtinText),
    image: row.image,
    price: row.price,
    package_quantity: row.pack ?? (row.title === null ? null : (packOf(row.title) ?? 1)),
    score: row.score,
    class: row.class,
    refused: row.refused_by === null ? null : { by: row.refused_by, tm: row.refused_tm ?? '' },
    reasons: row.reasons.map((reason) => ({
      code: reason.code,
      points: reason.points,
      text: reasonText(reason),
    })),
    url: asinUrl(market_id, row.asin),
  }))
}

const queueCondition = (queue: Queue) =>
  all([
    sql`m.market_id = ${queue.market_id}`,
    sql`m.state in ('open', 'skipped')`,
    queue.dropshipper_id !== undefined && sql`m.dropshipper_id = ${queue.dropshipper_id}`,
    queue.class !== undefined && sql`m.class = ${queue.class}`,
  ])

async function countLeft(db: Db, queue: Queue): Promise<string> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    from (select from product_asin_match m where ${queueCondition(queue)} limit ${sql.lit(mostLeft + 1)}) x`.execute(
    db,
  )
  const left = singleRow(rows).n
  return left > mostLeft ? `${count(mostLeft)}+` : count(left)
}

/** The pictures that the browser may load while a person decides about the match before. */
async function readUpcoming(db: Db, queue: Queue, id: number): Promise<string[]> {
  const way = sql.raw(queue.order === 'worst' ? 'asc' : 'desc')
  const { rows } = await sql<{ images: string[] }>`
    select array(
        select url
        from (
          select x.url from unnest(${picturesOf('p')}) x(url)
          union all
          select i.image
          from product_asin_candidate c
          join asin_item i on i.market_id = m.market_id and i.asin = c.asin
          where c.product_asin_match_id = m.product_asin_match_id and c.rank <= 3 and i.image is not null) y) as images
    from product_asin_match m
    join product p using (product_id)
    where ${queueCondition(queue)}
      and m.state = 'open'
      and m.product_asin_match_id <> ${id}
      and (m.held_until is null or m.held_until <= now())
    order by m.best_score ${way}, m.product_asin_match_id ${way}
    limit 1`.execute(db)
  return rows[0]?.images ?? []
}
