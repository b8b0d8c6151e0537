import { feedSource } from '#contract/feeds/settings.ts'
import { sourceHost } from '#contract/feeds/source-words.ts'
import type { Parsed } from '#contract/index.ts'
import { lockVendorOf, refuseDeletedFeed } from '#server/areas/vendor-record/public.ts'
import { eachByItself } from '#server/platform/each.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { write, type Activity, type Ctx, type Services } from '#server/platform/services.ts'
import { ofFeed, vendorColumns, type FeedOf } from '../feed-owner.ts'
import { customFeedRun, supplierFeedRun } from '../run/run-feed.job.ts'

/** Queues a run of a feed, or a dry run that only reports what it would do. */
export async function startRun(ctx: Ctx, { params, body }: Parsed<'startRun'>) {
  return write(ctx, async (tx, logActivity) => {
    await lockVendorOf(ctx, tx, 'feed', params.feed_id)
    return queueRun(ctx, tx, params.feed_id, {
      dry: body.dry,
      requestedBy: ctx.who.name,
      logActivity,
    })
  })
}

export interface FeedToRun extends FeedOf {
  feed_id: number
  vendor_custom_feed_id: number | null
  supplier_name: string
  source: unknown
}
/** Locks the feed's row, so that decisions about its runs are made one at a time. */
export async function feedToRun(tx: Tx, feedId: number): Promise<FeedToRun | undefined> {
  const feed = await tx
    .selectFrom('feed')
    .innerJoin('dropshipper', 'dropshipper.dropshipper_id', 'feed.dropshipper_id')
    .select(['feed_id', 'feed.dropshipper_id', 'vendor_custom_feed_id', 'supplier_name', 'feed.source'])
    .select(vendorColumns)
    .where('feed_id', '=', feedId)
    .forUpdate('feed')
    .executeTakeFirst()
  if (feed) await refuseDeletedFeed(tx, feed.vendor_custom_feed_id)
  return feed
}

/** The rejected rows of a run, mended. */
interface MendedRows {
  runId: number
  key: string
  name: string
}
export interface RunRequest {
  dry: boolean
  requestedBy: string
  mendedRows?: MendedRows
  logActivity?: ((activity: Activity) => Promise<void>) | undefined
}
function startedText(id: number, { dry, mendedRows }: RunRequest): string {
  if (mendedRows) return `Run ${id} started for the corrected rows of run ${mendedRows.runId}`
  return `${dry ? 'Dry run' : 'Run'} ${id} started`
}

export async function queueRun(services: Services, tx: Tx, feedId: number, request: RunRequest) {
  const feed = await feedToRun(tx, feedId)
  if (!feed) throw notFound('feed')
  const open = await tx
    .selectFrom('feed_run')
    .select('feed_run_id')
    .where('feed_id', '=', feedId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  if (open) throw conflict(`Run ${open.feed_run_id} of this feed is already in progress`)
  const { feed_run_id } = await tx
    .insertInto('feed_run')
    .values({
      feed_id: feedId,
      dropshipper_id: feed.dropshipper_id,
      dry: request.dry,
      started_by: request.requestedBy,
      ...(request.mendedRows && {
        mends_run_id: request.mendedRows.runId,
        mended_key: request.mendedRows.key,
        file_name: request.mendedRows.name,
      }),
    })
    .returning('feed_run_id')
    .executeTakeFirstOrThrow()
  const job_id = await queueJob(services, tx, feed, {
    runId: feed_run_id,
    requestedBy: request.requestedBy,
    host: request.mendedRows ? undefined : sourceHost(feedSource.parse(feed.source)),
  })
  await request.logActivity?.({
    type: request.dry ? 'feed.dry_run' : 'feed.run',
    ...ofFeed(feed, startedText(feed_run_id, request)),
    entity: 'feed_run',
    entity_id: feed_run_id,
  })
  return { feed_run_id, job_id }
}

export async function queueJob(
  services: Services,
  tx: Tx,
  feed: FeedToRun,
  { runId, requestedBy, host }: { runId: number; requestedBy: string; host?: string | undefined },
): Promise<number> {
  const definition = feed.vendor_custom_feed_id === null ? supplierFeedRun : customFeedRun
  const jobId = await services.jobs.enqueue(tx, definition, {
    payload: { feed_id: feed.feed_id, feed_run_id: runId },
    subject: feed.supplier_name,
    paramValue: feed.vendor_custom_feed_id ?? feed.dropshipper_id,
    requestedBy: requestedBy,
    rank: requestedBy === 'schedule' ? 0 : 10,
    // a host has few downloads at once
    ...(host !== undefined && { group: host }),
  })
  await tx
    .updateTable('feed_run')
    .set({ job_id: jobId, attempt: 0 })
    .where('feed_run_id', '=', runId)
    .execute()
  return jobId
}

/**
 * Starts every feed that is due, at most 100 at a time; one that is still running waits for its next time. A
 * custom feed waits while it is switched off, or until its deleted account is restored.
 */
export async function startDueRuns(services: Services): Promise<number> {
  const due = await services.db
    .selectFrom('feed')
    .select(['feed_id', 'schedule_cron', 'schedule_tz'])
    .where('schedule_active', '=', true)
    .where('next_run_tm', '<=', sql<string>`now()`)
    .where(
      sql<boolean>`not exists (
        select
        from vendor_custom_feed c
        join vendor v using (vendor_id)
        where c.vendor_custom_feed_id = feed.vendor_custom_feed_id
          and (v.deleted_tm is not null or not c.active))`,
    )
    .orderBy('next_run_tm')
    .limit(100)
    .execute()
  let startedRuns = 0
  await eachByItself(due, (feed) =>
    services.db.transaction().execute(async (tx) => {
      const dueFeed = await tx
        .selectFrom('feed')
        .select(['feed_id', sql<string>`now()`.as('now')])
        .where('feed_id', '=', feed.feed_id)
        .where('next_run_tm', '<=', sql<string>`now()`)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!dueFeed) return
      // counted from the database's clock, by which it was due: a slow clock here would make it due again at once
      const [next] = nextRuns(services, {
        cron: feed.schedule_cron,
        tz: feed.schedule_tz,
        count: 1,
        from: Date.parse(dueFeed.now),
      })
      await tx
        .updateTable('feed')
        .set({ next_run_tm: next ?? null })
        .where('feed_id', '=', feed.feed_id)
        .execute()
      const open = await tx
        .selectFrom('feed_run')
        .select('feed_run_id')
        .where('feed_id', '=', feed.feed_id)
        .where('state', 'in', ['queued', 'running'])
        .executeTakeFirst()
      if (open) return
      await queueRun(services, tx, feed.feed_id, { dry: false, requestedBy: 'schedule' })
      startedRuns++
    }),
  )
  return startedRuns
}

interface Schedule {
  cron: string | null
  tz: string
  count: number
  from?: number
}

export function nextRuns(
  { jobs, clock }: Services,
  { cron, tz, count, from = clock.now() }: Schedule,
): string[] {
  if (!cron) return []
  return jobs.boss.previewSchedule(cron, { tz, count, from: new Date(from) }).map((d) => d.toISOString())
}
