import type { MonitoredCustomFeed, MonitoredSupplier } from '#contract/feeds/monitoring.ts'
import { readable } from '#contract/words.ts'
import { atOnce, exportedList, inOrder } from '#server/platform/files/exported.ts'
import { readMonitoredFeeds } from './monitoring/monitoring.ts'
import { runExports } from './runs/run-exports.ts'

type Monitored = MonitoredSupplier | MonitoredCustomFeed
const monitored = {
  status: (m: Monitored) => readable(m.standing),
  supplier: (m: Monitored) => m.supplier,
  reason: (m: Monitored) => m.standing_reason,
  age: (m: Monitored) => m.last_successful_run,
  allowed: (m: Monitored) => m.max_age_hours,
  rate: (m: Monitored) => m.success_rate,
  good: (m: Monitored) => m.good_runs,
  bad: (m: Monitored) => m.bad_runs,
  products: (m: Monitored) => m.active_products,
  moved: (m: Monitored) => (m.products_yesterday === null ? null : m.active_products - m.products_yesterday),
  note: (m: Monitored) => m.report_note,
}

export const feedExports = [
  exportedList<'monitored_suppliers', MonitoredSupplier>({
    list: 'monitored_suppliers',
    ...atOnce(async ({ db }, { ids }) =>
      inOrder((await readMonitoredFeeds(db)).suppliers, ids, (m) => m.dropshipper_id),
    ),
    values: { ...monitored, subs: (m) => m.sub_count, id: (m) => m.dropshipper_id },
  }),
  exportedList<'monitored_custom_feeds', MonitoredCustomFeed>({
    list: 'monitored_custom_feeds',
    ...atOnce(async ({ db }, { ids }) =>
      inOrder((await readMonitoredFeeds(db)).custom_feeds, ids, (m) => m.vendor_custom_feed_id),
    ),
    values: {
      ...monitored,
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
