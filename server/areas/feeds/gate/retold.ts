import type { ProductField } from '#contract/feeds/settings.ts'
import type { Observed } from '#engine/gate/judge.ts'
import { unrelated } from '#engine/gate/unrelated.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Scope } from '../run/compare.ts'
import { changedTexts, muchChanged } from './changed-texts.ts'

const lookedChars = 400

/** Titles and descriptions of which nothing is left, as where another list's stand beside the SKUs. */
export async function observeRetold(
  db: Db,
  scope: Scope,
  changedOf: (field: ProductField) => number,
  products: number,
): Promise<Observed[]> {
  const out: Observed[] = []
  for (const [field, changed] of muchChanged(['title', 'description'], scope, changedOf, products)) {
    const own = sql`concat_ws(' ', p.sku, left(p.title, 200), p.manufacturer, left(p.categories, 100), p.upc)`
    const texts = await changedTexts(db, scope, field, own, lookedChars)
    const count = Math.round((unrelated(texts) * changed) / Math.max(1, texts.length))
    out.push({ name: 'replaced', window: 'last', field, count, of: products })
  }
  return out
}
