import { fieldName } from '#contract/activity/names.ts'
import { feedFormat, feedMapping, feedRules, isFed, passwordForgotten } from '#contract/feeds/settings.ts'
import type { Parsed } from '#contract/index.ts'
import { markStoresOfVendorBehind } from '#server/areas/stores/public.ts'
import { lockVendorOf } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid, notFound, requireFresh } from '#server/platform/http/errors.ts'
import { differences, write, type Activity, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { ofFeed, vendorColumns } from '../feed-owner.ts'
import { editedFeed, getFeed } from '../read.ts'
import { uploadKeys } from '../files/old-files.ts'
import { refuseKey, shownSource, storeSource } from './source-keys.ts'
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
 * changed mapping is kept as a new version; entries that feed no field are left out.
 */
export async function saveFeed(ctx: Ctx, { params, body }: Parsed<'saveFeed'>) {
  if ([body, ...(body.further ?? [])].some(({ source_secret }) => source_secret !== undefined))
    requireFresh(ctx.who)
  await write(ctx, async (tx, logActivity) => {
    await lockVendorOf(ctx, tx, 'feed', params.feed_id)
    const feed = await lockFeed(tx, params.feed_id)
    await refuseStale(tx, ctx, editedFeed(feed.feed_id), body.version)
    const activity = await changeFeed(ctx, tx, feed, body)
    if (activity) await logActivity(activity)
  })
  return getFeed(ctx, { params })
}

/** A feed's settings, locked until the write ends. */
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
    source: shownSource(feed.source),
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

/** Changes a locked feed's settings and returns the activity to log; undefined: nothing changes. */
export async function changeFeed(
  ctx: Ctx,
  tx: Tx,
  { before, ...feed }: LockedFeed,
  body: Body,
): Promise<Activity | undefined> {
  const { format, rules, one_time_threshold_percent, new_file } = body
  const { shown: source, ...stored } = storeSource(ctx.secrets, body.source, feed.source)
  refuseKey(source, body.source_secret)
  const mapping = body.mapping.filter(isFed)
  const upload = new_file && newUpload(feed, new_file)
  if (upload && !(await ctx.files.stat(upload.key)))
    throw invalid({ new_file: 'The uploaded file has expired. Upload it again.' })
  // a password given for one place is never sent to another: whoever changes the place must enter it again
  const forgetsPassword =
    feed.source_secret !== null &&
    body.source_secret === undefined &&
    passwordForgotten(before.source, source) !== undefined
  const secret = forgetsPassword ? '' : body.source_secret
  const further = body.further && (await saveFurther(tx, ctx, feed.feed_id, body.further))
  const changes = {
    ...differences({ ...before }, { source, format, mapping, rules, one_time_threshold_percent }),
    ...(upload && { file: { from: feed.upload_name, to: upload.name } }),
    ...(secret !== undefined && {
      source_secret: { from: '(hidden)', to: forgetsPassword ? '(forgotten)' : '(changed)' },
    }),
    ...(stored.moved.length > 0 && { source_keys: { from: '(hidden)', to: stored.moved.join(', ') } }),
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
      source: stored.json,
      format: JSON.stringify(format),
      mapping: JSON.stringify(mapping),
      rules: JSON.stringify(rules),
      one_time_threshold_percent:
        one_time_threshold_percent === null ? null : String(one_time_threshold_percent),
      mapping_version: version,
      updated_tm: sql`now()`,
      ...(upload && { upload_key: upload.key, upload_name: upload.name, upload_tm: sql`now()` }),
      ...(secret !== undefined && { source_secret: secret === '' ? null : ctx.secrets.seal(secret) }),
      // another source's tags don't apply to this one
      ...(('source' in changes || 'source_keys' in changes) && { etag: null, last_modified: null }),
    })
    .where('feed_id', '=', feed.feed_id)
    .execute()
  // the mapping determines whether a custom feed's quantities count
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

/** An uploaded file that the feed doesn't use yet. */
function newUpload(feed: Pick<LockedFeed, 'feed_id' | 'upload_key'>, file: { id: string; name: string }) {
  const key = uploadKeys.key({ owner: feed.feed_id, uuid: file.id })
  return key === feed.upload_key ? undefined : { key, name: file.name }
}
