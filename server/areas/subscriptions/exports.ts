import type { RestrictedAccess } from '#contract/subscriptions/restricted-access.ts'
import { catalogText, subscriptionStates } from '#contract/subscriptions/standing.ts'
import type { VendorSubscription } from '#contract/subscriptions/subscriptions.ts'
import { many, readable } from '#contract/words.ts'
import { atOnce, exportedList, inOrder } from '#server/platform/files/exported.ts'
import { readSubscriptions } from './read.ts'
import { readAccess } from './restricted-access.ts'

const supplierOf = (row: { dropshipper_id: number }) => row.dropshipper_id
const yesOrNo = (yes: boolean) => (yes ? 'Yes' : 'No')
function todo({ no_access, open_fields }: VendorSubscription): string | null {
  if (no_access) return 'Grant access'
  return open_fields > 0 ? `Fill in ${many(open_fields, 'field')}` : null
}

export const subscriptionExports = [
  exportedList<'vendor_subscriptions', VendorSubscription>({
    list: 'vendor_subscriptions',
    ...atOnce(async ({ db }, { vendor_id, ids }) =>
      inOrder(await readSubscriptions(db, vendor_id), ids, supplierOf),
    ),
    ofVendor: (input) => input.vendor_id,
    values: {
      name: (s) => s.dropshipper_name,
      state: (s) => subscriptionStates[s.state],
      todo,
      standing: (s) => readable(s.standing),
      age: (s) => s.last_successful_run,
      catalog: catalogText,
      products: (s) => s.active_products,
      integrations: (s) => s.integrations,
      is_legacy: (s) => yesOrNo(s.is_legacy),
      has_ebay_access: (s) => yesOrNo(s.has_ebay_access),
      since: (s) => s.since_tm,
      active: (s) => s.active_integrations,
      why: (s) => s.standing_reason,
      id: supplierOf,
    },
  }),
  exportedList<'restricted_access', RestrictedAccess>({
    list: 'restricted_access',
    ...atOnce(async ({ db }, { vendor_id, ids }) =>
      inOrder(await readAccess(db, vendor_id), ids, supplierOf),
    ),
    ofVendor: (input) => input.vendor_id,
    values: {
      supplier: (r) => r.dropshipper_name,
      note: (r) => r.note,
      by: (r) => r.added_by,
      tm: (r) => r.created_tm,
      subscribed: (r) => yesOrNo(r.subscribed),
      id: supplierOf,
    },
  }),
]
