import type { ProductField } from '#contract/feeds/settings.ts'
import type { Observation } from '#engine/gate/observation.ts'
import { countUnrelated } from '#engine/gate/unrelated-texts.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Scope } from '../run/compare.ts'
import { changedTexts, muchChanged } from './changed-texts.ts'

const lookedChars = 400

/** Titles and descriptions with nothing left of them, as when another list's texts stand beside the SKUs. */
export async function observeReplacedTexts(
  db: Db,
  scope: Scope,
  changedOf: (field: ProductField) => number,
  products: number,
): Promise<Observation[]> {
  const observations: Observation[] = []
  for (const [field, changedCount] of muchChanged(['title', 'description'], scope, changedOf, products)) {
    const context = sql`concat_ws(' ', p.sku, left(p.title, 200), p.manufacturer, left(p.categories, 100), p.upc)`
    const texts = await changedTexts(db, scope, field, { context, chars: lookedChars })
    const count = Math.round((countUnrelated(texts) * changedCount) / Math.max(1, texts.length))
    observations.push({ name: 'replaced', window: 'last', field, count, of: products })
  }
  return observations
}
