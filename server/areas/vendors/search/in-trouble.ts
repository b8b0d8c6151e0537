import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { countLimit } from './search-vendors.ts'
import { hasLevel } from './several.ts'

/** How many vendors have poor health, counted up to 10,000. */
export async function countVendorsInTrouble({ db }: Ctx) {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total
    from (
      select
      from vendor_health h
      join vendor v using (vendor_id)
      where ${hasLevel(['poor'])} and not v.is_staff
      limit ${countLimit + 1}) poor`.execute(db)
  const { total } = singleRow(rows)
  return { total: Math.min(total, countLimit), total_is_exact: total <= countLimit }
}
