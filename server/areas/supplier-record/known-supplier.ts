import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'

/**
 * Names and prefixes of suppliers are assigned one at a time: whoever checks whether one is free reserves
 * it.
 */
export const nameAlone = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('names of suppliers', 0))`.execute(tx)

/** Throws if there is no such supplier. */
export async function requireSupplier(db: Db, id: number): Promise<void> {
  const supplier = await db
    .selectFrom('dropshipper')
    .select('dropshipper_id')
    .where('dropshipper_id', '=', id)
    .executeTakeFirst()
  if (!supplier) throw notFound('supplier')
}

/** A supplier's rows; if there are none, the supplier must still exist. */
export async function rowsOfSupplier<T>(db: Db, id: number, rows: readonly T[]): Promise<T[]> {
  if (rows.length === 0) await requireSupplier(db, id)
  return [...rows]
}
