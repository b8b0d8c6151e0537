import { fieldName } from '#contract/activity/names.ts'
import type { Parsed } from '#contract/index.ts'
import { mostCampaigns, type Campaign, type CampaignDetails } from '#contract/marketing/campaigns.ts'
import { receivedByVendor } from '#server/areas/ledger/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { editTypes, readCampaigns } from './campaigns.ts'

/** Adds or changes a campaign; registrations keep the affiliate and the code that they had. */
export const saveCampaign = (ctx: Ctx, { body }: Parsed<'saveCampaign'>): Promise<Campaign> =>
  write(ctx, async (tx, logActivity) => {
    const { version, campaign_id, ...details } = body
    // the second of two people who choose the same name or code is refused
    await sql`select pg_advisory_xact_lock(hashtextextended('names of campaigns', 0))`.execute(tx)
    const before = campaign_id === null ? null : await lockCampaign(tx, campaign_id)
    if (campaign_id !== null)
      await refuseStale(tx, ctx, { entity: 'campaign', id: campaign_id, types: editTypes }, version)
    else await refuseTooMany(tx)
    const faults = await faultsOf(tx, campaign_id, details)
    if (Object.keys(faults).length > 0) throw invalid(faults)
    const id = await store(tx, campaign_id, details)
    const changes = differences(before ?? {}, details)
    if (changes)
      await logActivity({
        type: before ? 'campaign.save' : 'campaign.insert',
        entity: 'campaign',
        entity_id: id,
        message: before
          ? `Campaign ${before.campaign_name} changed: ${Object.keys(changes).map(fieldName).join(', ')}`
          : `Campaign ${details.campaign_name} added`,
        ...(before && { changes }),
      })
    return singleRow(
      await readCampaigns({ db: tx, config: ctx.config, received: await receivedByVendor(tx) }, id),
    )
  })

async function lockCampaign(tx: Tx, id: number): Promise<CampaignDetails> {
  const { rows } = await sql<CampaignDetails>`
    select campaign_name, code, landing_url, vendor_affiliate_id, promo_code_id, ended_tm is not null as is_ended
    from campaign
    where campaign_id = ${id}
    for update`.execute(tx)
  if (!rows[0]) throw notFound('campaign')
  return rows[0]
}

async function refuseTooMany(tx: Tx): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from campaign`.execute(tx)
  if (singleRow(rows).n >= mostCampaigns)
    throw conflict(`There are ${mostCampaigns} campaigns, the most possible`)
}

async function store(tx: Tx, id: number | null, { is_ended, ...details }: CampaignDetails): Promise<number> {
  const ended_tm = is_ended ? sql<string>`now()` : null
  if (id === null)
    return (
      await tx
        .insertInto('campaign')
        .values({ ...details, ended_tm })
        .returning('campaign_id')
        .executeTakeFirstOrThrow()
    ).campaign_id
  await tx
    .updateTable('campaign')
    .set({ ...details, ended_tm: is_ended ? sql`coalesce(ended_tm, now())` : null })
    .where('campaign_id', '=', id)
    .execute()
  return id
}

async function faultsOf(
  tx: Tx,
  id: number | null,
  details: CampaignDetails,
): Promise<Record<string, string>> {
  const { rows } = await sql<Record<'name' | 'code' | 'affiliate' | 'promo_code', boolean>>`
    select
      exists (
        select
        from campaign
        where lower(campaign_name) = ${details.campaign_name.toLowerCase()}
          and campaign_id <> ${id ?? 0}) as name,
      exists (
        select
        from campaign
        where lower(code) = ${details.code.toLowerCase()} and campaign_id <> ${id ?? 0}) as code,
      exists (
        select
        from vendor
        where vendor_id = ${details.vendor_affiliate_id} and not is_staff) as affiliate,
      exists (select from promo_code where promo_code_id = ${details.promo_code_id}) as promo_code`.execute(
    tx,
  )
  const found = singleRow(rows)
  return {
    ...(found.name && { campaign_name: 'Another campaign has this name' }),
    ...(found.code && { code: 'Another campaign has this code' }),
    ...(details.vendor_affiliate_id !== null &&
      !found.affiliate && { vendor_affiliate_id: 'Affiliate not found' }),
    ...(details.promo_code_id !== null && !found.promo_code && { promo_code_id: 'Promo code not found' }),
  }
}
