import { productFields, type ProductField } from '#contract/feeds/settings.ts'
import type { Observed } from '#engine/gate/judge.ts'
import { sql, type Db } from '#server/platform/db.ts'
import { fieldBit, type Scope } from '../compare.ts'
import { stageTable } from '../stage.ts'

/** Fewer changed values than this share of the products can't be too many alike. */
const leastShare = 0.005
/** Of more changes than this only some are looked at. */
const sampleSize = 100_000

const alike = {
  wholesale_price: 'one_price',
  msrp: 'one_price',
  title: 'one_text',
  description: 'one_text',
  images: 'one_text',
  upc: 'one_text',
  ean: 'one_text',
} as const satisfies Partial<Record<ProductField, Observed['name']>>
const movable = {
  title: 'exchanged',
  images: 'exchanged',
  upc: 'codes_moved',
  ean: 'codes_moved',
} as const satisfies Partial<Record<ProductField, Observed['name']>>

/** Values that many products have got at once, and values that stand on other products than before. */
export async function observeAlike(
  db: Db,
  scope: Scope,
  changedOf: (field: ProductField) => number,
  products: number,
): Promise<Observed[]> {
  const out: Observed[] = []
  for (const field of scope.fields) {
    const changed = changedOf(field)
    if (changed < Math.max(2, products * leastShare)) continue
    const every = Math.ceil(changed / sampleSize)
    if (field in alike) out.push(await commonest(db, scope, field as keyof typeof alike, every, products))
    if (field in movable) out.push(await exchanged(db, scope, field as keyof typeof movable, every, products))
  }
  return out
}

/** Rows of products that had a value of the field and have got another, every so many of them. */
const changedRows = (scope: Scope, field: ProductField, every: number) => sql`
    from ${sql.raw(stageTable(scope, 'change'))} c
    join ${sql.raw(stageTable(scope))} s using (line)
    where c.kind = 'updated'
      and c.changed & c.had & c.has & ${fieldBit(field)}::int <> 0
      ${every > 1 ? sql`and c.line % ${every} = 0` : sql``}`

async function commonest(
  db: Db,
  scope: Scope,
  field: keyof typeof alike,
  every: number,
  products: number,
): Promise<Observed> {
  const { rows } = await sql<{ value: string; n: number }>`
    select s.${sql.raw(field)}::text as value, count(*) as n
    ${changedRows(scope, field, every)}
      ${alike[field] === 'one_price' ? sql`and s.${sql.raw(field)} > 0` : sql``}
    group by 1
    order by 2 desc
    limit 1`.execute(db)
  const { value, n } = rows[0] ?? { value: '', n: 0 }
  // a value that one product has is nobody else's
  const count = n < 2 ? 0 : n * every
  const decimal = productFields[field].kind === 'decimal'
  const words = { value: decimal ? Number(value).toFixed(2) : value }
  return { name: alike[field], window: 'last', field, count, of: products, words }
}

async function exchanged(
  db: Db,
  scope: Scope,
  field: keyof typeof movable,
  every: number,
  products: number,
): Promise<Observed> {
  const column = sql.raw(field)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    ${changedRows(scope, field, every)}
      and exists (
        select
        from ${sql.raw(stageTable(scope, 'change'))} o
        join product p on p.product_id = o.product_id
        where o.changed & o.had & ${fieldBit(field)}::int <> 0
          and p.${column} = s.${column}
          and p.product_id <> c.product_id
      )`.execute(db)
  return { name: movable[field], window: 'last', field, count: rows[0]!.n * every, of: products }
}
