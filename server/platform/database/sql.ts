import type { RawBuilder } from 'kysely'
import { sql } from './db.ts'

/** How a list is sorted (`sortOf`): its key and direction. */
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
/** All conditions that are given, joined by `and`. */
export const all = (conditions: readonly (Condition | false | undefined)[]): Condition =>
  sql`(${sql.join([sql`true`, ...conditions.filter((condition) => condition)], sql` and `)})`

/** Text for a LIKE pattern, with its wildcards escaped. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
/** A LIKE pattern for anything that contains the text. */
export const contains = (text: string): string => `%${literal(text)}%`

/** The row of a statement that always returns one, such as an aggregate; throws if there is none. */
export function singleRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('A statement that always returns a row returned none')
  return row
}
