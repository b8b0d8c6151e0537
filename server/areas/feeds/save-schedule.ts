import type { Parsed } from '#contract/index.ts'
import { ownFeed } from '#server/areas/suppliers/public.ts'
import { sql } from '#server/platform/db.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/versions.ts'
import { editedSchedule, getSchedule } from './read.ts'
import { nextRuns } from './start-run.ts'

/** Saves when a supplier's own feed runs. */
export async function saveSchedule(ctx: Ctx, { body }: Parsed<'saveSchedule'>) {
  const next = await nextRun(ctx, body)
  await write(ctx, async (tx, logActivity) => {
    const feed = await tx
      .selectFrom('feed')
      .select(['feed_id', 'schedule_active', 'schedule_cron', 'schedule_tz'])
      .where('dropshipper_id', '=', body.dropshipper_id)
      .where(ownFeed('feed'))
      .forUpdate()
      .executeTakeFirst()
    if (!feed) throw notFound('supplier')
    await refuseStale(tx, ctx, editedSchedule(feed.feed_id), body.version)
    const changes = differences(
      { active: feed.schedule_active, cron: feed.schedule_cron, tz: feed.schedule_tz },
      { active: body.active, cron: body.cron, tz: body.tz },
    )
    if (!changes) return
    await tx
      .updateTable('feed')
      .set({
        schedule_active: body.active,
        schedule_cron: body.cron,
        schedule_tz: body.tz,
        next_run_tm: body.active ? next : null,
      })
      .where('feed_id', '=', feed.feed_id)
      .execute()
    await logActivity({
      type: 'feed.schedule',
      dropshipper_id: body.dropshipper_id,
      entity: 'feed',
      entity_id: feed.feed_id,
      message: body.active ? `Schedule set to ${body.cron} (${body.tz})` : 'Schedule turned off',
      changes,
    })
  })
  return getSchedule(ctx, { params: { id: body.dropshipper_id } })
}

type Schedule = Parsed<'saveSchedule'>['body']

/** When the schedule's feed runs next, by the database's clock; refused with its field where it isn't one. */
async function nextRun(ctx: Ctx, { active, cron, tz }: Schedule): Promise<string | null> {
  const fields: Record<string, string> = {}
  if (active && !cron) fields.cron = 'Say when the feed runs'
  if (tz !== 'UTC' && !Intl.supportedValuesOf('timeZone').includes(tz))
    fields.tz = 'This is not a known time zone'
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(ctx.db)
  let next: string | undefined
  if (cron && !fields.tz) {
    try {
      if (cron.split(/\s+/).length !== 5) throw new Error('five fields')
      next = nextRuns(ctx, cron, tz, 1, Date.parse(rows[0]!.now))[0]
    } catch {
      fields.cron = 'This is not a schedule of five cron fields, such as 0 */4 * * *'
    }
  }
  if (Object.keys(fields).length) throw invalid(fields)
  return next ?? null
}
