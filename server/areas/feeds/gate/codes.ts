import type { ProductField } from '#contract/feeds/settings.ts'
import type { Observation } from '#engine/gate/observation.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Scope } from '../run/compare.ts'
import { changedRows, leastShare } from './changed-rows.ts'

const codes = ['upc', 'ean', 'isbn', 'asin'] as const satisfies readonly ProductField[]
type Code = (typeof codes)[number]
export const isCode = (field: ProductField): field is Code =>
  (codes as readonly ProductField[]).includes(field)

/** A GTIN-12 is the GTIN-13 without its leading zero; marks between digits don't count either. */
const bare = (code: ReturnType<typeof sql.ref>) =>
  sql`ltrim(regexp_replace(upper(${code}), '[^0-9A-Z]', '', 'g'), '0')`

/** Codes that changed, and codes that are only written differently. */
export async function observeCodes(
  db: Db,
  scope: Scope,
  field: Code,
  { changedCount, total }: { changedCount: number; total: number },
): Promise<Observation[]> {
  const base = { window: 'last' as const, field, of: total }
  if (changedCount < Math.max(3, total * leastShare))
    return [{ ...base, name: 'codes_changed', count: changedCount }]
  const { rows } = await sql<{ same: number }>`
    select count(*) as same
    from (select c.product_id, ${sql.ref(`s.${field}`)} as code ${changedRows(scope, field, 1)}) s
    join product p using (product_id)
    where ${bare(sql.ref('s.code'))} = ${bare(sql.ref(`p.${field}`))}`.execute(db)
  const sameCount = singleRow(rows).same
  return [
    { ...base, name: 'codes_changed', count: changedCount - sameCount },
    { ...base, name: 'codes_rewritten', count: sameCount },
  ]
}
