import type { Parsed, Result } from '#contract/index.ts'
import { feedFormat, feedMapping, feedRules } from '#contract/feeds/settings.ts'
import type { Feed } from '#contract/feeds/feeds.ts'
import { presets as knownPresets } from '#engine/presets/presets.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import type { Db } from '#server/platform/database/db.ts'
import { listHostKeys } from '#server/platform/host-keys.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { FileAnswer } from '#server/platform/http/http.ts'
import type { Ctx, Services } from '#server/platform/services.ts'
import { versionOf, type EditedRecord } from '#server/platform/database/versions.ts'
import { currencyOf } from './run/currency.ts'
import { fileColumns } from './settings/file-columns.ts'
import { shownSource } from './settings/source-keys.ts'
import { furtherFilesOf, uploadOf } from './settings/save-further.ts'
import { vendorColumns } from './feed-owner.ts'
import { nextRuns } from './runs/start-run.ts'

/** The parts of a feed that its forms edit. */
export const editedFeed = (id: number): EditedRecord => ({
  entity: 'feed',
  id,
  types: ['feed.settings'],
})
export const editedSchedule = (id: number): EditedRecord => ({ entity: 'feed', id, types: ['feed.schedule'] })

const feedColumns = [
  'feed_id',
  'dropshipper_id',
  'vendor_custom_feed_id',
  ...fileColumns,
  'rules',
  'mapping_version',
  'one_time_threshold_percent',
  'current_run_id',
  'updated_tm',
] as const

export async function getFeed(
  ctx: Pick<Services, 'db' | 'files'>,
  { params }: Parsed<'getFeed'>,
): Promise<Feed> {
  const version = await versionOf(ctx.db, editedFeed(params.feed_id))
  const row = await ctx.db
    .selectFrom('feed')
    .innerJoin('dropshipper', 'dropshipper.dropshipper_id', 'feed.dropshipper_id')
    .select(feedColumns.map((column) => `feed.${column}` as const))
    .select('supplier_name')
    .select(vendorColumns)
    .where('feed_id', '=', params.feed_id)
    .executeTakeFirst()
  if (!row) throw notFound('feed')
  return {
    version,
    feed_id: row.feed_id,
    dropshipper_id: row.dropshipper_id,
    supplier: row.supplier_name,
    vendor_custom_feed_id: row.vendor_custom_feed_id,
    vendor_id: row.vendor_id,
    source: shownSource(row.source),
    source_secret_set: row.source_secret !== null,
    host_keys: await listHostKeys(ctx.db, { feed_id: row.feed_id }),
    format: feedFormat.parse(row.format),
    mapping: feedMapping.parse(row.mapping),
    rules: feedRules.parse(row.rules),
    mapping_version: row.mapping_version,
    one_time_threshold_percent:
      row.one_time_threshold_percent === null ? null : Number(row.one_time_threshold_percent),
    current_run_id: row.current_run_id,
    currency: await currencyOf(ctx.db, row.feed_id),
    updated_tm: row.updated_tm,
    upload: await uploadOf(ctx.files, { ...row, upload_tm: row.upload_tm ?? row.updated_tm }),
    further: await furtherFilesOf(ctx.db, ctx.files, row.feed_id),
  }
}

export const listPresets = () =>
  Promise.resolve(knownPresets.map(({ name, label, format, mapping }) => ({ name, label, format, mapping })))

export async function downloadRejectedRows(
  ctx: Ctx,
  { params }: Parsed<'downloadRejectedRows'>,
): Promise<FileAnswer> {
  const run = await ctx.db
    .selectFrom('feed_run')
    .select('rejected_key')
    .where('feed_run_id', '=', params.feed_run_id)
    .executeTakeFirst()
  if (!run?.rejected_key || !(await ctx.files.stat(run.rejected_key))) throw notFound('rejected rows file')
  return {
    name: `rejected-rows-run-${params.feed_run_id}.csv`,
    type: 'text/csv; charset=utf-8',
    body: await ctx.files.open(run.rejected_key),
  }
}

/** The schedule of a supplier's own feed. */
export async function getSchedule(ctx: Services, { params }: Parsed<'getSchedule'>) {
  return readSchedule(ctx, await feedOfSupplier(ctx.db, params.id))
}
export const getFeedSchedule = (ctx: Services, { params }: Parsed<'getFeedSchedule'>) =>
  readSchedule(ctx, params.feed_id)

export async function feedOfSupplier(db: Db, dropshipperId: number): Promise<number> {
  const row = await db
    .selectFrom('feed')
    .select('feed_id')
    .where('dropshipper_id', '=', dropshipperId)
    .where(ownFeed('feed'))
    .executeTakeFirst()
  if (!row) throw notFound('supplier')
  return row.feed_id
}

export async function readSchedule(ctx: Services, feedId: number): Promise<Result<'getFeedSchedule'>> {
  const version = await versionOf(ctx.db, editedSchedule(feedId))
  const row = await ctx.db
    .selectFrom('feed')
    .select(['schedule_active', 'schedule_cron', 'schedule_tz'])
    .where('feed_id', '=', feedId)
    .executeTakeFirst()
  if (!row) throw notFound('feed')
  return {
    version,
    active: row.schedule_active,
    cron: row.schedule_cron,
    tz: row.schedule_tz,
    next_runs: row.schedule_active
      ? nextRuns(ctx, { cron: row.schedule_cron, tz: row.schedule_tz, count: 5 })
      : [],
  }
}
