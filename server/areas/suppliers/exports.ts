import { configDoes } from '#contract/suppliers/config.ts'
import type { FailureRow } from '#contract/suppliers/failures.ts'
import type { ShippingRow } from '#contract/suppliers/shipping.ts'
import { subscriptionAccess } from '#contract/suppliers/subscribers.ts'
import { type SupplierRow } from '#contract/suppliers/suppliers.ts'
import { allowBrowse, customFeedSupport } from '#contract/suppliers/kinds.ts'
import { readable } from '#contract/words.ts'
import { atOnce, byQuery, exportedList } from '#server/platform/files/exported.ts'
import { readRestrictedSuppliers } from './featured.ts'
import { suppliersFound, withStandings } from './list-suppliers.ts'
import { configRows } from './read.ts'
import { readSupplierFailures, subscribersFound, type Subscriber } from './reports.ts'
import { shippingRows } from './shipping.ts'

const supplierValues = {
  name: (s: SupplierRow) => s.supplier_name,
  prefix: (s: SupplierRow) => s.dropshipper_prefix,
  standing: (s: SupplierRow) => readable(s.standing),
  good: (s: SupplierRow) => s.last_good_run_tm,
  products: (s: SupplierRow) => s.active_products,
  subs: (s: SupplierRow) => s.sub_count,
  votes: (s: SupplierRow) => s.votes,
  browse: (s: SupplierRow) => allowBrowse[String(s.allow_browse) as keyof typeof allowBrowse],
  custom: (s: SupplierRow) => customFeedSupport[s.custom_feed_support as keyof typeof customFeedSupport],
  id: (s: SupplierRow) => s.dropshipper_id,
  why: (s: SupplierRow) => s.standing_reason,
}

export const supplierExports = [
  exportedList<'suppliers', SupplierRow>({
    list: 'suppliers',
    ...byQuery(suppliersFound, withStandings),
    values: supplierValues,
  }),
  exportedList<'restricted_suppliers', SupplierRow>({
    list: 'restricted_suppliers',
    ...atOnce(({ db }) => readRestrictedSuppliers(db)),
    values: supplierValues,
  }),
  exportedList<'subscribers', Subscriber>({
    list: 'subscribers',
    ...byQuery((_db, { dropshipper_id, ...filters }) => subscribersFound(dropshipper_id, filters)),
    ofSupplier: (input) => input.dropshipper_id,
    values: {
      id: (s) => s.vendor_id,
      company: (s) => s.company,
      email: (s) => s.email,
      access: (s) => subscriptionAccess[s.access as keyof typeof subscriptionAccess],
      state: (s) => (s.is_cancel_pending ? 'Cancel pending' : 'Active'),
      integrations: (s) => s.integrations,
      since: (s) => s.insert_tm,
    },
  }),
  exportedList<'shipping_methods', ShippingRow>({
    list: 'shipping_methods',
    ...atOnce(({ db }, { supplier_id }) => shippingRows(db, supplier_id)),
    values: {
      code: (r) => r.shipping_code,
      name: (r) => r.supplier_carrier_name,
      carrier: (r) => r.carrier_name,
      method: (r) => r.method_name,
    },
  }),
  exportedList<'config_rows', { config_name: string; config_value: string }>({
    list: 'config_rows',
    ...atOnce(({ db }, { dropshipper_id }) => configRows(db, dropshipper_id)),
    ofSupplier: (input) => input.dropshipper_id,
    values: {
      name: (r) => r.config_name,
      value: (r) => r.config_value,
      does: (r) => configDoes(r.config_name),
    },
  }),
  exportedList<'supplier_failures', FailureRow>({
    list: 'supplier_failures',
    ...atOnce(({ db }) => readSupplierFailures(db)),
    values: {
      name: (f) => f.supplier_name,
      level: (f) => readable(f.level),
      rate: (f) => f.failure_rate,
      failed: (f) => f.failed,
      updates: (f) => f.updates,
      last: (f) => f.last_failure_tm,
      reason: (f) => f.last_reason,
      run: (f) => f.last_run_id,
      id: (f) => f.dropshipper_id,
    },
  }),
]
