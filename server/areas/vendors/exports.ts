import type { UpdateFailure } from '#contract/vendors/failures.ts'
import type { VendorRow } from '#contract/vendors/vendors.ts'
import { atOnce, byQuery, exported } from '#server/platform/exported.ts'
import { readVendorFailures } from './failures.ts'
import { vendorsFound, vendorsOf } from './read.ts'

export const vendorExports = [
  exported<'vendors', VendorRow>({
    list: 'vendors',
    ...byQuery(vendorsFound, (db, rows) =>
      vendorsOf(
        db,
        rows.map((r) => r.vendor_id),
      ),
    ),
    values: {
      id: (v) => v.vendor_id,
      company: (v) => v.company,
      email: (v) => v.email,
      status: (v) => v.status,
      plan: (v) => v.plan,
      manager: (v) => v.account_manager,
      subs: (v) => v.subscription_count,
      integrations: (v) => v.total_active_integrations,
      since: (v) => v.insert_tm,
      name: (v) => v.name,
      phone: (v) => v.phone,
      crm_owner: (v) => v.crm_owner,
      next_charge: (v) => v.next_charge_date,
    },
  }),
  exported<'vendor_failures', UpdateFailure>({
    list: 'vendor_failures',
    ...atOnce(({ db }) => readVendorFailures(db)),
    values: {
      name: (f) => f.company,
      level: (f) => f.level.charAt(0).toUpperCase() + f.level.slice(1),
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
