import type { RawBuilder } from 'kysely'
import { sql } from './db.ts'

/** What a list is asked to be sorted by (`sortOf`): its key, and which way. */
export const sortOrder = <K extends string>(
  sortKey: K | `-${K}`,
  keys: Readonly<Record<K, RawBuilder<unknown>>>,
) => {
  const descending = sortKey.startsWith('-')
  const key = keys[(descending ? sortKey.slice(1) : sortKey) as K]
  const way = sql.raw(descending ? 'desc' : 'asc')
  return { key, way, after: sql.raw(descending ? '<' : '>'), blanksLast: sql`${key} ${way} nulls last` }
}

export type Condition = RawBuilder<boolean>
/** What fulfils all of them; one that isn't asked for is left out. */
export const all = (conditions: readonly (Condition | false | undefined)[]): Condition =>
  sql`(${sql.join([sql`true`, ...conditions.filter((condition) => condition)], sql` and `)})`

/** Text for a LIKE pattern in which nothing stands for something else. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
/** A LIKE pattern: anything that contains the text. */
export const contains = (text: string): string => `%${literal(text)}%`

/** The row of a statement that always returns one, such as an aggregate; an error where it returned none. */
export function singleRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('A statement that always returns a row returned none')
  return row
}
