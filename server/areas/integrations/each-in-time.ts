import type { RawBuilder } from 'kysely'
import { batchesOf } from '#server/platform/database/cursor.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'

const batchSize = 2000
/** A person waits for it: what can't be counted in so long is said to be left out. */
const mostMs = 10_000

/** Visits each row of a statement. @returns false: the time was over before all were done */
export async function eachInTime<Row>(
  db: Db,
  query: RawBuilder<Row>,
  visit: (row: Row) => void,
): Promise<boolean> {
  const deadline = performance.now() + mostMs
  const inTime = async (tx: Tx) => {
    await sql`set local statement_timeout = ${sql.lit(mostMs)}`.execute(tx)
    return query
  }
  try {
    for await (const { rows } of batchesOf(db, inTime, batchSize)) {
      rows.forEach(visit)
      if (rows.length === batchSize && performance.now() > deadline) return false
    }
    return true
  } catch (error) {
    if ((error as { code?: string }).code === statementTimeout) return false
    throw error
  }
}
const statementTimeout = '57014'
