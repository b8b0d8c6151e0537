import type { ProductField } from '#contract/feeds/settings.ts'
import type { Observation } from '#engine/gate/observation.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Scope } from '../run/compare.ts'
import { changedRows, leastShare, sampleSize } from './changed-rows.ts'

const texts = [
  'title',
  'description',
  'manufacturer',
  'categories',
] as const satisfies readonly ProductField[]
type TextField = (typeof texts)[number]

/** Texts that moved to another field of the same product, and texts whose letters were garbled. */
export async function observeTexts(
  db: Db,
  scope: Scope,
  changedOf: (field: ProductField) => number,
  products: number,
): Promise<Observation[]> {
  const least = Math.max(2, products * leastShare)
  const changedFields = texts.filter((f) => scope.fields.includes(f) && changedOf(f) >= least)
  const observations: Observation[] = []
  for (const field of changedFields) {
    const sampleStep = Math.ceil(changedOf(field) / sampleSize)
    observations.push(...(await observeText(db, scope, field, { sampleStep, products })))
  }
  return observations
}

async function observeText(
  db: Db,
  scope: Scope,
  field: TextField,
  { sampleStep, products }: { sampleStep: number; products: number },
): Promise<Observation[]> {
  const others = texts.filter((f) => f !== field && scope.fields.includes(f))
  const newValue = sql.ref(`s.${field}`)
  const oldValue = sql.ref(`p.${field}`)
  const stoodIn = others.map(
    (sourceField) =>
      sql`count(*) filter (where ${newValue} = ${sql.ref(`p.${sourceField}`)}) as ${sql.ref(sourceField)}`,
  )
  const { rows } = await sql<Record<TextField | 'garbled', number>>`
    select ${sql.join([...stoodIn, sql`count(*) filter (where ${isGarbled(oldValue, newValue)}) as garbled`])}
    from (select c.product_id, s.* ${changedRows(scope, field, sampleStep)}) s
    join product p on p.product_id = s.product_id
    where ${newValue} <> ${oldValue}`.execute(db)
  const counts = singleRow(rows)
  const base = { window: 'last' as const, field, of: products }
  const from = others.toSorted((a, b) => counts[b] - counts[a])[0]
  return [
    ...(from
      ? [{ ...base, name: 'crossed' as const, count: counts[from] * sampleStep, words: { from } }]
      : []),
    { ...base, name: 'garbled', count: counts.garbled * sampleStep },
  ]
}

type Sql = ReturnType<typeof sql.ref>

/**
 * What a wrong code page makes of a text: each letter becomes two or more others or a question mark, or is
 * left out. The patterns match UTF-8 read as Latin-1 or windows-1252, UTF-8 read as windows-1251, and
 * windows-1251 read as Latin-1.
 */
const isGarbled = (oldText: Sql, newText: Sql) => sql`(
      (${oldText} ~ '[^\x01-\x7f]' and ${newText} in (
        regexp_replace(${oldText}, '[^\x01-\x7f]', '?', 'g'),
        regexp_replace(${oldText}, '[^\x01-\x7f]', '', 'g'),
        regexp_replace(${oldText}, '[^\x01-\x7f]', '??', 'g')
      ))
      or (${newText} ~ '\ufffd' and ${oldText} !~ '\ufffd')
      or (${newText} ~ '[\u00c2\u00c3\u00d0\u00d1\u00e2][\u0080-\u00bf\u0152-\u017e\u02c6\u02dc\u2013-\u203a\u20ac\u2122]'
        and ${oldText} !~ '[\u00c2\u00c3\u00d0\u00d1\u00e2][\u0080-\u00bf\u0152-\u017e\u02c6\u02dc\u2013-\u203a\u20ac\u2122]')
      or (${newText} ~ '([\u0420\u0421][\u0401-\u040f\u0451-\u045f\u0490\u0491\u00a0-\u00bb\u2013-\u203a\u20ac\u2116\u2122]){3}')
      or (${oldText} ~ '[\u0400-\u04ff]{3}' and ${newText} !~ '[\u0400-\u04ff]' and ${newText} ~ '[\u00c0-\u00ff]{3}')
    )`
