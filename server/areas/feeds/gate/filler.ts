import { alwaysThere, placeholdersIn, type NamedRow } from '#engine/gate/placeholders.ts'
import type { ProductField } from '#contract/feeds/settings.ts'
import type { Observation } from '#engine/gate/observation.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { fieldBit, type Scope } from '../run/compare.ts'
import { columnType, stageTable } from '../run/stage.ts'
import { pagesOf } from './changed-rows.ts'

/** Of more new and changed products than this, only a sample is examined. */
const mostExamined = 20_000
/** The products of a first file, or those whose title or price a later file brings. */
interface Examined {
  window: 'first' | 'last'
  /** How many there are. */
  rows: number
  /** Out of how many products. */
  products: number
}

/** Rows that seem to be made up, and rows with nothing but a SKU, such as a category's heading. */
export async function observeFiller(
  db: Db,
  scope: Scope,
  { window, rows: rowCount, products }: Examined,
): Promise<Observation[]> {
  const { fields } = scope
  if (rowCount === 0) return []
  const named = (field: ProductField) => (fields.includes(field) ? sql`s.${sql.ref(field)}::text` : sql`null`)
  const { rows } = await sql<NamedRow & { bare: boolean }>`
    select s.sku, ${named('title')} as title, ${named('wholesale_price')} as price, ${saysNothing(fields)} as bare
    ${
      window === 'first'
        ? sql`from ${sql.raw(stageTable(scope))} s ${pagesOf(rowCount, mostExamined)}`
        : changedNames(scope, Math.ceil(rowCount / mostExamined))
    }
    order by s.line`.execute(db)
  const bareRows = rows.filter((row) => row.bare)
  const madeUp = placeholdersIn(rows.filter((row) => !row.bare))
  const found = madeUp.length >= bareRows.length ? madeUp : bareRows
  const count = bareRows.length + madeUp.length
  const [example] = found
  // a single row says something only if there is no other
  if (!example || (count === 1 && rows.length > 1)) return []
  const observed = Math.min(products, Math.round((count / rows.length) * rowCount))
  const words = { sku: example.sku, title: example.title ?? '', bare: found === bareRows ? 1 : 0 }
  return [{ name: 'filler', window, count: observed, of: products, words }]
}

/** New products, and those that got another title or price; one in `sampleStep` of them. */
const changedNames = (scope: Scope, sampleStep: number) => sql`
    from ${sql.raw(stageTable(scope, 'change'))} c
    join ${sql.raw(stageTable(scope))} s on s.line = c.line
    where (c.kind = 'created'
      or c.kind in ('updated', 'restored')
        and c.changed & ${fieldBit('title') | fieldBit('wholesale_price')}::int <> 0)
      -- the remainder is random, while every seventh line may be alike
      ${sampleStep > 1 ? sql`and s.content_hash % ${sampleStep}::int = 0` : sql``}`

/** A row without a title and all else that is mapped; in a file without titles, blanks are nothing unusual. */
function saysNothing(fields: readonly ProductField[]) {
  const others = fields.filter((field) => !alwaysThere.has(field))
  if (!others.includes('title') || others.length < 2) return sql`false`
  const conditions = others.map((field) =>
    columnType(field) === 'text'
      ? sql`s.${sql.ref(field)} is null`
      : sql`coalesce(s.${sql.ref(field)}, 0) = 0`,
  )
  return sql.join(conditions, sql` and `)
}
