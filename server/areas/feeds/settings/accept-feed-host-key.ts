import type { Parsed } from '#contract/index.ts'
import { lockVendorOf } from '#server/areas/vendor-record/public.ts'
import { acceptHostKey } from '#server/platform/host-keys.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { ofFeed } from '../feed-owner.ts'
import { getFeed } from '../read.ts'
import { lockFeed } from './save-feed.ts'

/** Trusts the changed key of a feed's SFTP server from now on. */
export async function acceptFeedHostKey(ctx: Ctx, { params, body }: Parsed<'acceptFeedHostKey'>) {
  await write(ctx, async (tx, logActivity) => {
    await lockVendorOf(ctx, tx, 'feed', params.feed_id)
    const feed = await lockFeed(tx, params.feed_id)
    const before = await acceptHostKey(tx, params, body)
    await logActivity({
      type: 'feed.host_key',
      ...ofFeed(feed, `New host key of ${body.host}:${body.port} accepted`),
      entity: 'feed',
      entity_id: feed.feed_id,
      changes: { host_key: { from: `SHA256:${before}`, to: `SHA256:${body.key_sha256}` } },
    })
  })
  return getFeed(ctx, { params })
}
