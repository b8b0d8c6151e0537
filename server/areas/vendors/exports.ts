import type { UpdateFailure } from '#contract/vendors/failures.ts'
import type { VendorRow } from '#contract/vendors/vendors.ts'
import type { Db } from '#server/platform/database/db.ts'
import { atOnce, byQuery, exportedList } from '#server/platform/files/exported.ts'
import { activeVendors } from './search/active.ts'
import { vendorsOfManager } from './search/by-manager.ts'
import { readVendorFailures } from './failures.ts'
import { vendorsFound, vendorsOf } from './search/search-vendors.ts'
import { capitalize } from '#contract/words.ts'

const values = {
  id: (v: VendorRow) => v.vendor_id,
  company: (v: VendorRow) => v.company,
  email: (v: VendorRow) => v.email,
  status: (v: VendorRow) => v.status,
  plan: (v: VendorRow) => v.plan,
  manager: (v: VendorRow) => v.account_manager,
  subs: (v: VendorRow) => v.subscription_count,
  integrations: (v: VendorRow) => v.total_active_integrations,
  health: (v: VendorRow) => v.health,
  why: (v: VendorRow) => v.health_cause,
  since: (v: VendorRow) => v.insert_tm,
  name: (v: VendorRow) => v.name,
  phone: (v: VendorRow) => v.phone,
  crm_owner: (v: VendorRow) => v.crm_owner,
  next_charge: (v: VendorRow) => v.next_charge_date,
  owed: (v: VendorRow) => Number(v.amount_owed),
}

const rowsOf = (db: Db, vendors: readonly { vendor_id: number }[]) =>
  vendorsOf(
    db,
    vendors.map((v) => v.vendor_id),
  )

export const vendorExports = [
  exportedList<'vendors', VendorRow>({
    list: 'vendors',
    ...byQuery(vendorsFound, rowsOf),
    values,
  }),
  exportedList<'vendors_of_manager', VendorRow>({
    list: 'vendors_of_manager',
    ...byQuery(vendorsOfManager, rowsOf),
    values,
  }),
  exportedList<'active_vendors', VendorRow>({
    list: 'active_vendors',
    ...byQuery(activeVendors, rowsOf),
    values,
  }),
  exportedList<'vendor_failures', UpdateFailure>({
    list: 'vendor_failures',
    ...atOnce(({ db }) => readVendorFailures(db)),
    values: {
      name: (f) => f.company,
      level: (f) => capitalize(f.level),
      rate: (f) => f.failure_rate,
      failed: (f) => f.failed,
      updates: (f) => f.updates,
      last: (f) => f.last_failure_tm,
      reason: (f) => f.last_reason,
      job: (f) => f.last_job_id,
      email: (f) => f.email,
      id: (f) => f.vendor_id,
    },
  }),
]
