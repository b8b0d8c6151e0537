import type { FeedPreview } from '#contract/feeds/preview.ts'
import { feedMapping } from '#contract/feeds/settings.ts'
import { followRemembered, headingsKey } from '#engine/mapping/remembered.ts'
import { tryMapping } from '#engine/try-mapping.ts'
import type { Db, Tx } from '#server/platform/database/db.ts'

type Read = Pick<FeedPreview, 'columns' | 'rows' | 'format' | 'suggestion' | 'tried'>
type Suggestion = Pick<FeedPreview, 'suggestion' | 'tried' | 'remembered'>

/** The suggestion as another supplier's feed is mapped, if its file has the same headings; else the file's own. */
export async function suggestRemembered(db: Db, feed: { feed_id: number }, read: Read): Promise<Suggestion> {
  const { columns, rows, suggestion, tried } = read
  const otherFeed = await feedWithHeadings(db, feed.feed_id, headingsKey(columns))
  if (!otherFeed) return { suggestion, tried, remembered: null }
  const { mapping, dropshipper_id, supplier_name } = otherFeed
  const because = `as for ${supplier_name}`
  const sample = { columns, rows: rows.map((row) => row.cells) }
  const followedSuggestion = followRemembered(suggestion, sample, feedMapping.parse(mapping), because)
  if (!followedSuggestion.mapping.some((m) => m.field === 'sku'))
    return { suggestion, tried, remembered: null }
  const settings = { format: read.format, mapping: followedSuggestion.mapping, rules: suggestion.rules }
  return {
    suggestion: { ...suggestion, ...followedSuggestion },
    tried: tryMapping({ columns, rows }, settings),
    remembered: { dropshipper_id, supplier_name },
  }
}

/** The supplier's feed with these headings that was applied last. Vendors' own feeds are never shown to others. */
const feedWithHeadings = async (db: Db, feedId: number, key: string | undefined) =>
  key === undefined
    ? undefined
    : db
        .selectFrom('feed')
        .innerJoin('dropshipper', 'dropshipper.dropshipper_id', 'feed.dropshipper_id')
        .select(['mapping', 'feed.dropshipper_id', 'supplier_name'])
        .where('headings_key', '=', key)
        .where('vendor_custom_feed_id', 'is', null)
        .where('feed_id', '<>', feedId)
        .orderBy('current_run_id', 'desc')
        .limit(1)
        .executeTakeFirst()

/** Remembers by which headings the feed's applied file was mapped. */
export const rememberHeadings = (tx: Tx, feedId: number, columns: readonly string[]) =>
  tx
    .updateTable('feed')
    .set({ headings_key: headingsKey(columns) ?? null })
    .where('feed_id', '=', feedId)
    .execute()
