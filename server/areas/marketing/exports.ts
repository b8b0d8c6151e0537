import { dayOf } from '#contract/billing/days.ts'
import { otherSources, type CampaignRegistration } from '#contract/marketing/report.ts'
import { receivedByVendor } from '#server/areas/ledger/public.ts'
import { atOnce, byQuery, exportedList } from '#server/platform/files/exported.ts'
import { readExportedRows, refuseRegistrationRange, type ExportedCampaign } from './report.ts'
import { selectRegistrations } from './registrations.ts'

const daySeconds = 86_400
const currency = 'USD'
const days = (seconds: number | null) => (seconds === null ? null : (seconds / daySeconds).toFixed(1))

export const marketingExports = [
  exportedList<'campaign_report', ExportedCampaign>({
    list: 'campaign_report',
    ...atOnce(({ db, clock }, input) => readExportedRows(db, input, dayOf(clock.now()))),
    values: {
      campaign: (row) => row.name,
      affiliate: (row) => row.affiliate,
      start: (row) => row.start,
      end: (row) => row.end,
      registrations: (row) => row.total_registrations,
      purchases: (row) => row.purchases,
      purchase_days: (row) => days(row.avg_purchase_time),
      revenue: (row) => row.revenue,
      total_revenue: (row) => row.total_revenue,
      currency: () => currency,
    },
  }),
  exportedList<'campaign_registrations', CampaignRegistration>({
    list: 'campaign_registrations',
    ...byQuery(async (db, filters) => {
      refuseRegistrationRange(filters)
      return selectRegistrations(await receivedByVendor(db), filters)
    }),
    values: {
      id: (row) => row.vendor_id,
      company: (row) => row.company,
      registered: (row) => row.registered_tm,
      campaign: (row) => row.campaign ?? otherSources[row.source === 'campaign' ? 'direct' : row.source],
      affiliate: (row) => row.affiliate,
      code: (row) => row.promo_code,
      tags: (row) => row.tags,
      first_paid: (row) => row.first_paid_tm,
      purchase_days: (row) => days(row.purchase_time),
      revenue: (row) => row.revenue,
      total_revenue: (row) => row.total_revenue,
      currency: () => currency,
    },
  }),
]
