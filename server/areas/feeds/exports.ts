import type { MonitoredCustomFeed, MonitoredSupplier } from '#contract/feeds/monitoring.ts'
import { readable } from '#contract/words.ts'
import { atOnce, exportedList, inOrder } from '#server/platform/files/exported.ts'
import { readMonitoredFeeds } from './monitoring/monitoring.ts'
import { runExports } from './runs/run-exports.ts'

type MonitoredFeed = MonitoredSupplier | MonitoredCustomFeed
const monitoredValues = {
  status: (m: MonitoredFeed) => readable(m.standing),
  supplier: (m: MonitoredFeed) => m.supplier,
  reason: (m: MonitoredFeed) => m.standing_reason,
  age: (m: MonitoredFeed) => m.last_successful_run,
  allowed: (m: MonitoredFeed) => m.max_age_hours,
  rate: (m: MonitoredFeed) => m.success_rate,
  good: (m: MonitoredFeed) => m.good_runs,
  bad: (m: MonitoredFeed) => m.bad_runs,
  products: (m: MonitoredFeed) => m.active_products,
  moved: (m: MonitoredFeed) =>
    m.products_yesterday === null ? null : m.active_products - m.products_yesterday,
  note: (m: MonitoredFeed) => m.report_note,
}

export const feedExports = [
  exportedList<'monitored_suppliers', MonitoredSupplier>({
    list: 'monitored_suppliers',
    ...atOnce(async ({ db }, { ids }) =>
      inOrder((await readMonitoredFeeds(db)).suppliers, ids, (m) => m.dropshipper_id),
    ),
    values: { ...monitoredValues, subs: (m) => m.sub_count, id: (m) => m.dropshipper_id },
  }),
  exportedList<'monitored_custom_feeds', MonitoredCustomFeed>({
    list: 'monitored_custom_feeds',
    ...atOnce(async ({ db }, { ids }) =>
      inOrder((await readMonitoredFeeds(db)).custom_feeds, ids, (m) => m.vendor_custom_feed_id),
    ),
    values: {
      ...monitoredValues,
      subs: (m) =>
        [m.is_restricted_setup && 'Restricted', m.is_custom_price_setup && 'Custom price']
          .filter(Boolean)
          .join(', '),
      email: (m) => m.email,
      id: (m) => m.vendor_custom_feed_id,
    },
  }),
  ...runExports,
]
