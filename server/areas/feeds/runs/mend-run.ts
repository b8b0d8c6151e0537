import type { Parsed } from '#contract/index.ts'
import { feedMapping } from '#contract/feeds/settings.ts'
import { invalid, notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockRun, refuse } from './lock-run.ts'
import { keepMended, type RejectedFile } from './mended-rows.ts'
import { uploadKeys } from '../files/old-files.ts'
import { mayMend } from './rules.ts'
import { queueRun } from './start-run.ts'

/** Starts a run of only a run's rejected rows, mended; the feed's source doesn't change. */
export async function mendRun(ctx: Ctx, { params, body: { file } }: Parsed<'mendRun'>) {
  const rejectedRowsFile = await readRejectedFile(ctx, params.feed_run_id)
  const key = uploadKeys.key({ owner: rejectedRowsFile.feed_id, uuid: file.id })
  if (!(await ctx.files.stat(key))) throw invalid({ file: 'The uploaded file has expired. Upload it again.' })
  const mendedFile = await keepMended(ctx.files, rejectedRowsFile, { key, name: file.name })
  const startedRun = await write(ctx, async (tx, logActivity) => {
    const { run } = await lockRun(ctx, tx, params.feed_run_id)
    refuse(mayMend(run))
    return queueRun(ctx, tx, run.feed_id, {
      dry: false,
      requestedBy: ctx.who.name,
      mendedRows: { runId: run.feed_run_id, key: mendedFile.key, name: file.name },
      logActivity,
    })
  })
  return { ...startedRun, rows: mendedFile.rows, left_out: mendedFile.left_out }
}

async function readRejectedFile({ db, files }: Ctx, feed_run_id: number): Promise<RejectedFile> {
  const run = await db
    .selectFrom('feed_run')
    .innerJoin('feed', 'feed.feed_id', 'feed_run.feed_id')
    .select(['feed.feed_id', 'rejected_key', 'mapping'])
    .where('feed_run_id', '=', feed_run_id)
    .executeTakeFirst()
  if (!run) throw notFound('run')
  if (!run.rejected_key || !(await files.stat(run.rejected_key))) throw notFound('rejected rows file')
  const skuColumn = feedMapping.parse(run.mapping).find((m) => m.field === 'sku')?.from
  return { feed_run_id, feed_id: run.feed_id, key: run.rejected_key, skuColumn }
}
