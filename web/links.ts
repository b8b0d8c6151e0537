import type { FeedPart } from '#contract/feeds/mend.ts'

/** A supplier's own feed, or the custom feed that a vendor has from it. */
export interface FeedPlace {
  dropshipper_id: number
  vendor_id?: number | null
  vendor_custom_feed_id?: number | null
}
/** A custom feed has a page of its own; a supplier's feed is on its supplier's page. */
const feedPage = ({ vendor_id, vendor_custom_feed_id }: FeedPlace, page?: string) =>
  vendor_id && vendor_custom_feed_id ? links.customFeed(vendor_id, vendor_custom_feed_id, page) : undefined

/** Where signing in leads to: never to the sign-in itself, whose own `next` counts instead. */
export function returnPath(next: string | undefined): string | undefined {
  if (!next || !/^\/login(?![^/?#])/.test(next)) return next
  return returnPath(new URLSearchParams(/\?([^#]*)/.exec(next)?.[1]).get('next') ?? undefined)
}

/** Every address of the app as a function. */
type Search = Readonly<Record<string, string | number | undefined>>

/** An address with those parts of its search that have a value. */
function withSearch(path: string, search: Search): string {
  const text = new URLSearchParams(
    Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString()
  return text ? `${path}?${text}` : path
}

export const links = {
  login: (next?: string) => {
    const path = returnPath(next)
    return path && path !== '/' ? `/login?next=${encodeURIComponent(path)}` : '/login'
  },
  staff: () => '/staff',
  staffActivity: () => '/staff/activity',
  accountDetails: () => '/account/details',
  mySuppliers: () => '/account/suppliers',
  mySupplierProducts: (dropshipperId: number) => `/account/suppliers/${dropshipperId}/products`,
  browseSuppliers: () => '/account/browse-suppliers',
  mySubscriptions: () => '/account/subscriptions',
  myBilling: () => '/account/billing-information',
  contactUs: () => '/account/contact-us',
  connectMyStore: () => '/account/contact-us?about=store',
  legacyFeedback: () => '/account/legacy-site-feedback',
  /** @param period the first and last day that the vendors joined on */
  vendorSearch: (period?: { since: string; until: string }) =>
    period ? `/vendors/search?since=${period.since}&until=${period.until}` : '/vendors/search',
  platforms: () => '/platforms/',
  platform: (id: number, page?: string) => (page ? `/platforms/${id}/${page}` : `/platforms/${id}`),
  /** @param type the tab: who the codes belong to */
  promoCodes: (type?: string) => (type && type !== 'standard' ? `/promo-codes/?of=${type}` : '/promo-codes/'),
  promoCode: (id: number, page?: string) => (page ? `/promo-codes/${id}/${page}` : `/promo-codes/${id}`),
  directUsers: (differs?: boolean) => (differs ? '/direct-app/?differs=true' : '/direct-app/'),
  directUser: (id: number, page?: string) =>
    page ? `/direct-app/view/${id}/${page}` : `/direct-app/view/${id}`,
  /** @param tab the report, the links or the affiliates */
  campaigns: (tab?: 'links' | 'affiliates') =>
    tab ? `/marketing-campaigns?of=${tab}` : '/marketing-campaigns',
  /** The registrations behind a figure of the report. */
  campaignRegistrations: (filters: Search) => withSearch('/marketing-campaigns/registrations', filters),
  vendor: (vendorId: number, page?: string) =>
    page ? `/vendors/view/${vendorId}/${page}` : `/vendors/view/${vendorId}`,
  money: () => '/billing/',
  charges: () => '/billing/charges',
  failingCards: () => '/billing/failing-cards',
  /** @param state the state of the listed invoices */
  invoices: (filter?: { state: 'open' } | { age: string } | { search: string }) =>
    filter ? `/billing/invoices?${new URLSearchParams(filter).toString()}` : '/billing/invoices',
  charge: (vendorId: number, chargeId: number) => `/vendors/view/${vendorId}/charge/${chargeId}`,
  vendorStore: (vendorId: number, storeId: number) => `/vendors/view/${vendorId}/stores/${storeId}`,
  integration: (vendorId: number, id: number, page?: string) =>
    `/vendors/view/${vendorId}/integration/${id}${page ? `/${page}` : ''}`,
  /** The way from a supplier to a live store. */
  goLive: (vendorId: number, chosen: { supplier?: number; store?: number } = {}) =>
    withSearch(`/vendors/view/${vendorId}/go-live`, chosen),
  /** A page that shows an account as its customer sees it: the prefix of its paths, and a path. */
  customerView: (viewId: number, path: string = '/account/details') => `/viewing/${viewId}${path}`,
  suppliers: () => '/suppliers/',
  supplier: (id: number, page?: string) => (page ? `/suppliers/view/${id}/${page}` : `/suppliers/view/${id}`),
  customFeed: (vendorId: number, id: number, page?: string) =>
    `/vendors/view/${vendorId}/custom_feed/${id}${page ? `/${page}` : ''}`,
  /** The list of a feed's runs. */
  feedMonitoring: (place: FeedPlace) =>
    feedPage(place) ?? `/suppliers/view/${place.dropshipper_id}/monitoring`,
  /** @param part a part of the settings; for the mapping, a column too */
  feedSettings: (place: FeedPlace, part?: FeedPart | 'expected' | `field-${string}`, column?: string) => {
    const page = feedPage(place, 'settings') ?? `/suppliers/view/${place.dropshipper_id}/config`
    if (!part) return page
    return column ? `${page}#${part}:${encodeURIComponent(column)}` : `${page}#${part}`
  },
  compare: (id: number, first: number, second: number) =>
    `/suppliers/view/${id}/stats/compare?stat1=${first}&stat2=${second}`,
  feedRun: (runId: number) => `/feed-runs/${runId}`,
  /** @param vendorId the vendor whose chain is shown */
  product: (id: number, vendorId?: number, page?: string) =>
    `/products/view/${id}${page ? `/${page}` : ''}${vendorId === undefined ? '' : `?vendor=${vendorId}`}`,
  products: () => '/products/',
  /** The SKU lookup; with an SKU, the product's own page opens where one product has it. */
  sku: (sku?: string, of: { supplier?: number | undefined; uid?: number | undefined } = {}) => {
    if (sku === undefined) return '/products/search'
    const search = new URLSearchParams({ sku, ...(of.supplier && { supplier: String(of.supplier) }) })
    if (of.uid) search.set('uid', String(of.uid))
    return `/products/search?${search}&go=true`
  },
  featured: () => '/suppliers/featured',
  mappingReport: () => '/suppliers/mapping-report',
  reports: () => '/reports/exports',
  report: (page: string, search: Search = {}) => withSearch(`/reports/${page}`, search),
  updateFailures: () => '/reports/update-failures',
  job: (id: number) => `/jobs/${id}`,
  jobs: (filters: Search = {}) => withSearch('/jobs', filters),
  categoryDashboard: (category: 'updating' | 'ordering' | 'image') => `/dashboards/${category}`,
  servers: () => '/dashboards/servers',
  vendorsByManager: (sort?: string) => `/vendors/by-manager${sort ? `?sort=${sort}` : ''}`,
  /** @param view a mode; the standings or the cause of the listed feeds */
  monitoring: (view: { mode?: string | undefined; status?: string; cause?: string } = {}) =>
    withSearch('/dashboards/monitoring', view),
  jobDashboard: () => '/dashboards/dashboard',
  dataRetention: () => '/data-retention',
  notifications: () => '/notifications',
  notificationSettings: (of?: string) =>
    of ? `/notifications/settings?of=${of}` : '/notifications/settings',
  serverDashboard: () => '/dashboards/servers',
  devMail: () => '/dev/mail',
} as const

/** Where a person lands after signing in (docs/domain/session.md, Sessions). */
export const landing = (role: string): string => homes[role] ?? links.vendorSearch()
const homes: Readonly<Record<string, string>> = {
  customer: links.accountDetails(),
  finance: links.money(),
  account_manager: links.vendorsByManager('health_asc'),
  admin: links.monitoring(),
}
