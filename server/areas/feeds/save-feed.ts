import { z } from 'zod'
import {
  feedFormat,
  feedMapping,
  feedRules,
  feedSource,
  passwordForgotten,
} from '#contract/feeds/settings.ts'
import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/db.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/versions.ts'
import { editedFeed, editedSchedule, getFeed, getSchedule } from './read.ts'
import { ownFeed } from './standing.ts'
import { nextRuns } from './start-run.ts'

/** Saves a feed's source, format, mapping and rules. A changed mapping is kept as a version of its own. */
export async function saveFeed(ctx: Ctx, { params, body }: Parsed<'saveFeed'>) {
  await write(ctx, async (tx, did) => {
    const feed = await tx
      .selectFrom('feed')
      .selectAll()
      .where('feed_id', '=', params.feed_id)
      .forUpdate()
      .executeTakeFirst()
    if (!feed) throw notFound('feed')
    await refuseStale(tx, ctx, editedFeed(feed.feed_id), body.version)
    const before = {
      source: feed.source,
      format: feedFormat.parse(feed.format),
      mapping: feedMapping.parse(feed.mapping),
      rules: feedRules.parse(feed.rules),
      one_time_threshold_percent:
        feed.one_time_threshold_percent === null ? null : Number(feed.one_time_threshold_percent),
    }
    const { source, format, mapping, rules, one_time_threshold_percent } = body
    const was = feedSource.parse(feed.source)
    // a password given for one place is never sent to another: whoever changes the place must know it
    const forgotten =
      feed.source_secret !== null &&
      body.source_secret === undefined &&
      passwordForgotten(was, source) !== undefined
    const secret = forgotten ? '' : body.source_secret
    const changes = {
      ...differences(before, { source, format, mapping, rules, one_time_threshold_percent }),
      ...(secret !== undefined && {
        source_secret: { from: '(hidden)', to: forgotten ? '(forgotten)' : '(changed)' },
      }),
    }
    if (Object.keys(changes).length === 0) return
    const version = feed.mapping_version + ('mapping' in changes ? 1 : 0)
    if ('mapping' in changes)
      await tx
        .insertInto('feed_mapping_version')
        .values({ feed_id: feed.feed_id, version, mapping: JSON.stringify(mapping), saved_by: ctx.who.name })
        .execute()
    await tx
      .updateTable('feed')
      .set({
        source: JSON.stringify(source),
        format: JSON.stringify(format),
        mapping: JSON.stringify(mapping),
        rules: JSON.stringify(rules),
        one_time_threshold_percent:
          one_time_threshold_percent === null ? null : String(one_time_threshold_percent),
        mapping_version: version,
        updated_tm: sql`now()`,
        ...(secret !== undefined && { source_secret: secret === '' ? null : ctx.secrets.seal(secret) }),
        // another source's tags say nothing of this one
        ...('source' in changes && { etag: null, last_modified: null }),
      })
      .where('feed_id', '=', feed.feed_id)
      .execute()
    await did({
      type: 'feed.settings',
      dropshipper_id: feed.dropshipper_id,
      entity: 'feed',
      entity_id: feed.feed_id,
      message: `Feed settings changed: ${Object.keys(changes).join(', ')}`,
      changes,
    })
  })
  return getFeed(ctx, { params })
}

export async function saveSchedule(ctx: Ctx, { body }: Parsed<'saveSchedule'>) {
  const fields: Record<string, string> = {}
  if (body.active && !body.cron) fields.cron = 'Say when the feed runs'
  if (
    !z
      .string()
      .refine((tz) => Intl.supportedValuesOf('timeZone').includes(tz) || tz === 'UTC')
      .safeParse(body.tz).success
  )
    fields.tz = 'This is not a known time zone'
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(ctx.db)
  let next: string[] = []
  if (body.cron && !fields.tz) {
    try {
      if (body.cron.split(/\s+/).length !== 5) throw new Error('five fields')
      next = nextRuns(ctx, body.cron, body.tz, 1, Date.parse(rows[0]!.now))
    } catch {
      fields.cron = 'This is not a schedule of five cron fields, such as 0 */4 * * *'
    }
  }
  if (Object.keys(fields).length) throw invalid(fields)
  await write(ctx, async (tx, did) => {
    const feed = await tx.selectFrom('feed').selectAll().where('dropshipper_id', '=', body.dropshipper_id).where(ownFeed('feed')).forUpdate().executeTakeFirst()
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
        next_run_tm: body.active ? (next[0] ?? null) : null,
      })
      .where('feed_id', '=', feed.feed_id)
      .execute()
    await did({
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
