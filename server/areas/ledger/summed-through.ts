import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'

/** The movement up to which sums are stored. */
export async function summedThrough(db: Db): Promise<string> {
  const { rows } = await sql<{ through: string }>`select through::text as through from ledger_summed`.execute(
    db,
  )
  return singleRow(rows).through
}
