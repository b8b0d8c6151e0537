import type { RawBuilder } from 'kysely'
import type { ListName } from '#contract/lists/columns.ts'
import { batchesOf } from '../database/cursor.ts'
import { sql, type Db } from '../database/db.ts'
import type { AnyList, Clock, ExportedList, Rows, Services } from '../service-types.ts'
import { singleRow } from '#server/platform/database/sql.ts'

export type { AnyList, Cell, InputOf, Rows, Spread } from '../service-types.ts'

export const exportedList = <N extends ListName, Row>(list: ExportedList<N, Row>) =>
  list as unknown as AnyList

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

/** The rows of a read that limits itself. */
export const atOnce = <Input, Row>(
  read: (services: Services, input: Input) => Promise<readonly Row[]>,
): Rows<Input, Row> => ({
  async *batches(services, input) {
    yield await read(services, input)
  },
})

/** The rows that are shown, in their order. */
export function inOrder<Row>(
  rows: readonly Row[],
  ids: readonly number[],
  id: (row: Row) => number,
): readonly Row[] {
  const rowsById = new Map(rows.map((row) => [id(row), row]))
  return ids.flatMap((i) => rowsById.get(i) ?? [])
}
