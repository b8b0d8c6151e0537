import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'

/** The order manager's settings for a market, from its active channels (docs/domain/order-manager.md, Channels). */
export async function orderChannel(
  db: Db,
  { vendor_id, market_id }: { vendor_id: number; market_id: number },
) {
  const { rows } = await sql<{ days: number | null; untold: string | null }>`
    select max(fetch_last_xdays_order) as days,
      case when bool_and(disable_tracking_update) then min(channel_name) end as untold
    from order_channel
    where vendor_id = ${vendor_id}
      and supported_channel_id = ${market_id}
      and active
      and delete_tm is null`.execute(db)
  return singleRow(rows)
}
