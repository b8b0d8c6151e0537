import type { RawBuilder } from 'kysely'
import type { ProductField } from '#contract/feeds/settings.ts'
import type { TextChange } from '#engine/gate/unrelated-texts.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Scope } from '../run/compare.ts'
import { changedRows, leastShare } from './changed-rows.ts'

/** Fewer texts than this can't be compared with chance. */
export const leastTexts = 5
/** At most this many changed texts are compared; of more, a sample. */
const mostTexts = 1000

/** The fields that changed on enough products to be examined, each with the number of products. */
export const muchChanged = <F extends ProductField>(
  fields: readonly F[],
  scope: Scope,
  changedOf: (field: ProductField) => number,
  products: number,
): (readonly [field: F, changed: number])[] =>
  fields
    .map((field) => [field, scope.fields.includes(field) ? changedOf(field) : 0] as const)
    .filter(([, count]) => count >= Math.max(leastTexts, products * leastShare))

/**
 * A field's values before and after, for a random sample of products.
 * @param context what else the catalogue says about product `p`
 * @param chars the length at which texts are cut; undefined: they are whole
 */
export async function changedTexts(
  db: Db,
  scope: Scope,
  field: ProductField,
  { context, chars }: { context: RawBuilder<unknown>; chars?: number },
): Promise<TextChange[]> {
  const text = (name: string) => (chars ? sql`left(${sql.ref(name)}, ${chars}::int)` : sql.ref(name))
  const { rows } = await sql<TextChange>`
    select ${text(`p.${field}`)} as was, ${text('s.is')} as is, ${context} as own
    from (select c.product_id, ${sql.ref(`s.${field}`)} as is ${changedRows(scope, field, 1)}) s
    join product p using (product_id)
    order by hashint8(p.product_id)
    limit ${mostTexts}`.execute(db)
  return rows
}
