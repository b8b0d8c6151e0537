import type { ProductField } from '#contract/feeds/settings.ts'
import {
  observeDearerPrice,
  observeUnclearDecimals,
  observeUnmapped,
  type FirstMapping,
} from '#engine/gate/first-mapping.ts'
import type { Observation } from '#engine/gate/observation.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { bits, firstLoadColumns, type Scope } from '../run/compare.ts'
import { stageTable } from '../run/stage.ts'
import { movedBy, hasMoved, type ChangeGroup, type CatalogueCounts } from './catalogue-counts.ts'
import type { ChangeReport } from './change-report.ts'
import { pagesOf } from './changed-rows.ts'
import { observeFiller } from './filler.ts'

/** With fewer products than this, one price for all says nothing. */
const leastFirst = 20
/** How many products of a larger first file are sampled for a value that nearly all have. */
const firstLooked = 50_000
/** How a first file is mapped; a vendor's custom feed may only name products, and a run of mended rows has others. */
export type MappedFile = Omit<FirstMapping, 'products'>

/** A feed's first file can't be compared with anything, but much can be wrong with it on its own. */
export async function observeFirst(db: Db, scope: Scope, mapped: MappedFile | null): Promise<ChangeReport> {
  const stage = sql.raw(stageTable(scope))
  const { rows } = await sql<{ has: number; n: number }>`
    select ${firstLoadColumns(scope)} as has, count(*) as n
    from ${stage} s
    group by 1`.execute(db)
  const groups = rows.map((row): ChangeGroup => ({ kind: 'created', moved: 0, had: 0, ...row }))
  const after = movedBy({ products: 0, in_stock: 0, priced: 0, filled: {} }, groups, scope.fields)
  const { products } = after
  const unsold = [
    ...(mapped ? observeMapping({ ...mapped, products }) : []),
    ...observeBlank(scope, after),
    ...observeUnstocked(scope, after),
    ...(await observeFiller(db, scope, { window: 'first', rows: products, products })),
  ]
  if (products < leastFirst) return { observations: unsold.filter(hasMoved), after }
  const sum = (bit: number) => groups.reduce((n, g) => n + (g.has & bit ? g.n : 0), 0)
  const window = 'first' as const
  const observations: Observation[] = [
    { name: 'below_cost', window, count: sum(bits.belowCost), of: products },
    ...unsold,
  ]
  for (const [field, name] of [
    ['wholesale_price', 'one_price'],
    ['title', 'one_text'],
  ] as const) {
    const filledCount = after.filled[field] ?? 0
    const commonest = filledCount > 0 ? await commonestValue(db, scope, field, products) : undefined
    if (!commonest) continue
    const { value, share } = commonest
    const words = { value: field === 'title' ? value : Number(value).toFixed(2) }
    observations.push({ name, window, field, count: Math.round(share * filledCount), of: products, words })
  }
  return { observations: observations.filter(hasMoved), after }
}

/** The value that most rows have, and which share of those with one. */
async function commonestValue(db: Db, scope: Scope, field: 'wholesale_price' | 'title', products: number) {
  const { rows } = await sql<{ value: string; share: number }>`
    select ${sql.ref(field)}::text as value, (count(*) / sum(count(*)) over ())::float8 as share
    from ${sql.raw(stageTable(scope))} ${pagesOf(products, firstLooked)}
    where ${sql.ref(field)} is not null
    group by 1
    order by 2 desc
    limit 1`.execute(db)
  return rows[0]
}

const observeMapping = (file: FirstMapping) => [
  ...observeUnmapped(file),
  ...observeDearerPrice(file),
  ...observeUnclearDecimals(file),
]

/**
 * Products without a price or a title. In a small file a blank or two says nothing; that no product has a price
 * does.
 */
function observeBlank({ fields }: Scope, { products, priced = 0, filled }: CatalogueCounts): Observation[] {
  const observe = (name: 'price_lost' | 'title_emptied', field: ProductField, filledCount: number) => {
    if (!fields.includes(field) || (filledCount > 0 && products < leastFirst)) return []
    const fix = filledCount === 0 ? { fix: { field, column: null } } : {}
    return [{ name, window: 'first' as const, count: products - filledCount, of: products, ...fix }]
  }
  return [
    ...observe('price_lost', 'wholesale_price', priced),
    ...observe('title_emptied', 'title', filled.title ?? 0),
  ]
}

/** A file without any stock is only warned of: a further file may bring the quantities. */
function observeUnstocked({ fields }: Scope, { products, in_stock }: CatalogueCounts): Observation[] {
  if (products === 0 || in_stock > 0) return []
  const base = { name: 'left_stock' as const, window: 'first' as const, count: products, of: products }
  if (fields.includes('quantity')) return [base]
  return [{ ...base, words: { unmapped: 1 }, fix: { field: 'quantity', column: null } }]
}
