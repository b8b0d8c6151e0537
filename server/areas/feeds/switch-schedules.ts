import type { Parsed } from '#contract/index.ts'
import { ownFeed } from '#server/areas/suppliers/public.ts'
import { sql } from '#server/platform/db.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { nextRuns } from './start-run.ts'

interface Switched {
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
    const { rows } = await sql<Switched>`
      select f.feed_id, f.dropshipper_id, f.schedule_cron, f.schedule_tz, now() as now
      from feed f
      where f.dropshipper_id = any(${dropshipper_ids}::int[]) and ${ownFeed('f')}
        and f.schedule_cron is not null
        and f.schedule_active <> ${active}
      order by f.feed_id
      for update`.execute(tx)
    for (const feed of rows) {
      const { schedule_cron: cron, schedule_tz: tz } = feed
      const [next] = active ? nextRuns(ctx, cron, tz, 1, Date.parse(feed.now)) : []
      await tx
        .updateTable('feed')
        .set({ schedule_active: active, next_run_tm: next ?? null })
        .where('feed_id', '=', feed.feed_id)
        .execute()
      await logActivity({
        type: 'feed.schedule',
        dropshipper_id: feed.dropshipper_id,
        entity: 'feed',
        entity_id: feed.feed_id,
        message: active ? `Schedule set to ${cron} (${tz})` : 'Schedule turned off',
        changes: { active: { from: !active, to: active } },
      })
    }
    return { changed: rows.map((feed) => feed.dropshipper_id) }
  })
}
