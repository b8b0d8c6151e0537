import type { PlatformRow, PlatformSubscription } from '#contract/platforms/platforms.ts'
import { platformKind, platformPlan } from '#contract/platforms/words.ts'
import { atOnce, byQuery, exportedList, inOrder } from '#server/platform/files/exported.ts'
import { readPlatforms } from './read.ts'
import { subscriptionsFound, withOpenFields } from './subscriptions.ts'

const yesNo = (flag: boolean) => (flag ? 'Yes' : 'No')

export const platformExports = [
  exportedList<'platforms', PlatformRow>({
    list: 'platforms',
    ...atOnce(async ({ db }, { ids }) => inOrder(await readPlatforms(db), ids, (p) => p.platform_id)),
    values: {
      name: (p) => p.platform_name,
      handle: (p) => p.platform_handle,
      markets: (p) => p.markets.join(', '),
      vendors: (p) => p.vendor_count,
      fields: (p) => p.field_count,
      kind: platformKind,
      plan: platformPlan,
      orders: (p) => yesNo(p.supports_order_automation),
      purchasable: (p) => yesNo(p.is_purchasable),
      url: (p) => p.display_url,
      id: (p) => p.platform_id,
      insert_tm: (p) => p.insert_tm,
    },
  }),
  exportedList<'platform_subscriptions', PlatformSubscription>({
    list: 'platform_subscriptions',
    ...byQuery(
      (_db, filters) => subscriptionsFound(filters),
      (db, rows, { platform_id }) => withOpenFields(db, rows, { platform_id }),
    ),
    values: {
      id: (s) => s.vendor_id,
      company: (s) => s.company,
      email: (s) => s.email,
      market: (s) => s.market_name,
      stores: (s) => s.stores,
      integrations: (s) => s.integrations,
      open: (s) => s.open_fields,
      changed: (s) => s.last_modified_tm,
    },
  }),
]
