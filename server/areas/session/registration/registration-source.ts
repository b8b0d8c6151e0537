import type { RegistrationTags } from '#contract/marketing/tags.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { campaignCookie } from '../cookie.ts'

const untagged: RegistrationTags = { utm_source: '', utm_medium: '', utm_campaign: '', promo_code: '' }

/**
 * Keeps where a registration came from: the campaign that the link's utm_campaign names, else the one whose link this
 * browser opened, and the promo code and affiliate that follow from it. Unknown names refuse nothing.
 */
export async function keepSource(
  { req, config }: Pick<Ctx, 'req' | 'config'>,
  tx: Tx,
  { vendor_id, tags = untagged }: { vendor_id: number; tags?: RegistrationTags | undefined },
): Promise<void> {
  const opened = req.cookies[campaignCookie(config)] ?? ''
  const { promo_code, ...utm } = tags
  const { rows } = await sql<Source>`
    select c.campaign_id, p.promo_code_id, coalesce(c.vendor_affiliate_id, p.vendor_affiliate_id) as affiliate
    from (values (1)) one
    left join lateral (
      select campaign_id, promo_code_id, vendor_affiliate_id
      from campaign
      where lower(code) in (${utm.utm_campaign.toLowerCase()}, ${opened.toLowerCase().slice(0, 100)})
      order by lower(code) = ${utm.utm_campaign.toLowerCase()} desc
      limit 1) c on true
    left join lateral (
      select promo_code_id, vendor_affiliate_id
      from promo_code
      where lower(promo_code) = ${promo_code.toLowerCase()} or promo_code_id = c.promo_code_id
      order by lower(promo_code) = ${promo_code.toLowerCase()} desc
      limit 1) p on true`.execute(tx)
  const { campaign_id, promo_code_id, affiliate } = singleRow(rows)
  const isDirect =
    campaign_id === null && promo_code_id === null && Object.values(utm).every((tag) => tag === '')
  if (isDirect) return
  await tx
    .insertInto('registration_source')
    .values({ vendor_id, campaign_id, promo_code_id, vendor_affiliate_id: affiliate, ...utm })
    .execute()
}

interface Source {
  campaign_id: number | null
  promo_code_id: number | null
  affiliate: number | null
}
