import { productFields, type ProductField } from '#contract/feeds/settings.ts'
import type { Observation } from '#engine/gate/observation.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { fieldBit, type Scope } from '../run/compare.ts'
import { stageTable } from '../run/stage.ts'
import { changedRows, leastShare, sampleSize } from './changed-rows.ts'

const sameValueMeasures = {
  wholesale_price: 'one_price',
  msrp: 'one_price',
  map_price: 'one_price',
  quantity: 'one_quantity',
  title: 'one_text',
  description: 'one_text',
  images: 'one_text',
  upc: 'one_text',
  ean: 'one_text',
} as const satisfies Partial<Record<ProductField, Observation['name']>>
const exchangeMeasures = {
  title: 'exchanged',
  description: 'exchanged',
  images: 'exchanged',
  upc: 'codes_moved',
  ean: 'codes_moved',
} as const satisfies Partial<Record<ProductField, Observation['name']>>

/** Values that many products got at once, and values that moved to other products. */
export async function observeSameValues(
  db: Db,
  scope: Scope,
  changedOf: (field: ProductField) => number,
  products: number,
): Promise<Observation[]> {
  const observations: Observation[] = []
  for (const field of scope.fields) {
    const changedCount = changedOf(field)
    if (changedCount < Math.max(2, products * leastShare)) continue
    const sample = { sampleStep: Math.ceil(changedCount / sampleSize), products }
    if (field in sameValueMeasures)
      observations.push(await observeCommonest(db, scope, field as keyof typeof sameValueMeasures, sample))
    if (field in exchangeMeasures)
      observations.push(await observeExchanged(db, scope, field as keyof typeof exchangeMeasures, sample))
  }
  return observations
}

/** One of how many changed rows is examined, and how many products the catalogue has. */
interface Sample {
  sampleStep: number
  products: number
}

async function observeCommonest(
  db: Db,
  scope: Scope,
  field: keyof typeof sameValueMeasures,
  { sampleStep, products }: Sample,
): Promise<Observation> {
  const { rows } = await sql<{ value: string; n: number }>`
    select s.${sql.raw(field)}::text as value, count(*) as n
    ${changedRows(scope, field, sampleStep)}
      ${sameValueMeasures[field] === 'one_text' ? sql`` : sql`and s.${sql.raw(field)} > 0`}
    group by s.${sql.raw(field)}
    order by 2 desc
    limit 1`.execute(db)
  const { value, n } = rows[0] ?? { value: '', n: 0 }
  // a single product shares its value with no other
  const count = n < 2 ? 0 : n * sampleStep
  const decimal = productFields[field].kind === 'decimal'
  const words = { value: decimal ? Number(value).toFixed(2) : value }
  const observation: Observation = {
    name: sameValueMeasures[field],
    window: 'last',
    field,
    count,
    of: products,
    words,
  }
  const mayCap = field === 'quantity' && count >= products * leastCapped && Number(value) >= leastCap
  const isCapped = mayCap && (await isCap(db, scope, Number(value)))
  return isCapped ? { ...observation, name: 'capped' } : observation
}

/** No supplier caps its quantities below this. */
const leastCap = 10
const leastCapped = 0.1
/** A quantity is a cap if at least this share of its products had more before. */
const leastHigher = 0.95

/** Whether higher quantities became this one, and no product has more now: “20+”, or “more than 100”. */
async function isCap(db: Db, scope: Scope, quantity: number): Promise<boolean> {
  const { rows } = await sql<{ all: number; higher: number; beyond: boolean }>`
    select count(*) as all, count(*) filter (where p.quantity > s.quantity) as higher,
      exists (
        select from ${sql.raw(stageTable(scope))} o where o.quantity > ${quantity}::int
      ) or exists (
        -- unchanged rows aren't staged
        select
        from product o
        where o.feed_id = ${scope.feedId}
          and o.gone_tm is null
          and o.quantity > ${quantity}::int
          and not exists (
            select from ${sql.raw(stageTable(scope, 'change'))} c where c.product_id = o.product_id
          )
      ) as beyond
    from (select c.product_id, s.quantity ${changedRows(scope, 'quantity', 1)}) s
    join product p using (product_id)
    where s.quantity = ${quantity}::int`.execute(db)
  const cap = singleRow(rows)
  return !cap.beyond && cap.higher >= cap.all * leastHigher
}
async function observeExchanged(
  db: Db,
  scope: Scope,
  field: keyof typeof exchangeMeasures,
  { sampleStep, products }: Sample,
): Promise<Observation> {
  const column = sql.raw(field)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    ${changedRows(scope, field, sampleStep)}
      and exists (
        select
        from ${sql.raw(stageTable(scope, 'change'))} o
        join product p on p.product_id = o.product_id
        where o.changed & o.had & ${fieldBit(field)}::int <> 0
          and p.${column} = s.${column}
          and p.product_id <> c.product_id
      )`.execute(db)
  return {
    name: exchangeMeasures[field],
    window: 'last',
    field,
    count: singleRow(rows).n * sampleStep,
    of: products,
  }
}
