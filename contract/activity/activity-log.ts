import { z } from 'zod'
import { day, id, line, page, sortOf, text } from '../inputs.ts'
import { post } from '../operation.ts'
import { runStateNames } from '../feeds/run-states.ts'
import { allowBrowse, customFeedSupport } from '../suppliers/suppliers.ts'
import { moment } from '../values.ts'
import { noteTypes } from '../vendors/notes.ts'
import { vendorStatuses } from '../vendors/status.ts'

export const logSort = sortOf(['by', 'type'])
export const logPageSize = 50
const logFilters = z.object({
  page,
  dropshipper_id: id,
  search: line(200).default(''),
  start_date: day.optional(),
  end_date: day.optional(),
  type: text(100).optional(),
  oldest_first: z.boolean().default(false),
  sort: logSort.optional().describe('then by time'),
  action_by: text(200).optional(),
})

export const logRow = z.object({
  activity_id: z.number(),
  tm: moment,
  type: z.string(),
  message: z.string(),
  action_by: z.string(),
  entity: z.string().nullable(),
  entity_id: z.string().nullable(),
  reason: z.string().nullable(),
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })).nullable(),
})

export type LogRow = z.output<typeof logRow>

export const activityLogOperations = {
  getActivityLog: post(
    '/api/dropshipper-activity-log/',
    "What was done to a supplier, 50 a page, with the filters' choices",
    {
      reads: true,
      body: logFilters,
      answer: z.object({
        logs: z.array(logRow),
        types: z.array(z.string()),
        support_reps: z.array(z.string()),
      }),
      refuses: ['not_found'],
    },
  ),
  searchActivityLog: post('/api/dropshipper-activity-log/search', 'The same, the log alone', {
    reads: true,
    body: logFilters,
    answer: z.object({ logs: z.array(logRow) }),
    refuses: ['not_found'],
  }),
}

/** What a person calls each kind of entry; one of an older version is shown by its code's words. */
const eventNames = {
  'notification.acknowledge': 'Notifications read',
  'notification.dismiss': 'Notifications dismissed',
  'notification.undismiss': 'Notifications brought back',
  'feed.applied': 'Feed run applied',
  'feed.apply': 'Held run approved',
  'feed.discard': 'Held run discarded',
  'feed.expect': 'Expected of the feed',
  'feed.dry_run': 'Dry run started',
  'feed.back_test': 'Settings tried on kept files',
  'feed.expect_end': 'Not expected any more',
  'feed.held': 'Feed run held',
  'feed.rejected': 'Feed run rejected',
  'feed.roll_back': 'Rollback asked for',
  'feed.rolled_back': 'Feed run rolled back',
  'feed.run': 'Feed run started',
  'feed.schedule': 'Feed schedule changed',
  'feed.settings': 'Feed settings changed',
  'feed.upload': 'Feed file uploaded',
  'job.replay': 'Failed jobs run again',
  'job.schedule': 'Job scheduled',
  'job.terminate': 'Job terminated',
  'list.export': 'List taken out as a file',
  'platform.fields': 'Platform fields changed',
  'platform.insert': 'Platform added',
  'platform.logo': 'Logo changed',
  'platform.save': 'Basic info changed',
  'session.reset': 'Password changed',
  'session.reset_asked': 'Password reset asked for',
  'session.sign_in': 'Signed in',
  'subscription.access': 'Restricted access given',
  'subscription.access_end': 'Restricted access taken back',
  'subscription.add': 'Subscription added',
  'subscription.config': 'Supplier configuration changed',
  'subscription.remove': 'Subscription removed',
  'subscription.save': 'Subscriptions changed',
  'subscription.settle': 'Subscriptions ended or frozen',
  'subscription.warehouses': 'Warehouses chosen',
  'supplier.config': 'Configuration changed',
  'supplier.featured': 'Featured suppliers changed',
  'supplier.images': 'Images retried',
  'supplier.insert': 'Supplier added',
  'supplier.logo': 'Logo changed',
  'supplier.note': 'Note changed',
  'supplier.report': 'Report note changed',
  'supplier.save': 'Basic info changed',
  'supplier.shipping': 'Shipping methods changed',
  'variant.accept': 'Variant suggestions accepted',
  'variant.map': 'Variants mapped',
  'variant.parent_created': 'Parent product added',
  'variant.parent_deleted': 'Parent product deleted',
  'variant.parent_saved': 'Parent product saved',
  'variant.queue': 'Variants queued',
  'variant.unmap': 'Variants unmapped',
  'variant.unqueue': 'Variants taken out of the queue',
  'vendor.account_manager': 'Account manager changed',
  'vendor.contact': 'Contacts changed',
  'vendor.crm_owner': 'CRM owner changed',
  'vendor.delete': 'Account deleted',
  'vendor.erase': 'Account erased',
  'vendor.lock': 'Locked',
  'vendor.lock_access': 'Worked on though locked',
  'vendor.lock_end': 'Unlocked',
  'vendor.logo': 'Logo changed',
  'vendor.note': 'Note changed',
  'vendor.reset_link': 'Password reset link made',
  'vendor.restore': 'Account brought back',
  'vendor.view_begin': 'Looked at as its customer',
  'vendor.view_end': 'No longer looked at',
  'vendor.save': 'Basic info changed',
  'view.remove': 'Saved view removed',
  'view.save': 'Saved view changed',
} as const
/** A kind of entry: a new one is named above. */
export type EventType = keyof typeof eventNames
const names: Readonly<Record<string, string>> = eventNames
/** The types in the order of what they are called. */
export const typesByName: readonly string[] = Object.keys(names).toSorted((a, b) =>
  names[a]!.localeCompare(names[b]!),
)
export const eventName = (type: string): string => {
  const words = type.slice(type.indexOf('.') + 1).replaceAll(/[._]/g, ' ')
  return names[type] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const fieldNames: Readonly<Record<string, string>> = {
  allow_browse: 'Browsing',
  allows_amazon: 'Allows Amazon',
  allows_ebay: 'Allows eBay',
  allows_marketplace: 'Allows marketplaces',
  custom_feed_support: 'Custom feeds',
  dropshipper_categories: 'Categories',
  dropshipper_currencies: 'Currencies',
  dropshipper_custom_feed_fields: 'Custom feed fields',
  dropshipper_prefix: 'Prefix',
  further: 'Further files',
  max_file_age_allowed_in_days: 'Feed may be at most this old, in days',
  one_time_threshold_percent: 'Threshold for the next applied run, percent',
  credit_available: 'Credit',
  next_charge_date: 'Next charge',
  optimized_sync_oa: 'Optimized sync',
  order_volume: 'Average order volume',
  vendor_status_id: 'Status',
  note_type: 'Type of note',
  crm_owner: 'CRM owner',
  source_secret: 'Password of the source',
  supplier_name: 'Name',
  tz: 'Time zone',
  url: 'Address',
}
/** A kept field as a person calls it. */
export const fieldName = (field: string): string =>
  fieldNames[field] ?? field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ')

const coded: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  state: runStateNames,
  allow_browse: allowBrowse,
  custom_feed_support: customFeedSupport,
  vendor_status_id: Object.fromEntries(vendorStatuses.entries()),
  note_type: Object.fromEntries(noteTypes.entries()),
}
/** What a field's code stands for; any other value as it is. */
export const decoded = (field: string, value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'string' ? (coded[field]?.[value] ?? value) : value
