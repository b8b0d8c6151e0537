import { measureRetention } from '#server/areas/retention/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

/** Measures of last week, so that growth and forecasts can be seen at once. */
export async function seedRetention(db: Db): Promise<void> {
  const sizes = JSON.stringify(await measureRetention(db))
  await sql`
    insert into retention_day (kind, day, rows, bytes)
    select kind, (now() at time zone 'UTC')::date - 6, rows * 0.94, bytes * 0.94
    from jsonb_to_recordset(${sizes}::jsonb) as s (kind text, rows float8, bytes float8)`.execute(db)
}
