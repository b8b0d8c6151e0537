import type { ProductField } from '#contract/feeds/settings.ts'
import type { Observed } from '#engine/gate/judge.ts'
import { sum, unruled, type Moved } from '#engine/gate/relabelled.ts'
import { unrelated } from '#engine/gate/unrelated.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Scope } from '../run/compare.ts'
import { changedRows } from './changed-rows.ts'
import { changedTexts, leastTexts, muchChanged } from './changed-texts.ts'

/** So many pairs of an old and a new value are looked at, those of most products first. */
const lookedPairs = 5000

/**
 * Brands and categories that changed otherwise than by a rule. One that is renamed wholly, several that
 * become one and one that is split by what its products are, are honest; one that is torn to many others
 * isn't.
 */
export async function observeGroups(
  db: Db,
  scope: Scope,
  changedOf: (field: ProductField) => number,
  products: number,
): Promise<Observed[]> {
  const out: Observed[] = []
  for (const [field] of muchChanged(['manufacturer', 'categories'], scope, changedOf, products)) {
    const { torn, misplaced, into } = unruled(await movedGroups(db, scope, field))
    const titled = torn.length > 0 && scope.fields.includes('title')
    const pairs = new Set(torn.map(({ was, is }) => JSON.stringify([was, is])))
    const titles = titled ? await changedTexts(db, scope, field, sql`coalesce(left(p.title, 200), '')`) : []
    const texts = titles.filter(({ was, is }) => pairs.has(JSON.stringify([was, is])))
    const strange = texts.length < leastTexts ? 1 : unrelated(texts, true) / texts.length
    const seen = { window: 'last' as const, field, of: products }
    out.push({ ...seen, name: 'scattered', count: sum(misplaced) + Math.round(sum(torn) * strange) })
    out.push({ ...seen, name: 'one_group', count: into.n, words: { value: into.value } })
  }
  return out
}

async function movedGroups(db: Db, scope: Scope, field: ProductField): Promise<Moved[]> {
  const was = sql.ref(`p.${field}`)
  const { rows } = await sql<Moved>`
    with moved as (
      select ${was} as was, s.is, count(*) as n
      from (select c.product_id, ${sql.ref(`s.${field}`)} as is ${changedRows(scope, field, 1)}) s
      join product p using (product_id)
      group by 1, 2
      order by 3 desc
      limit ${lookedPairs}
    ),
    size as (
      select ${was} as was, count(*) as size
      from product p
      where p.feed_id = ${scope.feedId}
        and p.gone_tm is null
        and ${was} in (select was from moved)
      group by 1
    )
    select was, "is", n, size
    from moved
    join size using (was)`.execute(db)
  return rows
}
