import type { z } from 'zod'
import type { RawBuilder } from 'kysely'
import type { ListName } from '#contract/lists/columns.ts'
import type { ExportedLists } from '#contract/lists/exported.ts'
import { batchesOf } from '../database/cursor.ts'
import { sql, type Db } from '../database/db.ts'
import type { Clock, Services } from '../services.ts'
import { singleRow } from '#server/platform/database/sql.ts'

export type Cell = string | number | null
export type InputOf<N extends ListName> = z.output<ExportedLists[N]['body']>['input']
type Value<Row> = (row: Row) => Cell | undefined
/** Columns that only the record knows, such as those of a supplier's file. */
export interface Spread<Input, Row> {
  columns(services: Services, input: Input): Promise<readonly [header: string, value: Value<Row>][]>
}

/** How the rows of a list are read for a file, in bounded batches, by what its read goes by. */
export interface Rows<Input, Row> {
  /** None: so few that one reading holds them. */
  count?(services: Pick<Services, 'db' | 'clock'>, input: Input, upto: number | null): Promise<number>
  batches(services: Services, input: Input): AsyncIterable<readonly Row[]>
}

/** A list that can be taken out as a file; name, headers and kinds are the contract's. */
export interface ExportedList<N extends ListName, Row> extends Rows<InputOf<N>, Row> {
  list: N
  values: Record<keyof ExportedLists[N]['columns'], Value<Row> | Spread<InputOf<N>, Row>>
  /** Whose log says that it was taken out. */
  ofSupplier?(input: InputOf<N>): number | undefined
  ofVendor?(input: InputOf<N>): number | undefined
}
/** Any of them, as the machinery sees it. */
export type AnyList = ExportedList<ListName, never>

export const exported = <N extends ListName, Row>(list: ExportedList<N, Row>) => list as unknown as AnyList

const batchRows = 500

/**
 * The rows of a statement by a cursor, in one transaction that sees one state of the database.
 * @param complete what rows need beside what the statement finds
 */
export const byQuery = <Input, Found, Row = Found>(
  query: (db: Db, input: Input, clock: Clock) => Promise<RawBuilder<Found>> | RawBuilder<Found>,
  complete: (db: Db, rows: Found[], input: Input) => Promise<readonly Row[]> = (_db, rows) =>
    Promise.resolve(rows as unknown as Row[]),
): Required<Rows<Input, Row>> => ({
  async count({ db, clock }, input, upto) {
    const limit = upto === null ? sql`` : sql`limit ${upto}`
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from (select 1 from (${await query(db, input, clock)}) found ${limit}) counted`.execute(
      db,
    )
    return singleRow(rows).n
  },
  async *batches({ db, clock }, input) {
    for await (const { tx, rows } of batchesOf(db, (read) => query(read, input, clock), batchRows))
      yield await complete(tx, rows, input)
  },
})

/** The rows of a read that is bounded itself. */
export const atOnce = <Input, Row>(
  read: (services: Services, input: Input) => Promise<readonly Row[]>,
): Rows<Input, Row> => ({
  async *batches(services, input) {
    yield await read(services, input)
  },
})

/** Of a read's rows those that are shown, in their order. */
export function inOrder<Row>(
  rows: readonly Row[],
  ids: readonly number[],
  id: (row: Row) => number,
): readonly Row[] {
  const known = new Map(rows.map((row) => [id(row), row]))
  return ids.flatMap((i) => known.get(i) ?? [])
}
