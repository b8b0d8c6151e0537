import type { EventType } from '#contract/activity/names.ts'
import { campaignPath, mostCampaigns, type Affiliate, type Campaign } from '#contract/marketing/campaigns.ts'
import { readReceived, type Received } from '#server/areas/ledger/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { versionColumn } from '#server/platform/database/versions.ts'
import type { Services } from '#server/platform/service-types.ts'
import type { Ctx } from '#server/platform/services.ts'

export const editTypes: readonly EventType[] = ['campaign.insert', 'campaign.save']
const mostAffiliates = 1000
const mostCodesOffered = 1000

/** Registrations and money, by a column of their source `s`. */
const registered = (column: string) => sql`
  select s.${sql.ref(column)}, count(*) as registered, count(r.first_tm) as paid,
    coalesce(sum(r.amount), 0.00) as total_revenue
  from registration_source s
  left join received r using (vendor_id)
  where s.${sql.ref(column)} is not null
  group by s.${sql.ref(column)}`

export const listCampaigns = ({ db, config }: Ctx): Promise<Campaign[]> =>
  readReceived(db, (received, tx) => readCampaigns({ db: tx, config, received }))

/** All campaigns, or one, the newest first. */
export async function readCampaigns(
  { db, config, received }: { db: Db; config: Services['config']; received: Received },
  campaign_id: number | null = null,
): Promise<Campaign[]> {
  const { rows } = await sql<Omit<Campaign, 'link'>>`
    with received as (${received}), registered as (${registered('campaign_id')})
    select c.campaign_id, c.campaign_name, c.code, c.landing_url, c.vendor_affiliate_id, c.promo_code_id,
      c.ended_tm is not null as is_ended, c.ended_tm, c.insert_tm, a.company as affiliate, p.promo_code,
      ${versionColumn({ entity: 'campaign', types: editTypes }, 'c.campaign_id')} as version,
      coalesce((select sum(openings) from campaign_opening o where o.campaign_id = c.campaign_id), 0)::int8
        as opened,
      coalesce(r.registered, 0) as registered, coalesce(r.paid, 0) as paid,
      coalesce(r.total_revenue, 0.00) as total_revenue
    from campaign c
    left join registered r using (campaign_id)
    left join vendor a on a.vendor_id = c.vendor_affiliate_id
    left join promo_code p on p.promo_code_id = c.promo_code_id
    where ${campaign_id === null ? sql`true` : sql`c.campaign_id = ${campaign_id}`}
    order by c.ended_tm is not null, c.campaign_id desc
    limit ${mostCampaigns}`.execute(db)
  return rows.map((row) => ({ ...row, link: linkOf(config, row.code) }))
}
const linkOf = ({ publicUrl }: Services['config'], code: string) => `${publicUrl}${campaignPath(code)}`

export async function listCampaignCodes({ db }: Ctx) {
  const { rows } = await sql<{ promo_code_id: number; promo_code: string }>`
    select promo_code_id, promo_code
    from promo_code
    order by lower(promo_code)
    limit ${mostCodesOffered}`.execute(db)
  return rows
}

export const affiliateIds = sql`
  select vendor_affiliate_id as vendor_id from promo_code where vendor_affiliate_id is not null
  union
  select vendor_affiliate_id from campaign where vendor_affiliate_id is not null`

export async function listBasicAffiliates({ db }: Ctx) {
  const { rows } = await sql<{ vendor_id: number; name: string }>`
    select v.vendor_id, v.company as name
    from (${affiliateIds}) affiliate
    join vendor v using (vendor_id)
    order by lower(v.company), v.vendor_id
    limit ${mostAffiliates}`.execute(db)
  return rows
}

type AffiliateRow = Omit<Affiliate, 'links'> & {
  links: { campaign_id: number; campaign_name: string; code: string }[]
}
export const listAffiliates = ({ db, config }: Ctx): Promise<Affiliate[]> =>
  readReceived(db, async (received, tx) => {
    const rows = await readAffiliates(tx, received)
    return rows.map(({ links, ...row }) => ({
      ...row,
      links: links.map(({ code, ...link }) => ({ ...link, link: linkOf(config, code) })),
    }))
  })

async function readAffiliates(db: Db, received: Received): Promise<AffiliateRow[]> {
  const { rows } = await sql<AffiliateRow>`
    with received as (${received}), registered as (${registered('vendor_affiliate_id')})
    select v.vendor_id, v.company as name,
      (select count(*) from promo_code p where p.vendor_affiliate_id = v.vendor_id) as codes,
      array(
        select jsonb_build_object('campaign_id', c.campaign_id, 'campaign_name', c.campaign_name, 'code', c.code)
        from campaign c
        where c.vendor_affiliate_id = v.vendor_id
        order by c.campaign_id desc
        limit 50) as links,
      coalesce((
        select sum(o.openings)
        from campaign c
        join campaign_opening o using (campaign_id)
        where c.vendor_affiliate_id = v.vendor_id), 0)::int8 as opened,
      coalesce(r.registered, 0) as registered, coalesce(r.paid, 0) as paid,
      coalesce(r.total_revenue, 0.00) as total_revenue
    from (${affiliateIds}) affiliate
    join vendor v using (vendor_id)
    left join registered r on r.vendor_affiliate_id = v.vendor_id
    order by coalesce(r.total_revenue, 0) desc, lower(v.company), v.vendor_id
    limit ${mostAffiliates}`.execute(db)
  return rows
}
