import { activation } from '#contract/integrations/activation.ts'
import { sql } from '#server/platform/database/db.ts'

/** Integrations that are active unless they are frozen, in `vendor_market_map m`. */
export const readyIntegration = sql<boolean>`m.is_activated = ${sql.lit(activation.active)} and m.market_is_on`
/** Integrations whose stores are kept up to date, including those that are pending cancellation. */
export const activeIntegration = sql<boolean>`${readyIntegration} and m.paused_at is null`

/**
 * Counts of the subscriptions and integrations of `vendor v`, by status. A pending cancellation or freeze
 * counts as that; an integration without its subscription doesn't count.
 */
export const vendorCounts = sql`
  select
    count(distinct s.dropshipper_id) as subscription_count,
    count(*) filter (where m.standing = 'active') as total_active_integrations,
    count(*) filter (where m.standing = 'cancel pending') as total_cancel_pending,
    count(*) filter (where m.standing = 'freeze pending') as total_freeze_pending,
    count(*) filter (where m.standing = 'frozen') as total_frozen
  from subscription s
  left join (
    select
      vendor_id,
      dropshipper_id,
      case
        when is_cancel_pending then 'cancel pending'
        when is_pause_pending then 'freeze pending'
        when paused_at is not null then 'frozen'
        when ${activeIntegration} then 'active'
      end as standing
    from vendor_market_map m) m using (vendor_id, dropshipper_id)
  where s.vendor_id = v.vendor_id`
