import type { Tx } from '#server/platform/database/db.ts'

/** Notifies staff of a feed that needs attention. */
export async function announce(
  tx: Tx,
  feed: { dropshipper_id: number; vendor_custom_feed_id: number | null },
  { category, message, runId }: { category: string; message: string; runId: number },
): Promise<void> {
  await tx
    .insertInto('system_message')
    .values({
      category,
      message,
      dropshipper_id: feed.dropshipper_id,
      vendor_custom_feed_id: feed.vendor_custom_feed_id,
      link: `/feed-runs/${runId}`,
    })
    .execute()
}
