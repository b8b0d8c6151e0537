import type { Parsed, Result } from '#contract/index.ts'
import type { Reason, ReasonCode } from '#contract/products/asins/match.ts'
import { reasonText } from '#contract/products/asins/reasons.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { greenMatches, type BatchScope } from './green-matches.ts'

type Preview = Result<'weighAsinBatch'>

/** What accepting all green matches would do: how many, why, of whom, in which stores, with ten examples. */
export async function weighAsinBatch({ db }: Ctx, { query }: Parsed<'weighAsinBatch'>): Promise<Preview> {
  const [totals, suppliers, reasons, examples] = await Promise.all([
    countGreen(db, query),
    countBySupplier(db, query),
    countByReason(db, query),
    readExamples(db, query),
  ])
  return { ...totals, suppliers, reasons, examples }
}

async function countGreen(db: Db, scope: BatchScope): Promise<Pick<Preview, 'count' | 'upto_id' | 'stores'>> {
  const { rows } = await sql<Pick<Preview, 'count' | 'upto_id' | 'stores'>>`
    with green as materialized (
      select m.product_asin_match_id, m.dropshipper_id
      from ${greenMatches(scope)})
    select count(*) as count, max(product_asin_match_id) as upto_id, (
        select count(*)
        from vendor_store st
        where st.market_id = ${scope.market_id}
          and exists (
            select
            from vendor_market_map m
            where m.vendor_id = st.vendor_id
              and m.market_id = st.market_id
              and m.dropshipper_id in (select dropshipper_id from green)
              and ${activeIntegration})) as stores
    from green`.execute(db)
  return singleRow(rows)
}

async function countBySupplier(db: Db, scope: BatchScope): Promise<Preview['suppliers']> {
  const { rows } = await sql<Preview['suppliers'][number]>`
    select d.dropshipper_id, d.supplier_name, x.count
    from (
      select m.dropshipper_id, count(*) as count
      from ${greenMatches(scope)}
      group by m.dropshipper_id) x
    join dropshipper d using (dropshipper_id)
    order by x.count desc, d.supplier_name
    limit 100`.execute(db)
  return rows
}

/** By the strongest reason of each. */
async function countByReason(db: Db, scope: BatchScope): Promise<Preview['reasons']> {
  const { rows } = await sql<{ code: ReasonCode; count: number }>`
    select x.code, count(*) as count
    from (
      select (
          select r ->> 'code'
          from jsonb_array_elements(c.reasons) r
          where r ->> 'code' in ('barcode', 'model', 'model_in_title', 'code')
          limit 1) as code
      from ${greenMatches(scope)}) x
    where x.code is not null
    group by x.code
    order by count(*) desc`.execute(db)
  return rows
}

const examplesShown = 10
interface ExampleRow {
  product_asin_match_id: number
  sku: string
  title: string | null
  image: string | null
  asin: string
  asin_title: string | null
  asin_image: string | null
  score: number
  reasons: Reason[]
}

async function readExamples(db: Db, scope: BatchScope): Promise<Preview['examples']> {
  const { rows } = await sql<ExampleRow>`
    select x.*, i.title as asin_title, i.image as asin_image
    from (
      select m.product_asin_match_id, m.market_id, p.sku, p.title, nullif(split_part(p.images, E'\n', 1), '') as image,
        c.asin, c.score, c.reasons
      from ${greenMatches(scope)}
      order by random()
      limit ${sql.lit(examplesShown)}) x
    join asin_item i on i.market_id = x.market_id and i.asin = x.asin`.execute(db)
  return rows.map(({ reasons, ...row }) => ({
    ...row,
    reasons: reasons.map((reason) => ({
      code: reason.code,
      points: reason.points,
      text: reasonText(reason),
    })),
  }))
}
