import { usualHours } from '#contract/notifications/hours.ts'
import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'

interface Row {
  time_zone: string
  quiet_from: string
  quiet_until: string
  work_days: number[]
  digests: string[]
  away_until: string | null
  version: number
}

/** The caller's hours; version 0 if they have chosen none. */
export async function getNoticeHours({ db, who }: Pick<Ctx, 'db' | 'who'>): Promise<Row> {
  const { rows } = await sql<Row>`
    select time_zone, to_char(quiet_from, 'HH24:MI') as quiet_from, to_char(quiet_until, 'HH24:MI') as quiet_until,
      work_days, array(select to_char(t, 'HH24:MI') from unnest(digests) as t order by t) as digests,
      away_until::text as away_until, version
    from notice_person
    where login_id = ${who.login_id}`.execute(db)
  return (
    rows[0] ?? {
      ...usualHours,
      work_days: [...usualHours.work_days],
      digests: [...usualHours.digests],
      version: 0,
    }
  )
}

export const saveNoticeHours = (ctx: Ctx, { body }: Parsed<'saveNoticeHours'>) =>
  write(ctx, async (tx, logActivity) => {
    const { rows } = await sql<{ version: number }>`
      insert into notice_person as p (
        login_id, time_zone, quiet_from, quiet_until, work_days, digests, away_until, version)
      values (${ctx.who.login_id}, ${body.time_zone}, ${body.quiet_from}, ${body.quiet_until},
        ${body.work_days.toSorted((a, b) => a - b)}::int[], ${body.digests.toSorted()}::time[], ${body.away_until}, 1)
      on conflict (login_id) do update
      set time_zone = excluded.time_zone, quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
        work_days = excluded.work_days, digests = excluded.digests, away_until = excluded.away_until,
        version = p.version + 1
      where p.version = ${body.version}
      returning version`.execute(tx)
    const [saved] = rows
    if (!saved || (body.version > 0 && saved.version === 1))
      throw conflict('You changed your hours in another window. Reload to see them')
    await logActivity({
      type: 'notification.hours',
      entity: 'login',
      entity_id: ctx.who.login_id,
      message: 'Notification hours changed',
    })
    return saved
  })
