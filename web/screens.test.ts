import { expect, test, vi } from 'vitest'
import { roles } from '#contract/roles.ts'
import {
  accountNavigation,
  documentTitle,
  fetchScreen,
  fetchTab,
  isCutLink,
  isPublicPath,
  findActiveEntry,
  navigation,
  listAt,
  mayOpen,
  screenAt,
  screens,
  strayTab,
} from './screens.ts'

const twice = (values: readonly string[]) => values.filter((v, i) => values.indexOf(v) !== i)
const staff = navigation()

test('every state, path and go-key is used only once', () => {
  expect(twice(screens.map((s) => s.state))).toEqual([])
  expect(twice(screens.map((s) => s.path.replaceAll(/\$\w+/g, '$').replace(/\/$/, '')))).toEqual([])
  expect(twice(staff.map((s) => s.nav.key))).toEqual([])
  expect(staff.filter((s) => s.nav.key.length !== 2)).toEqual([])
})

test('the navigation keeps its order and its keys', () => {
  expect(staff.map((s) => `${s.nav.group}: ${s.title} (g ${s.nav.key})`)).toEqual([
    'Vendors: Search Users (g us)',
    'Vendors: Active Users (g ua)',
    'Vendors: Users By Account Owner (g uo)',
    'Vendors: Platforms (g pl)',
    'Vendors: Promo Codes (g pc)',
    'Vendors: IS Direct (g da)',
    'Suppliers: Suppliers (g su)',
    'Suppliers: Featured Suppliers (g fs)',
    'Suppliers: Variant Mapping (g vm)',
    'Suppliers: Search (g sk)',
    'Suppliers: Products (g pr)',
    'Suppliers: ASIN Tools (g at)',
    'Dashboards: Notifications (g no)',
    'Dashboards: Monitoring Dashboard (g md)',
    'Dashboards: Job Dashboard (g jd)',
    'Dashboards: Updating Dashboard (g ud)',
    'Dashboards: Ordering Jobs (g oj)',
    'Dashboards: Image Jobs (g ij)',
    'Dashboards: Server Dashboard (g sd)',
    'Dashboards: Jobs (g jo)',
    'Dashboards: Money (g mo)',
    'Dashboards: Charges (g ch)',
    'Dashboards: Invoices (g in)',
    'Reports: Update Failures (g uf)',
    'Reports: Reports (g re)',
    'Reports: Test Emails (g km)',
    'Reports: Marketing Campaigns (g mc)',
    'Settings: Data Retention (g dr)',
    'Settings: Staff (g st)',
  ])
  expect(accountNavigation().map((s) => s.nav.label)).toEqual([
    'Suppliers and store',
    'Product alerts',
    'Subscriptions',
    'Billing',
    'Account',
    'Help',
  ])
})

test('only admins see and open the screens of admins', () => {
  const staffScreen = screenAt('/staff')!
  for (const role of roles) {
    expect(navigation(role).some((s) => s.path === '/staff')).toBe(role === 'admin')
    expect(mayOpen(staffScreen, role)).toBe(role === 'admin')
  }
  expect(navigation('support')).toHaveLength(staff.length - 1)
})

test('an address highlights the navigation entry with the longest matching path', () => {
  const lit = (pathname: string) => findActiveEntry(staff, pathname)?.title
  expect(lit('/suppliers/')).toBe('Suppliers')
  expect(lit('/suppliers')).toBe('Suppliers')
  expect(lit('/suppliers/view/9/config')).toBe('Suppliers')
  expect(lit('/suppliers/featured')).toBe('Featured Suppliers')
  expect(lit('/suppliers/mapping-report')).toBe('Variant Mapping')
  expect(lit('/feed-runs/12')).toBe('Suppliers')
  expect(lit('/vendors/view/5')).toBe('Search Users')
  expect(lit('/jobs/12')).toBe('Jobs')
  expect(lit('/jobsite')).toBeUndefined()
  expect(lit('/notifications')).toBe('Notifications')
})

test('an address finds its screen, preferring the path with fewer parameters', () => {
  const state = (pathname: string) => screenAt(pathname)?.state
  expect(state('/suppliers/view/9/stats')).toBe('suppliers.stats')
  expect(state('/suppliers/view/9/config')).toBe('suppliers.pages')
  expect(state('/suppliers/view/9/stats/compare')).toBe('suppliers.stats_compare')
  expect(state('/suppliers')).toBe('suppliers.index')
  expect(state('/suppliers/view/')).toBeUndefined()
  expect(state('/no/such/route')).toBeUndefined()
})

test('every tab has its own document title', () => {
  expect(documentTitle('/suppliers/view/9')).toBe('View Supplier · Basic Info · Feedstock')
  expect(documentTitle('/suppliers/view/9', 'Cobalt Tools')).toBe(
    'View Supplier · Cobalt Tools · Basic Info · Feedstock',
  )
  expect(documentTitle('/suppliers/view/9/variant-mapping')).toBe(
    'View Supplier · Variant Mapping · Feedstock',
  )
  expect(documentTitle('/suppliers/view/9/stats')).toBe('Product Stats · Feedstock')
  expect(documentTitle('/jobs')).toBe('Jobs · Feedstock')
  expect(documentTitle('/no/such/route')).toBe('Feedstock')
})

test('an unknown tab is recognized, with its record’s address', () => {
  expect(strayTab('/vendors/view/5/nothing')).toEqual({ name: 'nothing', record: '/vendors/view/5' })
  expect(strayTab('/vendors/view/5/nothing/')).toEqual({ name: 'nothing', record: '/vendors/view/5' })
  for (const path of [
    '/vendors/view/5/contact',
    '/vendors/view/5',
    '/suppliers/view/9/stats',
    '/jobs',
    '/no',
  ])
    expect(strayTab(path)).toBeUndefined()
})

test('a screen’s scripts load together with those of the tab in the address, and no other tab’s', () => {
  const screen = screenAt('/vendors/view/5/contact')!
  const asked: string[] = []
  const spy = (of: { load?: () => Promise<unknown> }, name: string) =>
    vi.spyOn(of as { load: () => Promise<unknown> }, 'load').mockImplementation(async () => asked.push(name))
  const spies = [spy(screen, 'screen'), ...screen.tabs!.map((tab) => spy(tab, tab.page))]
  const by = (fetch: (path: string) => void, path: string) => {
    fetch(path)
    return asked.splice(0)
  }
  expect(by(fetchScreen, '/vendors/view/5/contact')).toEqual(['screen', 'contact'])
  expect(by(fetchTab, '/vendors/view/5/contact')).toEqual(['contact'])
  expect(by(fetchScreen, '/no/such/screen')).toEqual([])
  for (const one of spies) one.mockRestore()
})

test('only the public screens can be opened without signing in', () => {
  const open = screens.filter((s) => isPublicPath(s.path)).map((s) => s.path)
  expect(open).toEqual(screens.filter((s) => s.access === 'public').map((s) => s.path))
  expect(open.length).toBeGreaterThan(0)
  expect(['/suppliers', '/jobs/12', '/no/such/route'].filter(isPublicPath)).toEqual([])
})

test('an address without a record leads to its list', () => {
  expect(
    ['/vendors/', '/vendors', '/vendors/9', '/account', '/nowhere'].map((path) => listAt(path)?.state),
  ).toEqual(['vendors.search', 'vendors.search', undefined, 'account.details', undefined])
})

test('an emailed link cut off at its end is recognized', () => {
  for (const path of [
    '/password-reset',
    '/password-reset/',
    '/unsubscribe',
    '/unsubscribe/1',
    '/report-email',
  ])
    expect(isCutLink(path)).toBe(true)
  for (const path of [
    '/password-reset/abc',
    '/unsubscribe/1/abc',
    '/',
    '/no/such/screen',
    '/vendors/nothing',
  ])
    expect(isCutLink(path)).toBe(false)
})
