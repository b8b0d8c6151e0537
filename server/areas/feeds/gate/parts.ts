import type { GateMeasure } from '#contract/feeds/gate.ts'
import type { Observed } from '#engine/gate/judge.ts'
import { sql, type Db } from '#server/platform/db.ts'
import { bits, decade, type Scope } from '../compare.ts'
import { stageTable } from '../stage.ts'

/** A part has at least so many products, or what happens to it says nothing. */
const leastProducts = 20
/** Fewer products of a part than this, harmed alike, are below every floor. */
const leastHarmed = 6
/** A price that moved further moved by half. */
export const half = Math.round(decade * Math.log10(1.5)) - 1

interface Harmed {
  kind: 'brand' | 'category' | 'band'
  part: string
  lost: number
  left_stock: number
  price: number
  up: number
}

/** A product without a price is in none. */
export const bandOf = sql`case
        when p.wholesale_price < 10 then 'below 10'
        when p.wholesale_price < 100 then '10 to 100'
        when p.wholesale_price < 1000 then '100 to 1,000'
        when p.wholesale_price >= 1000 then '1,000 and more'
      end`
/** The parts that the catalogue falls into: its brands, categories and price bands. */
const partsOf = sql`(values
      ('brand', p.manufacturer),
      ('category', p.categories),
      ('band', ${bandOf})) as part(kind, part)`

/**
 * Harm in one brand, category or price band that the whole hides.
 * @param struck how many products are gone, left stock or moved in price by half, at most
 */
export async function observeParts(db: Db, scope: Scope, struck: number): Promise<Observed[]> {
  if (struck < leastHarmed) return []
  const { rows: harmed } = await sql<Harmed>`
    select kind, part, count(*) filter (where lost) as lost, count(*) filter (where left_stock) as left_stock,
      count(*) filter (where price) as price, count(*) filter (where up) as up
    from (
      select c.product_id, c.kind = 'deleted' as lost,
        c.kind = 'updated' and c.had & ~c.has & ${bits.inStock}::int <> 0 as left_stock,
        coalesce(abs(c.wholesale_price_move) > ${half}, false) as price,
        coalesce(c.wholesale_price_move > ${half}, false) as up
      from ${sql.raw(stageTable(scope, 'change'))} c
      where c.kind in ('updated', 'deleted')
        and (c.kind = 'deleted' or c.had & ~c.has & ${bits.inStock}::int <> 0
          or abs(c.wholesale_price_move) > ${half})
      -- without it a few are expected to be most, and all products read
      limit ${struck}
    ) c
    join product p using (product_id)
    cross join lateral ${partsOf}
    where part is not null
    group by kind, part
    having greatest(count(*) filter (where lost), count(*) filter (where left_stock),
      count(*) filter (where price)) >= ${leastHarmed}
    order by count(*) desc
    limit 500`.execute(db)
  if (harmed.length === 0) return []
  const sizes = await sizesOf(db, scope, harmed)
  return harmed.flatMap((h) => {
    const size = sizes.get(`${h.kind} ${h.part}`)
    if (!size || size.products < leastProducts) return []
    const one = (name: GateMeasure, count: number, of: number, up?: number): Observed[] =>
      count < leastHarmed
        ? []
        : [
            {
              name,
              window: 'last',
              part: h.part,
              count,
              of,
              words: { ...(up === undefined ? {} : { up }), ...(h.kind === 'band' ? { band: 1 } : {}) },
            },
          ]
    return [
      ...one('part_lost', h.lost, size.products),
      ...one('part_left_stock', h.left_stock, size.in_stock),
      ...one('part_price', h.price, size.priced, h.up),
    ]
  })
}

interface Size {
  kind: string
  part: string
  products: number
  in_stock: number
  priced: number
}

/** How many live products the parts have. */
async function sizesOf(db: Db, scope: Scope, harmed: readonly Harmed[]): Promise<Map<string, Size>> {
  const named = (kind: Harmed['kind']) => harmed.filter((h) => h.kind === kind).map((h) => h.part)
  const { rows } = await sql<Size>`
    select kind, part, products, in_stock, priced
    from (
      select
        case when grouping(brand) = 0 then 'brand' when grouping(category) = 0 then 'category' else 'band' end as kind,
        coalesce(brand, category, band) as part, sum(products)::float8 as products,
        sum(in_stock)::float8 as in_stock, sum(priced)::float8 as priced
      from (
        -- each product is looked up once, not once for each kind of part
        select p.manufacturer as brand, p.categories as category, ${bandOf} as band, count(*) as products,
          count(*) filter (where p.quantity > 0) as in_stock,
          count(*) filter (where p.wholesale_price > 0) as priced
        from product p
        where p.feed_id = ${scope.feedId} and p.gone_tm is null
        group by 1, 2, 3
      ) p
      group by grouping sets ((brand), (category), (band))
    ) size
    where (kind = 'brand' and part = any(${named('brand')}))
      or (kind = 'category' and part = any(${named('category')}))
      or (kind = 'band' and part = any(${named('band')}))`.execute(db)
  return new Map(rows.map((r) => [`${r.kind} ${r.part}`, r]))
}
