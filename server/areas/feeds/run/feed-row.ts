import type { Selectable } from 'kysely'
import type { Feed as FeedTable } from '#server/db/tables.ts'
import type { Db } from '#server/platform/database/db.ts'
import { fileColumns } from '../settings/file-columns.ts'
import { vendorColumns, type FeedOf } from '../feed-owner.ts'

const feedColumns = [
  'feed_id',
  'dropshipper_id',
  'vendor_custom_feed_id',
  ...fileColumns,
  'etag',
  'last_modified',
  'rules',
  'one_time_threshold_percent',
  'current_run_id',
] as const
/** What a run needs to know about its feed. */
export type FeedRow = Pick<Selectable<FeedTable>, (typeof feedColumns)[number]> &
  FeedOf & {
    supplier_name: string
    max_file_age_allowed_in_days: number
  }

export const readFeedRow = (db: Db, feedId: number): Promise<FeedRow> =>
  db
    .selectFrom('feed')
    .innerJoin('dropshipper', 'dropshipper.dropshipper_id', 'feed.dropshipper_id')
    .select(feedColumns.map((column) => `feed.${column}` as const))
    .select(['supplier_name', 'max_file_age_allowed_in_days'])
    .select(vendorColumns)
    .where('feed_id', '=', feedId)
    .executeTakeFirstOrThrow()
