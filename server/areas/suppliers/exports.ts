import type { FailureRow } from '#contract/suppliers/failures.ts'
import { allowBrowse, customFeedSupport, type SupplierRow } from '#contract/suppliers/suppliers.ts'
import { atOnce, byQuery, exported } from '#server/platform/exported.ts'
import { suppliersFound, withStandings } from './read.ts'
import { readSupplierFailures } from './reports.ts'

const inWords = (word: string) => (word.charAt(0).toUpperCase() + word.slice(1)).replaceAll('_', ' ')

export const supplierExports = [
  exported<'suppliers', SupplierRow>({
    list: 'suppliers',
    ...byQuery((_db, input) => suppliersFound(input), withStandings),
    values: {
      name: (s) => s.supplier_name,
      prefix: (s) => s.dropshipper_prefix,
      standing: (s) => inWords(s.standing),
      good: (s) => s.last_good_run_tm,
      products: (s) => s.active_products,
      subs: (s) => s.sub_count,
      votes: (s) => s.votes,
      browse: (s) => allowBrowse[String(s.allow_browse) as keyof typeof allowBrowse],
      custom: (s) => customFeedSupport[s.custom_feed_support as keyof typeof customFeedSupport],
      id: (s) => s.dropshipper_id,
      why: (s) => s.standing_reason,
    },
  }),
  exported<'supplier_failures', FailureRow>({
    list: 'supplier_failures',
    ...atOnce(({ db }) => readSupplierFailures(db)),
    values: {
      name: (f) => f.supplier_name,
      level: (f) => inWords(f.level),
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
