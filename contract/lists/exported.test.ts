import { describe, expect, test } from 'vitest'
import { exportColumns, type ListName } from './columns.ts'
import { exportedLists } from './exported.ts'
import { chosenColumns } from './views.ts'

const names = Object.keys(exportedLists) as ListName[]
/** Why a request is refused, by its field; nothing where it isn't. */
const faults = (list: ListName, of: object) => {
  const asked = { list, format: 'csv', input: {}, columns: Object.keys(exportColumns[list]), ...of }
  const { error } = exportedLists[list].body.safeParse(asked)
  return Object.fromEntries((error?.issues ?? []).map((i) => [i.path.join('.'), i.message]))
}
const inputs: Partial<Record<ListName, object>> = {
  index_sync: { ids: [3] },
  subscribers: { dropshipper_id: 4 },
  failed_images: { dropshipper_id: 4, host: 'img.example' },
  shipping_methods: { supplier_id: 4 },
  config_rows: { dropshipper_id: 4 },
  mapping_report: { ids: [4] },
  mappable_products: { dropshipper_id: 4, filter: 'mapped', search: 'lamp' },
  parents: { dropshipper_id: 4 },
  monitored_suppliers: { ids: [2, 1] },
  monitored_custom_feeds: { ids: [] },
  activity: { dropshipper_id: 4 },
  vendor_activity: { vendor_id: 4, meta_key: 'company' },
  direct_orders: { id: 3 },
  campaign_registrations: { start: '2026-10-01', end: '2026-10-31', until: '2026-11-28' },
  run_changes: { feed_run_id: 9, change: 'Created', search: ' a ' },
  run_rejected_rows: { feed_run_id: 9 },
  products: { dropshipper_id: 4, no_barcode: 'true', least_price: '2.50' },
  found_products: { dropshipper_id: 4, q: 'lamp' },
  vendors: { term: 'okafor' },
  active_vendors: { plan: [2], billing_failing: true },
  vendors_of_manager: { manager_vid: 0 },
  vendor_subscriptions: { vendor_id: 4, ids: [3, 1] },
  restricted_access: { vendor_id: 4, ids: [] },
  platforms: { ids: [3, 1] },
  staff_activity: { login_id: 3 },
  staff: { ids: [3, 1] },
  platform_subscriptions: { platform_id: 3, market_id: 9 },
  own_catalogue: { vendor_id: 4, dropshipper_id: 9 },
  promo_code_users: { promo_code_id: 4 },
  revenue_rows: { number: 'movements', month: '2026-10-01', kind: 'expansion' },
  counted_subscriptions: { figure: 'added', start: '2026-10-01' },
  revenue_payments: { month: '2026-10-01', what: 'refunds' },
  closed_deals: { start: '2026-10-01' },
  billing_suspended: { start: '2026-10-01' },
  vendor_charges: { vendor_id: 4, state: 'declined' },
  charges: { search: 'INV-000123', for: 2, from: '2026-01-01', least: '12.50' },
}

describe('a list can be exported', () => {
  test.each(names)('with any of its columns, in either file format: %s', (list) => {
    const input = inputs[list] ?? {}
    expect(faults(list, { input })).toEqual({})
    expect(faults(list, { input, format: 'xlsx' })).toEqual({})
    expect(exportedLists[list].columns).toBe(exportColumns[list])
  })
  test('under the name it has on the screen', () => {
    expect(names.map((list) => exportedLists[list].title)).toEqual([
      'Suppliers',
      'Restricted suppliers',
      'Index sync',
      'Subscribers',
      'Failed images',
      'Shipping methods',
      'Configuration rows',
      'Variant mapping by supplier',
      'Variant mapping',
      'Parents',
      'Monitored suppliers',
      'Monitored custom feeds',
      'Jobs',
      'Activity',
      'Activity of a vendor',
      'Activity of staff',
      'Changed products',
      'Rejected rows',
      'Products',
      'Matching products',
      'Vendors',
      'Active users',
      'Vendors of an account owner',
      'Subscriptions of a vendor',
      'Restricted access of a vendor',
      'Platforms',
      'Vendors of a platform',
      'Catalog with your prices',
      'IS Direct users',
      'Orders of an IS Direct user',
      'Marketing campaigns',
      'Registrations by campaign',
      'Promo codes',
      'Vendors of a promo code',
      'Charges of a vendor',
      'Charges of all vendors',
      'Invoices of all vendors',
      'Totals by month',
      'Cancellations',
      'New subscriptions',
      'Churned users',
      'Status changes',
      'Affiliates of a month',
      'Etilize report',
      'JM Wholesale report',
      'Subscriptions of a number',
      'Supplier subscriptions',
      'Plan violations',
      'Monthly revenue',
      'MRR by month',
      'Rows of Monthly Revenue',
      'Earned by month',
      'Unpaid cards by month',
      'Payments of a month',
      'Closed deals',
      'Billing suspended',
      'Refunds',
      'The Truth',
      'The Truth with money',
      'Staff',
      'Supplier update failures',
      'Vendor update failures',
    ])
  })
  test('for a run, filtered by kind of change and text', () => {
    const parsed = exportedLists.run_changes.body.shape.input.parse({ feed_run_id: 9 })
    expect(parsed).toEqual({ feed_run_id: 9, search: '' })
  })
})

describe('a list export is refused', () => {
  test('with no column, a column of another list, or too many', () => {
    expect(faults('jobs', { columns: [] })).toEqual({ columns: 'Choose a column' })
    expect(Object.keys(faults('jobs', { columns: ['id', 'votes'] }))).toEqual(['columns.1'])
    const id = (n: number) => ({ columns: Array.from({ length: n }, () => 'id') })
    expect(faults('jobs', id(100))).toEqual({})
    expect(Object.keys(faults('jobs', id(101)))).toEqual(['columns'])
  })
  test('under another list’s name, or in an unknown format', () => {
    expect(Object.keys(faults('jobs', { list: 'vendors' }))).toEqual(['list'])
    expect(Object.keys(faults('jobs', { format: 'pdf' }))).toEqual(['format'])
  })
  test('with more row IDs than a screen shows, or with none', () => {
    const ids = (n: number) => ({ input: { ids: Array.from({ length: n }, (_, i) => i + 1) } })
    expect(faults('monitored_suppliers', ids(5000))).toEqual({})
    expect(Object.keys(faults('monitored_suppliers', ids(5001)))).toEqual(['input.ids'])
    expect(Object.keys(faults('monitored_custom_feeds', {}))).toEqual(['input.ids'])
    expect(Object.keys(faults('run_rejected_rows', {}))).toEqual(['input.feed_run_id'])
    expect(
      Object.keys(faults('run_changes', { input: { feed_run_id: 9, search: 'x'.repeat(201) } })),
    ).toEqual(['input.search'])
  })
})

test('a view can have up to 100 hidden and 100 moved columns', () => {
  const keys = (n: number) => Array.from({ length: n }, (_, i) => `c${i}`)
  const fits = { hidden: keys(100), order: keys(100) }
  expect(chosenColumns.parse(fits)).toEqual(fits)
  for (const wrong of [{ hidden: keys(101) }, { order: keys(101) }, { hidden: ['x'.repeat(61)] }])
    expect(chosenColumns.safeParse({ ...fits, ...wrong }).success).toBe(false)
})
