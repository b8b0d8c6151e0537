import { fieldName } from '#contract/activity/names.ts'
import {
  feedFormat,
  feedMapping,
  feedRules,
  feedSource,
  isFed,
  passwordForgotten,
} from '#contract/feeds/settings.ts'
import type { Parsed } from '#contract/index.ts'
import { markStoresOfVendorBehind } from '#server/areas/stores/public.ts'
import { lockVendorOf } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid, notFound } from '#server/platform/http/errors.ts'
import { differences, write, type Activity, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { ofFeed, vendorColumns } from '../feed-owner.ts'
import { editedFeed, getFeed } from '../read.ts'
import { uploadKeys } from '../files/old-files.ts'
import { saveFurther } from './save-further.ts'

const editedColumns = [
  'feed_id',
  'dropshipper_id',
  'vendor_custom_feed_id',
  'source',
  'source_secret',
  'format',
  'mapping',
  'mapping_version',
  'rules',
  'one_time_threshold_percent',
  'upload_key',
  'upload_name',
] as const

/**
 * Saves a feed's source, with the file that was uploaded for it, format, mapping, rules and further files. A
 * changed mapping is kept as a version of its own; what feeds no field is no part of it.
 */
export async function saveFeed(ctx: Ctx, { params, body }: Parsed<'saveFeed'>) {
  await write(ctx, async (tx, logActivity) => {
    await lockVendorOf(ctx, tx, 'feed', params.feed_id)
    const feed = await lockFeed(tx, params.feed_id)
    await refuseStale(tx, ctx, editedFeed(feed.feed_id), body.version)
    const activity = await changeFeed(ctx, tx, feed, body)
    if (activity) await logActivity(activity)
  })
  return getFeed(ctx, { params })
}

/** A feed's settings, held until the write ends. */
export async function lockFeed(tx: Tx, feedId: number) {
  const feed = await tx
    .selectFrom('feed')
    .select(editedColumns)
    .select(vendorColumns)
    .where('feed_id', '=', feedId)
    .forUpdate()
    .executeTakeFirst()
  if (!feed) throw notFound('feed')
  const before: Settings = {
    source: feedSource.parse(feed.source),
    format: feedFormat.parse(feed.format),
    mapping: feedMapping.parse(feed.mapping),
    rules: feedRules.parse(feed.rules),
    one_time_threshold_percent:
      feed.one_time_threshold_percent === null ? null : Number(feed.one_time_threshold_percent),
  }
  return { ...feed, before }
}
type LockedFeed = Awaited<ReturnType<typeof lockFeed>>
type Body = Omit<Parsed<'saveFeed'>['body'], 'version'>
type Settings = Pick<Body, 'source' | 'format' | 'mapping' | 'rules' | 'one_time_threshold_percent'>

/** Makes a locked feed's settings these, and answers what the log holds of it; nothing: nothing changes. */
export async function changeFeed(
  ctx: Ctx,
  tx: Tx,
  { before, ...feed }: LockedFeed,
  body: Body,
): Promise<Activity | undefined> {
  const { source, format, rules, one_time_threshold_percent, new_file } = body
  const mapping = body.mapping.filter(isFed)
  const key = new_file && uploadKeys.key({ owner: feed.feed_id, uuid: new_file.id })
  const takesUpload = key !== undefined && key !== feed.upload_key
  if (takesUpload && !(await ctx.files.stat(key)))
    throw invalid({ new_file: 'The uploaded file is not kept any more; upload it again' })
  // a password given for one place is never sent to another: whoever changes the place must know it
  const forgetsPassword =
    feed.source_secret !== null &&
    body.source_secret === undefined &&
    passwordForgotten(before.source, source) !== undefined
  const secret = forgetsPassword ? '' : body.source_secret
  const further = body.further && (await saveFurther(tx, ctx, feed.feed_id, body.further))
  const changes = {
    ...differences({ ...before }, { source, format, mapping, rules, one_time_threshold_percent }),
    ...(takesUpload && { file: { from: feed.upload_name, to: new_file!.name } }),
    ...(secret !== undefined && {
      source_secret: { from: '(hidden)', to: forgetsPassword ? '(forgotten)' : '(changed)' },
    }),
    ...further,
  }
  if (Object.keys(changes).length === 0) return undefined
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
      ...(takesUpload && { upload_key: key, upload_name: new_file!.name, upload_tm: sql`now()` }),
      ...(secret !== undefined && { source_secret: secret === '' ? null : ctx.secrets.seal(secret) }),
      // another source's tags say nothing of this one
      ...('source' in changes && { etag: null, last_modified: null }),
    })
    .where('feed_id', '=', feed.feed_id)
    .execute()
  // whether a custom feed's quantities count is said by its mapping
  if (feed.vendor_id !== null && ('mapping' in changes || further))
    await markStoresOfVendorBehind(tx, feed.vendor_id, [feed.dropshipper_id])
  return {
    type: 'feed.settings',
    ...ofFeed(feed, `Feed settings changed: ${Object.keys(changes).map(fieldName).join(', ')}`),
    entity: 'feed',
    entity_id: feed.feed_id,
    changes,
  }
}
