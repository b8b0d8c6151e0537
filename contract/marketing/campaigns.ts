import { z } from 'zod'
import { id, line, version, webAddress } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'

export const mostCampaigns = 500
/** A browser that opened a link counts once in this many days, and so long its registration counts for it. */
export const campaignCookieDays = 30
/** Openings from one network that are counted in an hour. */
export const mostOpenings = 60
/** The path of a campaign's link. */
export const campaignPath = (code: string): string => `/c/${code}`

const code = line(40, 'Enter a code').refine(
  (text) => /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(text),
  'Use letters, digits, - and _',
)
export const campaignDetails = z.object({
  campaign_name: line(100, 'Enter a name'),
  code: code.describe('the end of the link; also recognized as utm_campaign'),
  landing_url: webAddress(500, 'Enter an address such as https://example.com/offer'),
  vendor_affiliate_id: id.nullable().describe('whose link it is'),
  promo_code_id: id.nullable().describe('noted with each registration; staff apply it'),
  is_ended: z.boolean().describe('the link still leads to the landing page, and counts nothing'),
})
export type CampaignDetails = z.output<typeof campaignDetails>

const campaign = campaignDetails.extend({
  campaign_id: z.number(),
  version: z.number(),
  landing_url: z.string(),
  link: z.string(),
  affiliate: z.string().nullable(),
  promo_code: z.string().nullable(),
  opened: z.number(),
  registered: z.number(),
  paid: z.number(),
  total_revenue: decimal,
  insert_tm: moment,
  ended_tm: moment.nullable(),
})
export type Campaign = z.output<typeof campaign>

const affiliate = z.object({
  vendor_id: z.number(),
  name: z.string(),
  codes: z.number().describe('promo codes'),
  links: z.array(z.object({ campaign_id: z.number(), campaign_name: z.string(), link: z.string() })),
  opened: z.number(),
  registered: z.number(),
  paid: z.number(),
  total_revenue: decimal,
})
export type Affiliate = z.output<typeof affiliate>

export const campaignOperations = {
  listCampaigns: get('/api/marketing-campaigns/links', 'List campaigns with their links and conversion', {
    answer: z.array(campaign),
  }),
  listCampaignCodes: get('/api/marketing-campaigns/codes', 'Promo codes that a campaign can name', {
    answer: z.array(z.object({ promo_code_id: z.number(), promo_code: z.string() })),
  }),
  saveCampaign: post('/api/marketing-campaigns/links', 'Add or change a campaign', {
    body: campaignDetails.extend({
      version,
      campaign_id: id.nullable().default(null).describe('null: add a new one'),
    }),
    answer: campaign,
    refuses: ['not_found', 'conflict'],
  }),
  listBasicAffiliates: get('/api/affiliates/list-basic', 'Vendors with promo codes or campaign links', {
    answer: z.array(z.object({ vendor_id: z.number(), name: z.string() })),
  }),
  listAffiliates: get('/api/affiliates/links', 'Affiliates with their links and conversion', {
    answer: z.array(affiliate),
  }),
}
