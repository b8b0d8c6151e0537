import type { GateMeasure } from '#contract/feeds/gate.ts'
import type { Observation } from '#engine/gate/observation.ts'
import { limitsOf, noPast } from '#engine/gate/limits.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { bits, decade, type Scope } from '../run/compare.ts'
import { stageTable } from '../run/stage.ts'

/** A part with fewer products than this says nothing. */
const leastProducts = 20
/** Fewer harmed products of a part than this are below every floor. */
const leastHarmed = 6
/** A price that moved further moved by half. */
export const half = Math.round(decade * Math.log10(1.5)) - 1

interface PartHarm {
  kind: 'brand' | 'category' | 'band'
  part: string
  lost: number
  left_stock: number
  price: number
  up: number
}

/** A product without a price is in no band. */
export const bandOf = sql`case
        when p.wholesale_price < 10 then 'below 10'
        when p.wholesale_price < 100 then '10 to 100'
        when p.wholesale_price < 1000 then '100 to 1,000'
        when p.wholesale_price >= 1000 then '1,000 and more'
      end`
/** The parts of the catalogue: its brands, categories and price bands. */
const partsOf = sql`(values
      ('brand', p.manufacturer),
      ('category', p.categories),
      ('band', ${bandOf})) as part(kind, part)`

/** With more products than this and a smaller harmed share, parts are first estimated from a sample. */
const many = 20_000
const mostHarmed = 0.05
const sampleStep = 8

/**
 * Harm in one brand, category or price band that is hidden in the whole.
 * @param harmedProducts how many products are gone, left stock or moved in price by half, at most
 * @param products how many are live
 */
export async function observeParts(
  db: Db,
  scope: Scope,
  harmedProducts: number,
  products: number,
): Promise<Observation[]> {
  if (harmedProducts < leastHarmed) return []
  const { rows: partHarms } = await sql<PartHarm>`
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
      -- without the limit the planner expects most products to match, and reads them all
      limit ${harmedProducts}
    ) c
    join product p using (product_id)
    cross join lateral ${partsOf}
    where part is not null
    group by kind, part
    having greatest(count(*) filter (where lost), count(*) filter (where left_stock),
      count(*) filter (where price)) >= ${leastHarmed}
    order by count(*) desc
    limit 500`.execute(db)
  const doubtfulParts =
    products > many && harmedProducts < products * mostHarmed
      ? await nearLimit(db, scope, partHarms)
      : partHarms
  if (doubtfulParts.length === 0) return []
  const sizes = await sizesOf(db, scope, doubtfulParts)
  return doubtfulParts.flatMap((h) => {
    const size = sizes.get(`${h.kind} ${h.part}`)
    if (!size || size.products < leastProducts) return []
    const observe = (name: GateMeasure, count: number, total: number, words = {}): Observation[] => {
      if (count < leastHarmed) return []
      const band = h.kind === 'band' ? { band: 1 } : {}
      return [{ name, window: 'last', part: h.part, count, of: total, words: { ...words, ...band } }]
    }
    return [
      ...observe('part_lost', h.lost, size.products),
      ...observe('part_left_stock', h.left_stock, size.in_stock),
      ...observe('part_price', h.price, size.priced, { up: h.up }),
    ]
  })
}

/** The parts whose harm may come near a limit, judged by a sample of the products. */
async function nearLimit(db: Db, scope: Scope, partHarms: readonly PartHarm[]): Promise<PartHarm[]> {
  const near = (name: GateMeasure) => {
    const measure = { name, window: 'last', field: null, part: null, value: 0 } as const
    const { hold, warn } = limitsOf(measure, {
      rules: scope.rules,
      oneTime: null,
      past: noPast,
      expectations: [],
    })
    return Math.min(hold ?? Infinity, warn ?? Infinity) / 2 / 100
  }
  const limits = { lost: near('part_lost'), stock: near('part_left_stock'), price: near('part_price') }
  const sizes = await sizesOf(db, scope, partHarms, sampleStep)
  // four standard deviations below the sample's estimate
  const atLeast = (sampleCount: number) => sampleStep * Math.max(0, sampleCount - 4 * Math.sqrt(sampleCount))
  return partHarms.filter((h) => {
    const size = sizes.get(`${h.kind} ${h.part}`)
    return (
      !size ||
      h.lost >= limits.lost * atLeast(size.products) ||
      h.left_stock >= limits.stock * atLeast(size.in_stock) ||
      h.price >= limits.price * atLeast(size.priced)
    )
  })
}

interface Size {
  kind: string
  part: string
  products: number
  in_stock: number
  priced: number
}

/** How many live products the parts have, counted in all of them or in one in `step`. */
async function sizesOf(
  db: Db,
  scope: Scope,
  partHarms: readonly PartHarm[],
  step = 1,
): Promise<Map<string, Size>> {
  const partsOfKind = (kind: PartHarm['kind']) => partHarms.filter((h) => h.kind === kind).map((h) => h.part)
  const { rows } = await sql<Size>`
    with size as (
      -- each product is looked up once, not once for each kind of part
      select p.manufacturer as brand, p.categories as category, ${bandOf} as band, count(*) as products,
        count(*) filter (where p.quantity > 0) as in_stock,
        count(*) filter (where p.wholesale_price > 0) as priced
      from product p
      where p.feed_id = ${scope.feedId}
        and p.gone_tm is null
        ${step > 1 ? sql`and hashint8(p.product_id) % ${step}::int = 0` : sql``}
      group by 1, 2, 3
    )
    select kind, part, sum(products)::float8 as products, sum(in_stock)::float8 as in_stock,
      sum(priced)::float8 as priced
    from size
    cross join lateral (values ('brand', brand), ('category', category), ('band', band)) as of(kind, part)
    where (kind = 'brand' and part = any(${partsOfKind('brand')}))
      or (kind = 'category' and part = any(${partsOfKind('category')}))
      or (kind = 'band' and part = any(${partsOfKind('band')}))
    group by kind, part`.execute(db)
  return new Map(rows.map((r) => [`${r.kind} ${r.part}`, r]))
}
