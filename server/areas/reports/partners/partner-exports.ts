import { dayOf } from '#contract/billing/days.ts'
import {
  subscriberStates,
  type ProviderVendor,
  type WholesaleSubscriber,
} from '#contract/reports/partners.ts'
import { atOnce, exportedList } from '#server/platform/files/exported.ts'
import { readEtilizeReport } from './etilize-report.ts'
import { readJmWholesaleReport } from './jm-wholesale-report.ts'

interface OfSupplier {
  supplier_name: string | null
}

/** The monthly reports for partners, as files. */
export const partnerExports = [
  exportedList<'etilize_report', ProviderVendor & OfSupplier>({
    list: 'etilize_report',
    ...atOnce(async ({ db, clock }, input) => {
      const { supplier, vendors } = await readEtilizeReport(db, input, dayOf(clock.now()))
      return vendors.map((vendor) => ({ ...vendor, supplier_name: supplier?.supplier_name ?? null }))
    }),
    values: {
      company: (row) => row.company,
      first_day: (row) => row.first_day,
      last_day: (row) => row.last_day,
      is_new: (row) => (row.is_new ? 'Yes' : 'No'),
      integrations: (row) => row.integrations,
      listed: (row) => row.listed,
      last_sent: (row) => row.last_sent_tm,
      supplier: (row) => row.supplier_name,
      vendor_id: (row) => row.vendor_id,
    },
  }),
  exportedList<'jmwholesale_report', WholesaleSubscriber & OfSupplier>({
    list: 'jmwholesale_report',
    ...atOnce(async ({ db, clock }, input) => {
      const { supplier, subscribers } = await readJmWholesaleReport(db, input, dayOf(clock.now()))
      return subscribers.map((row) => ({ ...row, supplier_name: supplier?.supplier_name ?? null }))
    }),
    values: {
      company: (row) => row.company,
      state: (row) => subscriberStates[row.state],
      since: (row) => row.since,
      ended: (row) => row.ended,
      integrations: (row) => row.integrations,
      listed: (row) => row.listed,
      last_sent: (row) => row.last_sent_tm,
      supplier: (row) => row.supplier_name,
      vendor_id: (row) => row.vendor_id,
    },
  }),
]
