import type { Parsed } from '#contract/index.ts'
import { isFed } from '#contract/feeds/settings.ts'
import { lockVendorOf } from '#server/areas/vendor-record/public.ts'
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { feedToRun } from '../runs/start-run.ts'
import { backTestFiles, keptFiles } from './back-test-files.job.ts'

/** Queues a trial of settings on a feed's kept files, one trial at a time; the feed itself doesn't change. */
export const startFileBackTest = (ctx: Ctx, { params, body }: Parsed<'startFileBackTest'>) =>
  write(ctx, async (tx, logActivity) => {
    await lockVendorOf(ctx, tx, 'feed', params.feed_id)
    const feed = await feedToRun(tx, params.feed_id)
    if (!feed) throw notFound('feed')
    const mapping = body.mapping.filter(isFed)
    if (!mapping.some((m) => m.field === 'sku')) throw invalid({ mapping: 'Map the SKU first' })
    const files = await keptFiles(tx, feed.feed_id)
    if (files.length < 2) throw conflict('Testing needs at least 2 stored files that a run has read')
    const going = await tx
      .selectFrom('feed_back_test')
      .select('job_id')
      .where('feed_id', '=', feed.feed_id)
      .where('end_tm', 'is', null)
      .executeTakeFirst()
    if (going) throw conflict(`Job ${going.job_id} is already testing settings for this feed`)
    const { format, rules, one_time_threshold_percent: oneTime } = body
    const { feed_back_test_id } = await tx
      .insertInto('feed_back_test')
      .values({
        feed_id: feed.feed_id,
        settings: JSON.stringify({ format, mapping, rules, oneTime }),
        asked_by: ctx.who.name,
        of_files: files.length,
      })
      .returning('feed_back_test_id')
      .executeTakeFirstOrThrow()
    const job_id = await ctx.jobs.enqueue(tx, backTestFiles, {
      payload: { feed_id: feed.feed_id, feed_back_test_id },
      subject: feed.supplier_name,
      paramValue: feed_back_test_id,
      requestedBy: ctx.who.name,
      rank: 5,
    })
    await tx
      .updateTable('feed_back_test')
      .set({ job_id })
      .where('feed_back_test_id', '=', feed_back_test_id)
      .execute()
    await logActivity({
      type: 'feed.back_test',
      dropshipper_id: feed.dropshipper_id,
      entity: 'feed',
      entity_id: feed.feed_id,
      message: `Test of settings on ${files.length} stored files started, job ${job_id}`,
    })
    return { feed_back_test_id, job_id }
  })
