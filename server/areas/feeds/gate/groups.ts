import type { ProductField } from '#contract/feeds/settings.ts'
import type { Observation } from '#engine/gate/observation.ts'
import { sum, sortUnruled, type GroupMove } from '#engine/gate/group-moves.ts'
import { countUnrelated } from '#engine/gate/unrelated-texts.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Scope } from '../run/compare.ts'
import { changedRows } from './changed-rows.ts'
import { changedTexts, leastTexts, muchChanged } from './changed-texts.ts'

/** At most this many pairs of an old and a new value are examined, those with the most products first. */
const lookedPairs = 5000

/**
 * Brands and categories that changed without a rule. Renaming one entirely, merging several, and splitting one
 * by what its products are, are legitimate; scattering one over many others isn't.
 */
export async function observeGroups(
  db: Db,
  scope: Scope,
  changedOf: (field: ProductField) => number,
  products: number,
): Promise<Observation[]> {
  const observations: Observation[] = []
  for (const [field] of muchChanged(['manufacturer', 'categories'], scope, changedOf, products)) {
    const { scatterings, misplacements, merger } = sortUnruled(await movedGroups(db, scope, field))
    const hasTitles = scatterings.length > 0 && scope.fields.includes('title')
    const pairs = new Set(scatterings.map(pairOf))
    const context = sql`coalesce(left(p.title, 200), '')`
    const titles = hasTitles ? await changedTexts(db, scope, field, { context }) : []
    const texts = titles.filter((text) => pairs.has(pairOf(text)))
    const strange = texts.length < leastTexts ? 1 : countUnrelated(texts, true) / texts.length
    const base = { window: 'last' as const, field, of: products }
    observations.push({
      ...base,
      name: 'scattered',
      count: sum(misplacements) + Math.round(sum(scatterings) * strange),
    })
    observations.push({ ...base, name: 'one_group', count: merger.n, words: { value: merger.value } })
  }
  return observations
}

const pairOf = (change: { was: string; is: string }) => JSON.stringify([change.was, change.is])

async function movedGroups(db: Db, scope: Scope, field: ProductField): Promise<GroupMove[]> {
  const oldValue = sql.ref(`p.${field}`)
  const { rows } = await sql<GroupMove>`
    with moved as (
      select ${oldValue} as was, s.is, count(*) as n
      from (select c.product_id, ${sql.ref(`s.${field}`)} as is ${changedRows(scope, field, 1)}) s
      join product p using (product_id)
      group by 1, 2
      order by 3 desc
      limit ${lookedPairs}
    ),
    size as (
      select ${oldValue} as was, count(*) as size
      from product p
      where p.feed_id = ${scope.feedId}
        and p.gone_tm is null
        and ${oldValue} in (select was from moved)
      group by 1
    )
    select was, "is", n, size
    from moved
    join size using (was)`.execute(db)
  return rows
}
