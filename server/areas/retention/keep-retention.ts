import { changeableKinds, type ChangeableKind } from '#contract/retention/kinds.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { measureSizes } from './measure.ts'
import { readDays } from './read.ts'
import { removals } from './removal.ts'

/** How long a turn removes; the next one continues, so that no other timer waits long. */
const turnMs = 20_000
/** Daily measures are kept for as long as a year is compared. */
const measuresKeptDays = 400

/**
 * Once a day, measures each kind and removes what is older than its days, in short statements. A turn that ends
 * early, or a killed process, loses no more than its last statement: the next turn continues there.
 */
export async function keepRetention({ db, log }: Services, turn = turnMs): Promise<void> {
  const ends = performance.now() + turn
  await beginDay(db)
  const days = await readDays(db)
  for (const { kind, upto } of await openKinds(db)) {
    const kept = days.get(kind)
    if (kept === undefined || kept === null) continue
    let at = { upto, removed: 0, isDone: false }
    while (!at.isDone && performance.now() < ends) {
      at = await removals[kind](db, { days: kept, upto: at.upto })
      await note(db, kind, at)
    }
    if (!at.isDone) return
    log.debug({ kind }, 'old records removed')
  }
}

/** The first turn of a day measures all kinds. */
async function beginDay(db: Db): Promise<void> {
  const { rows } = await sql`
    select from retention_day where day = (now() at time zone 'UTC')::date limit 1`.execute(db)
  if (rows.length > 0) return
  const sizes = JSON.stringify(await measureSizes(db))
  await sql`
    with old as (
      delete from retention_day
      where day < (now() at time zone 'UTC')::date - ${measuresKeptDays}::int)
    insert into retention_day (kind, day, rows, bytes)
    select kind, (now() at time zone 'UTC')::date, rows, bytes
    from jsonb_to_recordset(${sizes}::jsonb) as s (kind text, rows bigint, bytes bigint)
    on conflict do nothing`.execute(db)
}

/** The kinds whose removal hasn't ended today, in the order of the table: what belongs to runs before the runs. */
async function openKinds(db: Db): Promise<{ kind: ChangeableKind; upto: number }[]> {
  const { rows } = await sql<{ kind: string; upto: number }>`
    select kind, upto::float8 as upto
    from retention_day
    where day = (now() at time zone 'UTC')::date and done_tm is null`.execute(db)
  return changeableKinds.flatMap((kind) => {
    const open = rows.find((row) => row.kind === kind)
    return open ? [{ kind, upto: open.upto }] : []
  })
}

const note = (db: Db, kind: ChangeableKind, step: { upto: number; removed: number; isDone: boolean }) =>
  sql`
    update retention_day
    set upto = ${step.upto}, removed = removed + ${step.removed},
      done_tm = case when ${step.isDone}::boolean then now() end
    where kind = ${kind} and day = (now() at time zone 'UTC')::date`.execute(db)
