import type { Parsed } from '#contract/index.ts'
import { lockVendorOf } from '#server/areas/vendor-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { invalid, notFound } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { ofFeed, vendorColumns } from '../feed-owner.ts'
import { editedSchedule, feedOfSupplier, readSchedule } from '../read.ts'
import { nextRuns } from '../runs/start-run.ts'

/** Saves when a supplier's own feed runs. */
export async function saveSchedule(ctx: Ctx, { body }: Parsed<'saveSchedule'>) {
  const { dropshipper_id, ...schedule } = body
  return save(ctx, await feedOfSupplier(ctx.db, dropshipper_id), schedule)
}
/** Saves when any feed runs, including custom ones. */
export const saveFeedSchedule = (ctx: Ctx, { params, body }: Parsed<'saveFeedSchedule'>) =>
  save(ctx, params.feed_id, body)

async function save(ctx: Ctx, feedId: number, schedule: Schedule) {
  const next = await nextRun(ctx, schedule)
  await write(ctx, async (tx, logActivity) => {
    await lockVendorOf(ctx, tx, 'feed', feedId)
    const feed = await tx
      .selectFrom('feed')
      .select([
        'feed_id',
        'dropshipper_id',
        'schedule_active',
        'schedule_cron',
        'schedule_tz',
        ...vendorColumns,
      ])
      .where('feed_id', '=', feedId)
      .forUpdate()
      .executeTakeFirst()
    if (!feed) throw notFound('feed')
    await refuseStale(tx, ctx, editedSchedule(feedId), schedule.version)
    const { active, cron, tz } = schedule
    const changes = differences(
      { active: feed.schedule_active, cron: feed.schedule_cron, tz: feed.schedule_tz },
      { active, cron, tz },
    )
    if (!changes) return
    await tx
      .updateTable('feed')
      .set({
        schedule_active: active,
        schedule_cron: cron,
        schedule_tz: tz,
        next_run_tm: active ? next : null,
      })
      .where('feed_id', '=', feedId)
      .execute()
    await logActivity({
      type: 'feed.schedule',
      ...ofFeed(feed, active ? `Schedule set to ${cron} (${tz})` : 'Schedule turned off'),
      entity: 'feed',
      entity_id: feedId,
      changes,
    })
  })
  return readSchedule(ctx, feedId)
}

type Schedule = Parsed<'saveFeedSchedule'>['body']

/** When the feed runs next, by the database's clock; an invalid schedule is refused with its field. */
async function nextRun(ctx: Ctx, { active, cron, tz }: Schedule): Promise<string | null> {
  const fields: Record<string, string> = {}
  if (active && !cron) fields.cron = 'Choose when the feed runs'
  if (tz !== 'UTC' && !Intl.supportedValuesOf('timeZone').includes(tz))
    fields.tz = 'Choose a time zone from the list'
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(ctx.db)
  let next: string | undefined
  if (cron && !fields.tz) {
    try {
      if (cron.split(/\s+/).length !== 5) throw new Error('five fields')
      next = nextRuns(ctx, { cron, tz, count: 1, from: Date.parse(singleRow(rows).now) })[0]
    } catch {
      fields.cron = 'Enter five cron fields, such as 0 */4 * * *'
    }
  }
  if (Object.keys(fields).length) throw invalid(fields)
  return next ?? null
}
