import { activation } from '#contract/integrations/activation.ts'
import type { DayRange } from '#contract/marketing/periods.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { endOf, startOf } from '#server/areas/marketing/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

export interface PartnerSupplier {
  dropshipper_id: number
  supplier_name: string
}

/** The supplier whose monthly report this is; null: none was chosen. */
export async function partnerSupplier(
  db: Db,
  monthly_report: 'data_provider' | 'wholesaler',
): Promise<PartnerSupplier | null> {
  const supplier = await db
    .selectFrom('dropshipper')
    .select(['dropshipper_id', 'supplier_name'])
    .where('monthly_report', '=', monthly_report)
    .executeTakeFirst()
  return supplier ?? null
}

const kinds = {
  activation: sql`('activated', 'onboarding', 'released')`,
  switch: sql`('paused', 'resumed')`,
  freeze: sql`('frozen', 'unfrozen')`,
}
/** The last event of a kind until this one. */
const lastOf = (kind: keyof typeof kinds) => sql`
  (array_agg(e.what) filter (where e.what in ${kinds[kind]}) over so_far)[
    (count(*) filter (where e.what in ${kinds[kind]}) over so_far)::int]`
const firstOf = (kind: keyof typeof kinds) => sql`
  (array_agg(e.what order by e.tm, e.integration_event_id) filter (where e.what in ${kinds[kind]}))[1]`

/**
 * When integrations of a supplier were active while their vendor was, until a month ended, from events alone.
 * Of an integration older than the history, the time before its first event follows from that event or, without one,
 * from the integration.
 */
export const activeSpans = ({ dropshipper_id }: PartnerSupplier, month: DayRange) => sql`
  select *
  from (
    select i.vendor_market_map_id, i.vendor_id, greatest(i.since, v.since) as since,
      least(i.until, v.until, ${monthEnd(month)}) as until
    from (
      select vendor_market_map_id, vendor_id, tm as since,
        coalesce(lead(tm) over (partition by vendor_market_map_id order by tm, integration_event_id), 'infinity')
          as until,
        what <> 'removed'
          and coalesce(last_activation = 'activated', was_activated)
          and coalesce(last_switch = 'resumed', was_on)
          and coalesce(last_freeze = 'unfrozen', was_unfrozen) as is_active
      from (
        select e.*, f.was_activated, f.was_on, f.was_unfrozen, ${lastOf('activation')} as last_activation,
          ${lastOf('switch')} as last_switch, ${lastOf('freeze')} as last_freeze
        from integration_event e
        join (
          select e.vendor_market_map_id,
            case ${firstOf('activation')}
              when 'activated' then false
              when 'onboarding' then true
              when 'released' then true
              else coalesce(min(m.is_activated) = ${sql.lit(activation.active)}, false)
            end as was_activated,
            coalesce(${firstOf('switch')} = 'paused', bool_and(m.market_is_on), true)
              as was_on,
            coalesce(${firstOf('freeze')} = 'frozen', bool_and(m.paused_at is null), true)
              as was_unfrozen
          from integration_event e
          left join vendor_market_map m using (vendor_market_map_id)
          where e.dropshipper_id = ${dropshipper_id}
          group by e.vendor_market_map_id) f using (vendor_market_map_id)
        where e.dropshipper_id = ${dropshipper_id}
        window so_far as (partition by e.vendor_market_map_id order by e.tm, e.integration_event_id)) flagged) i
    join (
      select vendor_id, tm as since, to_id,
        coalesce(lead(tm) over (partition by vendor_id order by tm, vendor_status_change_id), 'infinity') as until
      from vendor_status_change
      where vendor_id in (select vendor_id from integration_event where dropshipper_id = ${dropshipper_id})) v
      using (vendor_id)
    where i.is_active
      and v.to_id = ${sql.lit(vendorStatus.active)}
      and i.since < v.until
      and v.since < i.until) spans
  where since < until`

/** The vendors' listings of the supplier's products now, and when one was last sent. */
export const listedNow = ({ dropshipper_id }: PartnerSupplier) => sql`
  select st.vendor_id, count(*) as listed, max(sp.sent_tm) as last_sent_tm
  from product p
  join store_product sp using (product_id)
  join vendor_store st using (vendor_store_id)
  where p.dropshipper_id = ${dropshipper_id} and sp.in_store
  group by st.vendor_id`

export const monthStart = ({ start }: DayRange) => sql`${startOf(start)}::timestamptz`
export const monthEnd = ({ end }: DayRange) => sql`${endOf(end)}::timestamptz`
