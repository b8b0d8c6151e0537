import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { sql } from '#server/platform/database/db.ts'

/** The feeds behind a vendor's stores: of each supplier it is subscribed to, and its own active custom feeds. */
export const feedsOfVendor = (vendorId: number) => sql`
  select f.feed_id, f.dropshipper_id, f.vendor_custom_feed_id
  from subscription s
  join feed f using (dropshipper_id)
  left join vendor_custom_feed c on c.vendor_custom_feed_id = f.vendor_custom_feed_id
  where s.vendor_id = ${vendorId}
    and (${ownFeed('f')} or (c.vendor_id = s.vendor_id and c.active))`
