import { raise } from '#server/platform/notices.ts'
import type { Tx } from '#server/platform/database/db.ts'

interface NoticedFeed {
  feed_id: number
  dropshipper_id: number
  vendor_custom_feed_id: number | null
  vendor_id: number | null
}

/** Notifies staff of a feed that needs attention, or of a warning. */
export const announce = (
  tx: Tx,
  { feed_id, dropshipper_id, vendor_custom_feed_id, vendor_id }: NoticedFeed,
  { kind, message, runId }: { kind: 'feed' | 'feed_warned'; message: string; runId: number },
): Promise<void> =>
  raise(tx, {
    kind,
    subject: feed_id,
    message,
    link: `/feed-runs/${runId}`,
    dropshipper_id,
    vendor_custom_feed_id,
    vendor_id,
  })
