import type { ProductField } from '#contract/feeds/settings.ts'
import type { Observed } from '#engine/gate/judge.ts'
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

/**
 * Texts that stand in another field of the same product now, and those whose letters were lost on the way.
 */
export async function observeTexts(
  db: Db,
  scope: Scope,
  changedOf: (field: ProductField) => number,
  products: number,
): Promise<Observed[]> {
  const least = Math.max(2, products * leastShare)
  const changed = texts.filter((f) => scope.fields.includes(f) && changedOf(f) >= least)
  const out: Observed[] = []
  for (const field of changed) {
    const others = texts.filter((f) => f !== field && scope.fields.includes(f))
    const every = Math.ceil(changedOf(field) / sampleSize)
    out.push(...(await observeText(db, scope, field, others, every, products)))
  }
  return out
}

async function observeText(
  db: Db,
  scope: Scope,
  field: TextField,
  others: readonly TextField[],
  every: number,
  products: number,
): Promise<Observed[]> {
  const is = sql.ref(`s.${field}`)
  const was = sql.ref(`p.${field}`)
  const stoodIn = others.map(
    (other) => sql`count(*) filter (where ${is} = ${sql.ref(`p.${other}`)}) as ${sql.ref(other)}`,
  )
  const { rows } = await sql<Record<TextField | 'garbled', number>>`
    select ${sql.join([...stoodIn, sql`count(*) filter (where ${garbled(was, is)}) as garbled`])}
    from (select c.product_id, s.* ${changedRows(scope, field, every)}) s
    join product p on p.product_id = s.product_id
    where ${is} <> ${was}`.execute(db)
  const found = singleRow(rows)
  const seen = { window: 'last' as const, field, of: products }
  const from = others.toSorted((a, b) => found[b] - found[a])[0]
  return [
    ...(from ? [{ ...seen, name: 'crossed' as const, count: found[from] * every, words: { from } }] : []),
    { ...seen, name: 'garbled', count: found.garbled * every },
  ]
}

type Sql = ReturnType<typeof sql.ref>

/**
 * What a wrong code page makes of a text: its letters read as two or more others, as question marks, or left
 * out. The patterns are of UTF-8 read as Latin-1 or windows-1252, as windows-1251, and of windows-1251 read
 * as Latin-1.
 */
const garbled = (was: Sql, is: Sql) => sql`(
      (${was} ~ '[^\x01-\x7f]' and ${is} in (
        regexp_replace(${was}, '[^\x01-\x7f]', '?', 'g'),
        regexp_replace(${was}, '[^\x01-\x7f]', '', 'g'),
        regexp_replace(${was}, '[^\x01-\x7f]', '??', 'g')
      ))
      or (${is} ~ '\ufffd' and ${was} !~ '\ufffd')
      or (${is} ~ '[\u00c2\u00c3\u00d0\u00d1\u00e2][\u0080-\u00bf\u0152-\u017e\u02c6\u02dc\u2013-\u203a\u20ac\u2122]'
        and ${was} !~ '[\u00c2\u00c3\u00d0\u00d1\u00e2][\u0080-\u00bf\u0152-\u017e\u02c6\u02dc\u2013-\u203a\u20ac\u2122]')
      or (${is} ~ '([\u0420\u0421][\u0401-\u040f\u0451-\u045f\u0490\u0491\u00a0-\u00bb\u2013-\u203a\u20ac\u2116\u2122]){3}')
      or (${was} ~ '[\u0400-\u04ff]{3}' and ${is} !~ '[\u0400-\u04ff]' and ${is} ~ '[\u00c0-\u00ff]{3}')
    )`
