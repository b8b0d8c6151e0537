import type { RawBuilder } from 'kysely'
import { sql, type Db, type Tx } from './db.ts'

/**
 * Any number of rows of a statement, in batches, by a cursor in one read-only transaction that sees one
 * state of the database.
 * @param query may read what it depends on in that transaction
 */
export async function* batchesOf<Row>(
  db: Db,
  query: (tx: Tx) => Promise<RawBuilder<Row>> | RawBuilder<Row>,
  size: number,
): AsyncGenerator<{ tx: Tx; rows: Row[] }> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    // all rows are read, so don't plan for the first rows alone
    await sql`set local cursor_tuple_fraction = 1`.execute(tx)
    await sql`declare batches no scroll cursor for ${await query(tx as Tx)}`.execute(tx)
    const fetch = () => sql<Row>`fetch ${sql.lit(size)} from batches`.execute(tx)
    for (let coming = fetch(); ;) {
      const { rows } = await coming
      const isLast = rows.length < size
      // the database reads the next batch while this one is processed
      if (!isLast) coming = fetch()
      // a batch that nobody waits for any more fails with its transaction
      coming.catch(() => {})
      if (rows.length) yield { tx: tx as Tx, rows }
      if (isLast) break
    }
  } finally {
    // a session that was ended has no transaction any more
    await tx
      .rollback()
      .execute()
      .catch(() => {})
  }
}
