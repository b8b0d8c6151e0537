import type { Handlers } from '#server/platform/http/http.ts'
import { listAffiliates, listBasicAffiliates, listCampaignCodes, listCampaigns } from './campaigns.ts'
import { downloadCampaignReport } from './download-campaign-report.ts'
import { listCampaignRegistrations } from './registrations.ts'
import { getCampaignReport } from './report.ts'
import { saveCampaign } from './save-campaign.ts'

export const marketingRoutes: Handlers<'marketing'> = {
  getCampaignReport,
  listCampaignRegistrations,
  downloadCampaignReport,
  listCampaigns,
  listCampaignCodes,
  saveCampaign,
  listBasicAffiliates,
  listAffiliates,
}
