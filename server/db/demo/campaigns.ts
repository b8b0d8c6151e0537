import { databaseNow } from '#server/platform/clock.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { Random } from '#server/platform/random.ts'

const dayMs = 86_400_000
const dayAgo = (days: number) => new Date(databaseNow() - days * dayMs).toISOString().slice(0, 10)

interface DemoCampaign {
  campaign_name: string
  code: string
  /** Days ago: from and, if it has ended, to. */
  from: number
  to?: number
  /** Of those who registered meanwhile, how many came by it, of a hundred. */
  share: number
  promo?: string
  affiliate?: boolean
}
const campaigns: readonly DemoCampaign[] = [
  { campaign_name: 'Search ads', code: 'search', from: 700, share: 18 },
  { campaign_name: 'Newsletter', code: 'newsletter', from: 700, share: 9 },
  { campaign_name: 'Spring launch', code: 'spring26', from: 260, to: 170, share: 22, promo: 'SPRING20' },
  { campaign_name: 'Trade fair Las Vegas', code: 'asd-vegas', from: 110, to: 60, share: 25 },
  { campaign_name: 'Shopify event', code: 'shopify', from: 400, share: 7, promo: 'SHOPIFY10' },
  { campaign_name: 'Black week', code: 'blackweek', from: 14, share: 30, promo: 'BLACKWEEK30' },
  { campaign_name: 'Friends 1', code: 'friends-1', from: 500, share: 4, promo: 'FRIEND1', affiliate: true },
  { campaign_name: 'Friends 2', code: 'friends-2', from: 420, share: 3, promo: 'FRIEND2', affiliate: true },
  { campaign_name: 'Friends 3', code: 'friends-3', from: 300, share: 3, promo: 'FRIEND3', affiliate: true },
]

/** Campaigns of two years, how often their links were opened, and whom they brought. */
export async function seedCampaigns(tx: Tx): Promise<void> {
  const r = new Random(20_261_129)
  const { rows } = await sql<{ campaign_id: number; code: string }>`
    insert into campaign (campaign_name, code, landing_url, vendor_affiliate_id, promo_code_id, ended_tm, insert_tm)
    select c.campaign_name, c.code, 'https://www.feedstock.example/start/' || c.code,
      case when c.affiliate then p.vendor_affiliate_id end, p.promo_code_id, c.ended, c.began
    from jsonb_to_recordset(${JSON.stringify(
      campaigns.map((campaign) => ({
        ...campaign,
        affiliate: campaign.affiliate ?? false,
        began: dayAgo(campaign.from),
        ended: campaign.to === undefined ? null : dayAgo(campaign.to),
      })),
    )}::jsonb) as c (campaign_name text, code text, promo text, affiliate boolean, began timestamptz,
      ended timestamptz)
    left join promo_code p on p.promo_code = c.promo
    order by c.began
    returning campaign_id, code`.execute(tx)
  const ids = new Map(rows.map((row) => [row.code, row.campaign_id]))
  await insertSources(tx, r, ids)
  await insertOpenings(tx, r, ids)
}

async function insertSources(tx: Tx, r: Random, ids: ReadonlyMap<string, number>): Promise<void> {
  const vendors = await tx
    .selectFrom('vendor')
    .select(['vendor_id', 'insert_tm'])
    .where('is_staff', '=', false)
    .orderBy('vendor_id')
    .execute()
  const sources = vendors.flatMap(({ vendor_id, insert_tm }) => {
    const age = Math.floor((databaseNow() - Date.parse(insert_tm)) / dayMs)
    const running = campaigns.filter(({ from, to = 0 }) => age <= from && age >= to)
    const dice = r.next() * 100
    let reached = 0
    const campaign = running.find(({ share }) => (reached += share) > dice)
    if (campaign) return { vendor_id, campaign_id: ids.get(campaign.code), utm_campaign: '' }
    // some links are tagged by others, and no campaign of ours
    return r.chance(0.04)
      ? { vendor_id, campaign_id: null, utm_campaign: r.pick(['partner-blog', 'podcast']) }
      : []
  })
  await sql`
    insert into registration_source (vendor_id, campaign_id, promo_code_id, vendor_affiliate_id, utm_source,
      utm_medium, utm_campaign)
    select x.vendor_id, x.campaign_id, c.promo_code_id, c.vendor_affiliate_id,
      case when x.campaign_id is null then 'web' else '' end, '', x.utm_campaign
    from jsonb_to_recordset(${JSON.stringify(sources)}::jsonb)
      as x (vendor_id int, campaign_id int, utm_campaign text)
    left join campaign c using (campaign_id)
    where c.vendor_affiliate_id is distinct from x.vendor_id`.execute(tx)
}

async function insertOpenings(tx: Tx, r: Random, ids: ReadonlyMap<string, number>): Promise<void> {
  const openings = campaigns.flatMap(({ code, from, to = 0, share }) =>
    Array.from({ length: Math.min(from - to, 365) }, (_, i) => ({
      campaign_id: ids.get(code),
      day: dayAgo(to + i),
      openings: r.int(0, Math.ceil(share * 1.6)),
    })).filter((opening) => opening.openings > 0),
  )
  await sql`
    insert into campaign_opening (campaign_id, day, openings)
    select campaign_id, day, openings
    from jsonb_to_recordset(${JSON.stringify(openings)}::jsonb)
      as o (campaign_id int, day date, openings int)`.execute(tx)
}
