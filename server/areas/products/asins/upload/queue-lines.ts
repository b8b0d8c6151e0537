import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { asinUploadLimits } from '#contract/products/asins/uploads.ts'

export interface KnownUpload {
  asin_upload_id: number
  market_id: number
  dropshipper_id: number | null
}

/** Says for each line what is new about it (docs/domain/asins.md, Uploads). */
export async function tellLinesApart(tx: Tx, { asin_upload_id, market_id }: KnownUpload): Promise<void> {
  await sql`
    with line as (
      select s.line, s.asin, s.found_id, s.decision,
        row_number() over (partition by s.found_id, s.asin order by s.line) as turn
      from asin_stage s
      where s.asin_upload_id = ${asin_upload_id} and s.reason is null),
    outcome as (
      select l.line, case
          when l.turn > 1 then 'repeated'
          when a.asin = l.asin and l.decision is distinct from 'reject' then 'unchanged'
          when l.decision = 'reject' then 'refused'
          when r.asin is not null and l.decision is null then 'refused'
          when a.asin is not null and a.asin <> l.asin then 'conflict'
          when c.asin is not null and l.decision is null then 'unchanged'
          else 'added' end as outcome
      from line l
      left join product_asin a on a.product_id = l.found_id and a.market_id = ${market_id}
      left join product_asin_refused r
        on r.product_id = l.found_id and r.market_id = ${market_id} and r.asin = l.asin
      left join product_asin_match m on m.product_id = l.found_id and m.market_id = ${market_id}
      left join product_asin_candidate c
        on c.product_asin_match_id = m.product_asin_match_id and c.asin = l.asin)
    update asin_stage s
    set outcome = o.outcome
    from outcome o
    where s.asin_upload_id = ${asin_upload_id} and s.line = o.line`.execute(tx)
}

/** What the lines say of the market's items. */
export async function keepItems(tx: Tx, { asin_upload_id, market_id }: KnownUpload): Promise<void> {
  await sql`
    insert into asin_item as i
      (market_id, asin, title, brand, model, image, price, pack, gtins, source)
    select ${market_id}::int, s.asin, max(s.title), max(s.brand), max(s.model), max(s.image), max(s.price),
      max(s.pack), coalesce(array_agg(distinct s.gtin) filter (where s.gtin is not null), '{}'), 'file'
    from asin_stage s
    where s.asin_upload_id = ${asin_upload_id} and s.outcome is not null
    group by s.asin
    on conflict (market_id, asin) do update set
      title = coalesce(excluded.title, i.title),
      brand = coalesce(excluded.brand, i.brand),
      model = coalesce(excluded.model, i.model),
      image = coalesce(excluded.image, i.image),
      price = coalesce(excluded.price, i.price),
      pack = coalesce(excluded.pack, i.pack),
      gtins = array(select distinct unnest(i.gtins || excluded.gtins)),
      source = 'file',
      seen_tm = now()`.execute(tx)
}

const fileScore = 40
const barcodeScore = 50
/** Of a line without a title: its barcode found the product, or only the file says so. */
const points = sql`
  case when s.gtin is not null and s.sku_key is null and s.product_id is null
    then ${sql.lit(barcodeScore)} else ${sql.lit(fileScore)} end`

/**
 * Puts the products of new and conflicting lines into the queue, each with its ASIN as a candidate. What has a
 * title is compared afterwards; the rest keeps the points of its identifier.
 */
export async function queueLines(tx: Tx, { asin_upload_id, market_id }: KnownUpload): Promise<void> {
  const lines = sql`asin_stage s where s.asin_upload_id = ${asin_upload_id} and s.outcome in ('added', 'conflict')`
  await sql`
    insert into product_asin_match as m
      (product_id, market_id, dropshipper_id, asin_upload_id, is_compared, class, best_score)
    select s.found_id, ${market_id}::int, p.dropshipper_id, ${asin_upload_id}::int,
      not bool_or(s.title is not null), 'grey', max(${points})
    from (select * from ${lines}) s
    join product p on p.product_id = s.found_id
    group by s.found_id, p.dropshipper_id
    on conflict (product_id, market_id) do update set
      state = 'open', skipped_tm = null, made_for = null, version = m.version + 1,
      asin_upload_id = excluded.asin_upload_id, is_compared = excluded.is_compared,
      updated_tm = now()`.execute(tx)
  await sql`
    insert into product_asin_candidate (product_asin_match_id, asin, score, class, reasons, rank)
    select m.product_asin_match_id, s.asin, x.points, 'grey',
      jsonb_build_array(case when x.points = ${sql.lit(fileScore)}
        then '{"code": "in_file", "points": 40}'::jsonb
        else jsonb_build_object('code', 'barcode', 'points', x.points, 'ours', s.gtin) end),
      row_number() over (partition by m.product_asin_match_id order by x.points desc, s.line)
    from asin_stage s
    join product_asin_match m on m.product_id = s.found_id and m.market_id = ${market_id}
    cross join lateral (select ${points} as points) x
    where s.asin_upload_id = ${asin_upload_id} and s.outcome in ('added', 'conflict')
    on conflict (product_asin_match_id, asin) do nothing`.execute(tx)
  await sql`
    update product_asin_match m
    set best_score = c.score, class = c.class
    from (
      select distinct on (c.product_asin_match_id) c.*
      from product_asin_candidate c
      join product_asin_match x using (product_asin_match_id)
      where x.asin_upload_id = ${asin_upload_id}
      order by c.product_asin_match_id, c.score desc, c.rank) c
    where m.product_asin_match_id = c.product_asin_match_id
      and (m.best_score, m.class) is distinct from (c.score, c.class)`.execute(tx)
}

/** Lines that can't be used are kept with their cells, to be corrected and uploaded again. */
export async function keepIssues(tx: Tx, { asin_upload_id }: KnownUpload): Promise<void> {
  await sql`
    insert into asin_upload_issue (asin_upload_id, line, column_name, value, reason, cells)
    select asin_upload_id, line, column_name, coalesce(value, ''), reason, cells
    from asin_stage
    where asin_upload_id = ${asin_upload_id} and reason is not null
    order by line
    limit ${asinUploadLimits.issues}
    on conflict do nothing`.execute(tx)
}

export interface LineCounts {
  rows_read: number
  added: number
  unchanged: number
  refused_before: number
  conflicts: number
  errors: number
  repeated: number
}
export async function countLines(tx: Tx, { asin_upload_id }: KnownUpload): Promise<LineCounts> {
  const { rows } = await sql<LineCounts>`
    select count(*) as rows_read,
      count(*) filter (where outcome = 'added') as added,
      count(*) filter (where outcome = 'unchanged') as unchanged,
      count(*) filter (where outcome = 'refused') as refused_before,
      count(*) filter (where outcome = 'conflict') as conflicts,
      count(*) filter (where outcome is null) as errors,
      count(*) filter (where outcome = 'repeated') as repeated
    from asin_stage
    where asin_upload_id = ${asin_upload_id}`.execute(tx)
  return singleRow(rows)
}
