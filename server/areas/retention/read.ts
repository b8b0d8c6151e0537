import { forecastBytes } from '#contract/retention/forecast.ts'
import { kindOf, retentionKindNames, type RetentionKind } from '#contract/retention/kinds.ts'
import type { Result } from '#contract/index.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { freeBytes } from '#server/platform/disk.ts'
import type { Ctx } from '#server/platform/services.ts'
import { measureSizes, readGrowth } from './measure.ts'

interface Cleanup {
  kind: RetentionKind
  removed: number
  cleaned_tm: string | null
}

/** The days that apply: an admin's, or the program's. */
export async function readDays(db: Db): Promise<Map<RetentionKind, number | null>> {
  const chosen = new Map<string, number>(
    (await db.selectFrom('retention').select(['kind', 'days']).execute()).map(({ kind, days }) => [
      kind,
      days,
    ]),
  )
  return new Map(retentionKindNames.map((kind) => [kind, chosen.get(kind) ?? kindOf(kind).days ?? null]))
}

/** The last cleanup of each kind that came to its end. */
async function readCleanups(db: Db): Promise<Map<RetentionKind, Cleanup>> {
  const { rows } = await sql<Cleanup>`
    select distinct on (kind) kind, removed::float8 as removed, done_tm as cleaned_tm
    from retention_day
    where done_tm is not null
    order by kind, day desc`.execute(db)
  return new Map(rows.map((row) => [row.kind, row]))
}

export async function readKinds(db: Db): Promise<Result<'getRetention'>['kinds']> {
  const sizes = await measureSizes(db)
  const [growth, days, cleanups] = [await readGrowth(db, sizes), await readDays(db), await readCleanups(db)]
  return retentionKindNames.map((kind) => {
    const { rows, bytes } = sizes.find((size) => size.kind === kind) ?? { rows: 0, bytes: 0 }
    const added = growth.get(kind)
    const added_bytes_day = added === undefined ? null : (added * bytes) / Math.max(1, rows)
    const kept = days.get(kind) ?? null
    return {
      kind,
      days: kept,
      rows,
      bytes,
      added_bytes_day,
      forecast_bytes: forecastBytes({ bytes, added_bytes_day, days: kept }),
      removed: cleanups.get(kind)?.removed ?? 0,
      cleaned_tm: cleanups.get(kind)?.cleaned_tm ?? null,
    }
  })
}

/** How much larger the database will be in 90 days; null: not measured yet. */
export function forecastGrowth(kinds: Result<'getRetention'>['kinds']): number | null {
  const growths = kinds.flatMap(({ bytes, forecast_bytes: forecast }) =>
    forecast === null ? [] : [forecast - bytes],
  )
  return growths.length > 0 ? growths.reduce((sum, growth) => sum + growth, 0) : null
}

/** What is kept how long, its size and growth, and the room that is left. */
export async function getRetention({ db, config }: Ctx): Promise<Result<'getRetention'>> {
  const { rows } = await sql<{ database_bytes: number }>`
    select pg_database_size(current_database())::float8 as database_bytes`.execute(db)
  return {
    ...singleRow(rows),
    disk_free_bytes: await freeBytes(config),
    kinds: await readKinds(db),
  }
}
