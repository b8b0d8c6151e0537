import type { Parsed, Result } from '#contract/index.ts'
import {
  registrationPageSize,
  type CampaignRegistration,
  type RegistrationFilters,
} from '#contract/marketing/report.ts'
import { readReceived, type Received } from '#server/areas/ledger/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { all, singleRow, sortOrder } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import {
  endOf,
  purchaseSeconds,
  receivedFrom,
  receivedSince,
  refuseRegistrationRange,
  sourceColumn,
  startOf,
} from './report.ts'

/** The registrations that match, with what was received from each. */
const matching = (
  received: Received,
  { start, end, until, source, campaign_id, affiliate_id, only }: RegistrationFilters,
) => sql`
  with who as materialized (
    select v.vendor_id, v.company, v.insert_tm, s.campaign_id, s.promo_code_id, s.vendor_affiliate_id,
      concat_ws(' / ', nullif(s.utm_source, ''), nullif(s.utm_medium, ''), nullif(s.utm_campaign, '')) as tags,
      ${sourceColumn} as source
    from vendor v
    left join registration_source s using (vendor_id)
    where not v.is_staff
      and v.insert_tm >= ${startOf(start)}::timestamptz
      and v.insert_tm < ${endOf(end)}::timestamptz
      and ${all([
        campaign_id !== undefined && sql`s.campaign_id = ${campaign_id}`,
        affiliate_id !== undefined && sql`s.vendor_affiliate_id = ${affiliate_id}`,
        source !== undefined && sql`${sourceColumn} = ${source}`,
      ])}
  ), ${receivedFrom(received, receivedSince(endOf(until)))},
  matching as (
    select *, ${purchaseSeconds} as purchase_seconds
    from who
    left join money using (vendor_id)
    where ${only === 'purchases' ? sql`first_paid_tm is not null` : sql`true`}
  )`

const keys = {
  registered: sql`m.insert_tm`,
  company: sql`lower(m.company)`,
  first_paid: sql`m.first_paid_tm`,
  revenue: sql`coalesce(revenue, 0)`,
  total_revenue: sql`coalesce(total_revenue, 0)`,
} as const

/** The registrations behind a figure, in order. */
export const selectRegistrations = (
  received: Received,
  filters: RegistrationFilters,
) => sql<CampaignRegistration>`
  ${matching(received, filters)}
  select m.vendor_id, m.company, m.insert_tm as registered_tm, source, c.campaign_name as campaign,
    k.promo_code, m.vendor_affiliate_id as affiliate_vendor_id, a.company as affiliate, tags, first_paid_tm,
    round(m.purchase_seconds)::int8 as purchase_time, coalesce(revenue, 0.00) as revenue,
    coalesce(total_revenue, 0.00) as total_revenue
  from matching m
  left join campaign c on c.campaign_id = m.campaign_id
  left join promo_code k on k.promo_code_id = m.promo_code_id
  left join vendor a on a.vendor_id = m.vendor_affiliate_id
  order by ${sortOrder(filters.sort, keys).blanksLast}, m.vendor_id desc`

export async function listCampaignRegistrations(
  { db }: Ctx,
  { body }: Parsed<'listCampaignRegistrations'>,
): Promise<Result<'listCampaignRegistrations'>> {
  refuseRegistrationRange(body)
  return readReceived(db, async (received, tx) => {
    const page = await sql<CampaignRegistration>`
      ${selectRegistrations(received, body)}
      limit ${registrationPageSize}
      offset ${(body.page - 1) * registrationPageSize}`.execute(tx)
    const sums = await sql<Result<'listCampaignRegistrations'>['totals']>`
      ${matching(received, body)}
      select count(*) as total_registrations, count(first_paid_tm) as purchases,
        round(avg(purchase_seconds))::int8 as avg_purchase_time, coalesce(sum(revenue), 0.00) as revenue,
        coalesce(sum(total_revenue), 0.00) as total_revenue
      from matching`.execute(tx)
    const totals = singleRow(sums.rows)
    return { registrations: page.rows, total: totals.total_registrations, totals }
  })
}
