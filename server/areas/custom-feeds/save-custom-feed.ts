import { fieldName } from '#contract/activity/names.ts'
import {
  customFeedDetails,
  customFeedInput,
  withSource,
  type CustomFeedDetails,
  type CustomFeedInput,
} from '#contract/custom-feeds/custom-feeds.ts'
import { feedFormat, feedRules, typedSource, type FeedSource } from '#contract/feeds/settings.ts'
import type { Parsed } from '#contract/index.ts'
import { changeFeed, lockFeed, refuseKey, storeSource } from '#server/areas/feeds/public.ts'
import { markStoresOfVendorBehind } from '#server/areas/stores/public.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { conflict, invalid, notFound, requireFresh } from '#server/platform/http/errors.ts'
import { differences, write, type Activity, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { editedCustomFeed, knownCustomFeed, activityFields } from './known-custom-feed.ts'
import { readOptions } from './options.ts'
import { readCustomFeed } from './read.ts'

type Body = Parsed<'saveCustomFeed'>['body']
type Change = Body & { vendor_custom_feed_id: number }
const isChange = (body: Body): body is Change => body.vendor_custom_feed_id !== undefined

/**
 * Adds or changes a custom feed: what it means for its vendor, and how its file is fetched and checked.
 * Fields that aren't given keep their value.
 */
export async function saveCustomFeed(ctx: Ctx, { params: { vid }, body }: Parsed<'saveCustomFeed'>) {
  if (body.source_secret !== undefined) requireFresh(ctx.who)
  const id = await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vid)
    const { id, dropshipperId, activities } = isChange(body)
      ? await change(ctx, tx, vid, body)
      : await add(ctx, tx, vid, customFeedInput.parse(withSource(body)))
    // both when it stops counting and when it begins to
    if (activities.length > 0) await markStoresOfVendorBehind(tx, vid, [dropshipperId])
    await logActivity(activities)
    return id
  })
  return readCustomFeed(ctx, ctx.db, id)
}

/** The columns behind the dialog's fields. */
const columnsOf = ({ is_restricted, custom_price, ...columns }: CustomFeedDetails) => ({
  ...columns,
  is_restricted_setup: is_restricted,
  is_custom_price_setup: custom_price,
})

interface SavedFeed {
  id: number
  dropshipperId: number
  activities: Activity[]
}

async function add(ctx: Ctx, tx: Tx, vid: number, body: CustomFeedInput): Promise<SavedFeed> {
  const supplier = await tx
    .selectFrom('dropshipper')
    .select(['supplier_name', 'custom_feed_support'])
    .where('dropshipper_id', '=', body.dropshipper_id)
    .executeTakeFirst()
  if (!supplier) throw invalid({ dropshipper_id: 'Supplier not found' })
  if (supplier.custom_feed_support === 0)
    throw invalid({ dropshipper_id: `${supplier.supplier_name} doesn’t support custom feeds` })
  const existingFeed = await tx
    .selectFrom('vendor_custom_feed')
    .select('vendor_custom_feed_id')
    .where('vendor_id', '=', vid)
    .where('dropshipper_id', '=', body.dropshipper_id)
    .executeTakeFirst()
  if (existingFeed)
    throw invalid({ dropshipper_id: `This vendor already has a custom feed from ${supplier.supplier_name}` })
  if (body.new_file)
    throw invalid({ new_file: 'Add the custom feed first, then upload the file on its page' })
  refuseOtherKind(body, body.source)
  refuseKey(body.source, body.source_secret)
  const details = customFeedDetails.parse(body)
  await refuseUnoffered(tx, body.dropshipper_id, details, undefined)
  const { vendor_custom_feed_id } = await tx
    .insertInto('vendor_custom_feed')
    .values({ vendor_id: vid, dropshipper_id: body.dropshipper_id, ...columnsOf(details) })
    .returning('vendor_custom_feed_id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('feed')
    .values({
      dropshipper_id: body.dropshipper_id,
      vendor_custom_feed_id,
      source: storeSource(ctx.secrets, body.source, undefined, 'url').json,
      source_secret: body.source_secret ? ctx.secrets.seal(body.source_secret) : null,
      format: JSON.stringify(feedFormat.parse({ kind: body.feed_filetype })),
      rules: JSON.stringify(feedRules.parse({ threshold_percent: body.threshold_percent })),
      one_time_threshold_percent:
        body.one_time_threshold_percent === null ? null : String(body.one_time_threshold_percent),
    })
    .execute()
  const customFeed = await knownCustomFeed(tx, vendor_custom_feed_id)
  const message = `Custom feed added: ${customFeed.dropshipper_name}`
  return {
    id: vendor_custom_feed_id,
    dropshipperId: body.dropshipper_id,
    activities: [{ type: 'custom_feed.add', ...activityFields(customFeed), message }],
  }
}

async function change(ctx: Ctx, tx: Tx, vid: number, body: Change): Promise<SavedFeed> {
  const id = body.vendor_custom_feed_id
  const customFeed = await knownCustomFeed(tx, id)
  if (customFeed.vendor_id !== vid) throw notFound('custom feed')
  if (body.dropshipper_id !== undefined && body.dropshipper_id !== customFeed.dropshipper_id)
    throw conflict(
      `A custom feed’s supplier can’t be changed. This feed is from ${customFeed.dropshipper_name}`,
    )
  const feed = await lockFeed(tx, customFeed.feed_id)
  await refuseStale(tx, ctx, editedCustomFeed(customFeed.feed_id), body.version)
  const { rows } = await sql<CustomFeedDetails>`
    select active, is_restricted_setup as is_restricted, is_custom_price_setup as custom_price,
      add_out_of_stock_product, dynamic_pricing_tier, dynamic_restricted_access
    from vendor_custom_feed
    where vendor_custom_feed_id = ${id}
    for update`.execute(tx)
  const before = singleRow(rows)
  const details = customFeedDetails.parse({ ...before, ...body })
  await refuseUnoffered(tx, customFeed.dropshipper_id, details, before)
  const activities: Activity[] = []
  const changes = differences({ ...before }, details)
  if (changes) {
    await tx
      .updateTable('vendor_custom_feed')
      .set(columnsOf(details))
      .where('vendor_custom_feed_id', '=', id)
      .execute()
    const fieldNames = Object.keys(changes).map(fieldName).join(', ')
    const message = `Custom feed from ${customFeed.dropshipper_name} changed: ${fieldNames}`
    activities.push({ type: 'custom_feed.save', ...activityFields(customFeed), message, changes })
  }
  const previous = feed.before
  const {
    feed_filetype: kind = previous.format.kind,
    threshold_percent = previous.rules.threshold_percent,
    one_time_threshold_percent = previous.one_time_threshold_percent,
  } = body
  const settings = await changeFeed(ctx, tx, feed, {
    ...previous,
    source: sourceOf(body, previous.source),
    source_secret: body.source_secret,
    new_file: body.new_file,
    format: { ...previous.format, kind },
    rules: { ...previous.rules, threshold_percent },
    one_time_threshold_percent,
  })
  if (settings) activities.push(settings)
  return { id, dropshipperId: customFeed.dropshipper_id, activities }
}

const refuseOtherKind = (
  { feed_access_type: kind }: Pick<Body, 'feed_access_type'>,
  source: FeedSource,
): void => {
  if (kind !== undefined && kind !== source.kind)
    throw invalid({ feed_access_type: `The source that is given is of the kind ${source.kind}` })
}

/** The source as it will be: by its fields, or by its kind with the fields that the old one had, too. */
function sourceOf({ source, feed_access_type: kind }: Change, previous: FeedSource): FeedSource {
  const typed = source ?? previous
  // a record that is sent back with another source or another kind has the old one of the other
  if (kind === undefined || kind === typed.kind || (kind === previous.kind && source)) return typed
  if (typed.kind !== previous.kind) refuseOtherKind({ feed_access_type: kind }, typed)
  const { data, error } = typedSource.safeParse({ ...typed, kind })
  if (data) return data
  const faults = error.issues.map(({ path, message }) => [['source', ...path].join('.'), message])
  throw invalid(Object.fromEntries(faults))
}

/** Options that the supplier doesn't offer can't be chosen; one chosen when it did may stay. */
async function refuseUnoffered(
  tx: Tx,
  dropshipperId: number,
  after: CustomFeedDetails,
  before: CustomFeedDetails | undefined,
): Promise<void> {
  const { tiers, restricted_access } = await readOptions(tx, dropshipperId)
  const tier = after.dynamic_pricing_tier
  if (tier !== null && tier !== before?.dynamic_pricing_tier && !tiers.some(({ name }) => name === tier))
    throw invalid({ dynamic_pricing_tier: 'Tier not found. Choose one of the supplier’s tiers' })
  if (after.dynamic_restricted_access && !before?.dynamic_restricted_access && !restricted_access)
    throw invalid({ dynamic_restricted_access: 'This supplier doesn’t allow custom feeds to grant access' })
}
