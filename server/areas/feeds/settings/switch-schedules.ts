import type { Parsed } from '#contract/index.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { nextRuns } from '../runs/start-run.ts'

interface SwitchedFeed {
  feed_id: number
  dropshipper_id: number
  schedule_cron: string
  schedule_tz: string
  now: string
}

/** Turns the schedules of several suppliers' own feeds on or off. */
export async function switchSchedules(
  ctx: Ctx,
  { body: { dropshipper_ids, active } }: Parsed<'switchSchedules'>,
) {
  return write(ctx, async (tx, logActivity) => {
    const { rows } = await sql<SwitchedFeed>`
      select f.feed_id, f.dropshipper_id, f.schedule_cron, f.schedule_tz, now() as now
      from feed f
      where f.dropshipper_id = any(${dropshipper_ids}::int[]) and ${ownFeed('f')}
        and f.schedule_cron is not null
        and f.schedule_active <> ${active}
      order by f.feed_id
      for update`.execute(tx)
    const next = rows.map(({ feed_id, schedule_cron: cron, schedule_tz: tz, now }) => ({
      feed_id,
      next_run_tm: active ? (nextRuns(ctx, { cron, tz, count: 1, from: Date.parse(now) })[0] ?? null) : null,
    }))
    await sql`
      update feed f
      set schedule_active = ${active}, next_run_tm = x.next_run_tm
      from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as x(feed_id int, next_run_tm timestamptz)
      where f.feed_id = x.feed_id`.execute(tx)
    await logActivity(
      rows.map(({ feed_id, dropshipper_id, schedule_cron: cron, schedule_tz: tz }) => ({
        type: 'feed.schedule',
        dropshipper_id,
        entity: 'feed',
        entity_id: feed_id,
        message: active ? `Schedule set to ${cron} (${tz})` : 'Schedule turned off',
        changes: { active: { from: !active, to: active } },
      })),
    )
    return { changed: rows.map((feed) => feed.dropshipper_id) }
  })
}
