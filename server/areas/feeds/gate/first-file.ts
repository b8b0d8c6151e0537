import type { ProductField } from '#contract/feeds/settings.ts'
import type { Observation } from '#engine/gate/observation.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { bits, firstLoadColumns, type Scope } from '../run/compare.ts'
import { stageTable } from '../run/stage.ts'
import { movedBy, hasMoved, type ChangeGroup, type CatalogueCounts } from './catalogue-counts.ts'
import type { ChangeReport } from './change-report.ts'

/** With fewer products than this, one price for all says nothing. */
const leastFirst = 20
/** How many products of a larger first file are sampled for a value that nearly all have. */
const firstLooked = 50_000
/** A file of only these fields says what is in stock and needs no prices. */
const ofStock: ReadonlySet<ProductField> = new Set([
  'sku',
  'supplier_product_id',
  'quantity',
  'upc',
  'ean',
  'isbn',
  'asin',
])

/** A feed's first file can't be compared with anything, but much can be wrong with it on its own. */
export async function observeFirst(db: Db, scope: Scope): Promise<ChangeReport> {
  const stage = sql.raw(stageTable(scope))
  const { rows } = await sql<{ has: number; n: number }>`
    select ${firstLoadColumns(scope)} as has, count(*) as n
    from ${stage} s
    group by 1`.execute(db)
  const groups = rows.map((row): ChangeGroup => ({ kind: 'created', moved: 0, had: 0, ...row }))
  const after = movedBy({ products: 0, in_stock: 0, priced: 0, filled: {} }, groups, scope.fields)
  const { products } = after
  const unsold = [...observeUnpriced(scope, products, after.priced ?? 0), ...observeUnstocked(scope, after)]
  if (products < leastFirst) return { observations: unsold, after }
  const sum = (bit: number) => groups.reduce((n, g) => n + (g.has & bit ? g.n : 0), 0)
  const window = 'first' as const
  const observations: Observation[] = [
    { name: 'below_cost', window, count: sum(bits.belowCost), of: products },
    ...unsold,
  ]
  const sampleStep = Math.ceil(products / firstLooked)
  for (const [field, name] of [
    ['wholesale_price', 'one_price'],
    ['title', 'one_text'],
  ] as const) {
    if (!scope.fields.includes(field)) continue
    const { rows } = await sql<{ value: string; n: number }>`
      select ${sql.ref(field)}::text as value, count(*) * ${sampleStep}::int as n
      from ${stage}
      where ${sql.ref(field)} is not null and line % ${sampleStep}::int = 0
      group by 1
      order by 2 desc
      limit 1`.execute(db)
    if (rows[0])
      observations.push({
        name,
        window,
        field,
        count: Math.min(rows[0].n, products),
        of: products,
        words: { value: field === 'title' ? rows[0].value : Number(rows[0].value).toFixed(2) },
      })
  }
  return { observations: observations.filter(hasMoved), after }
}

/**
 * Products that could not be sold. In a small file a blank price or two says nothing; that no product has a
 * price does.
 */
function observeUnpriced({ fields }: Scope, products: number, pricedProducts: number): Observation[] {
  const isMapped = fields.includes('wholesale_price')
  if (!isMapped && fields.every((field) => ofStock.has(field))) return []
  if (pricedProducts > 0 && products < leastFirst) return []
  const words = { unmapped: isMapped ? 0 : 1 }
  return [{ name: 'price_lost', window: 'first', count: products - pricedProducts, of: products, words }]
}

/** A file without any stock is only warned of: a further file may bring the quantities. */
function observeUnstocked({ fields }: Scope, { products, in_stock }: CatalogueCounts): Observation[] {
  if (products === 0 || in_stock > 0) return []
  const words = { unmapped: fields.includes('quantity') ? 0 : 1 }
  return [{ name: 'left_stock', window: 'first', count: products, of: products, words }]
}
