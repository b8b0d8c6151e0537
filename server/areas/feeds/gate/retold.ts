import type { ProductField } from '#contract/feeds/settings.ts'
import type { Observed } from '#engine/gate/judge.ts'
import { unrelated, type Retold } from '#engine/gate/unrelated.ts'
import { sql, type Db } from '#server/platform/db.ts'
import type { Scope } from '../compare.ts'
import { changedRows, leastShare } from './changed-rows.ts'

/** Of more changed texts than this some are looked at, each as far as this. */
const looked = 1000
const lookedChars = 400
/** Fewer texts than this have no chance to be held beside. */
const leastTexts = 5

/** Titles and descriptions of which nothing is left, as where another list's stand beside the SKUs. */
export async function observeRetold(
  db: Db,
  scope: Scope,
  changedOf: (field: ProductField) => number,
  products: number,
): Promise<Observed[]> {
  const out: Observed[] = []
  for (const field of ['title', 'description'] as const) {
    const changed = scope.fields.includes(field) ? changedOf(field) : 0
    if (changed < Math.max(leastTexts, products * leastShare)) continue
    const { rows } = await sql<Retold>`
      select left(${sql.ref(`p.${field}`)}, ${lookedChars}::int) as was,
        left(${sql.ref(`s.${field}`)}, ${lookedChars}::int) as is,
        concat_ws(' ', p.sku, left(p.title, 200), p.manufacturer, left(p.categories, 100), p.upc) as own
      from (select c.product_id, s.line, s.${sql.ref(field)} ${changedRows(scope, field, 1)}) s
      join product p using (product_id)
      order by hashint8(p.product_id)
      limit ${looked}`.execute(db)
    const count = Math.round((unrelated(rows) * changed) / Math.max(1, rows.length))
    out.push({ name: 'replaced', window: 'last', field, count, of: products })
  }
  return out
}
