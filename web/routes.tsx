import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect, type AnyRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { isStaff } from '#contract/roles.ts'
import { landing, links } from './links.ts'
import { ErrorScreen, Pending } from './shell/ErrorScreen.tsx'
import { fetchAccount } from './shell/session.ts'

export interface Screen {
  state: string
  path: string
  title: string
  access: 'public' | 'account' | 'staff'
  /** None: named by the specification, not built yet, and linked from nowhere. */
  load?: () => Promise<{ default: ComponentType }>
}

const supplierPage = () => import('./areas/suppliers/SupplierPage.tsx')
/** Every screen of the specification (its section 2) and ours. */
export const screens: readonly Screen[] = [
  { state: 'login', path: '/login', title: 'Login', access: 'public', load: () => import('./areas/session/Login.tsx') },
  {
    state: 'password_reset',
    path: '/password-reset/$token',
    title: 'Password Reset',
    access: 'public',
    load: () => import('./areas/session/PasswordReset.tsx'),
  },
  { state: 'verification', path: '/verification', title: 'Verification', access: 'public' },
  { state: 'register', path: '/register', title: 'Register', access: 'public' },
  { state: 'unsubscribe', path: '/unsubscribe/$vid/$key', title: 'Unsubscribe', access: 'public' },
  { state: 'account.details', path: '/account/details', title: 'Account Details', access: 'account', load: () => import('./areas/session/AccountDetails.tsx') },
  { state: 'account.alerts', path: '/account/product-alerts', title: 'Product Alerts', access: 'account' },
  { state: 'account.subscriptions', path: '/account/subscriptions', title: 'Subscriptions', access: 'account' },
  { state: 'account.billing', path: '/account/billing-information', title: 'Billing Information', access: 'account' },
  { state: 'account.contact_us', path: '/account/contact-us', title: 'Contact Us', access: 'account' },
  { state: 'account.legacy_feedback', path: '/account/legacy-site-feedback', title: 'Feedback', access: 'account' },
  {
    state: 'dashboards.dashboard',
    path: '/dashboards/dashboard',
    title: 'Job Dashboard',
    access: 'staff',
    load: () => import('./areas/jobs/JobDashboard.tsx'),
  },
  {
    state: 'dashboards.monitoring',
    path: '/dashboards/monitoring',
    title: 'Monitoring Dashboard',
    access: 'staff',
    load: () => import('./areas/suppliers/MonitoringDashboard.tsx'),
  },
  {
    state: 'dashboards.updating',
    path: '/dashboards/updating',
    title: 'Updating Dashboard',
    access: 'staff',
    load: () => import('./areas/jobs/UpdatingDashboard.tsx'),
  },
  { state: 'dashboards.ordering', path: '/dashboards/ordering', title: 'Ordering Jobs', access: 'staff', load: () => import('./areas/jobs/OrderingJobs.tsx') },
  { state: 'dashboards.image', path: '/dashboards/image', title: 'Image Jobs', access: 'staff', load: () => import('./areas/jobs/ImageJobs.tsx') },
  {
    state: 'dashboards.servers',
    path: '/dashboards/servers',
    title: 'Server Dashboard',
    access: 'staff',
    load: () => import('./areas/jobs/ServerDashboard.tsx'),
  },
  { state: 'jobs.index', path: '/jobs', title: 'Jobs', access: 'staff', load: () => import('./areas/jobs/JobList.tsx') },
  { state: 'jobs.view', path: '/jobs/$job_id', title: 'Job', access: 'staff', load: () => import('./areas/jobs/JobPage.tsx') },
  { state: 'direct_app.index', path: '/direct-app/', title: 'IS Direct', access: 'staff' },
  { state: 'direct_app.view', path: '/direct-app/view/$id', title: 'View User', access: 'staff' },
  { state: 'direct_app.pages', path: '/direct-app/view/$id/$page', title: 'View User', access: 'staff' },
  { state: 'marketing_campaigns', path: '/marketing-campaigns', title: 'Marketing Campaigns', access: 'staff' },
  {
    state: 'reports.update_failures',
    path: '/reports/update-failures',
    title: 'Update Failures',
    access: 'staff',
    load: () => import('./areas/suppliers/UpdateFailures.tsx'),
  },
  { state: 'vendors.active', path: '/vendors/active', title: 'Active Users', access: 'staff' },
  { state: 'vendors.search', path: '/vendors/search', title: 'Search Users', access: 'staff', load: () => import('./areas/vendors/VendorSearch.tsx') },
  { state: 'vendors.by_manager', path: '/vendors/by-manager', title: 'Users By Account Owner', access: 'staff' },
  { state: 'vendors.view', path: '/vendors/view/$vendor_id', title: 'View User', access: 'staff', load: () => import('./areas/vendors/VendorPage.tsx') },
  { state: 'vendors.integration', path: '/vendors/view/$vendor_id/integration/$vmmid', title: 'Integration', access: 'staff' },
  { state: 'suppliers.index', path: '/suppliers/', title: 'Suppliers', access: 'staff', load: () => import('./areas/suppliers/SupplierList.tsx') },
  {
    state: 'suppliers.featured',
    path: '/suppliers/featured',
    title: 'Featured Suppliers',
    access: 'staff',
    load: () => import('./areas/suppliers/FeaturedSuppliers.tsx'),
  },
  {
    state: 'suppliers.mapping_report',
    path: '/suppliers/mapping-report',
    title: 'Variant Mapping',
    access: 'staff',
    load: () => import('./areas/variants/MappingReport.tsx'),
  },
  { state: 'suppliers.view', path: '/suppliers/view/$id', title: 'View Supplier', access: 'staff', load: supplierPage },
  {
    state: 'suppliers.stats_compare',
    path: '/suppliers/view/$id/stats/compare',
    title: 'Compare',
    access: 'staff',
    load: () => import('./areas/feeds/CompareRuns.tsx'),
  },
  { state: 'suppliers.stats', path: '/suppliers/view/$id/stats', title: 'Product Stats', access: 'staff', load: supplierPage },
  { state: 'suppliers.pages', path: '/suppliers/view/$id/$page', title: 'View Supplier', access: 'staff', load: supplierPage },
  { state: 'feeds.run', path: '/feed-runs/$feed_run_id', title: 'Feed Run', access: 'staff', load: () => import('./areas/feeds/RunPage.tsx') },
  { state: 'platforms.index', path: '/platforms/', title: 'Platforms', access: 'staff' },
  { state: 'platforms.view', path: '/platforms/$platform_id', title: 'Platform', access: 'staff' },
  { state: 'products.asins', path: '/products/asins', title: 'ASIN Tools', access: 'staff' },
  { state: 'products.search', path: '/products/search', title: 'Search', access: 'staff' },
  { state: 'reports.exports', path: '/reports/exports', title: 'Reports', access: 'staff' },
  { state: 'reports.cancels', path: '/reports/cancels', title: 'Cancellations', access: 'staff' },
  { state: 'reports.new_subscriptions', path: '/reports/new-subscriptions', title: 'New Subscriptions', access: 'staff' },
  { state: 'reports.monthly_revenue', path: '/reports/monthly-revenue', title: 'Monthly Revenue', access: 'staff' },
  { state: 'reports.customers', path: '/reports/customers', title: 'Customers', access: 'staff' },
  { state: 'reports.closed_deals', path: '/reports/closed-deals', title: 'Closed Deals', access: 'staff' },
  { state: 'reports.billing_suspended', path: '/reports/billing-suspended', title: 'Billing Suspended', access: 'staff' },
  { state: 'reports.plan_violations', path: '/reports/plan-violations', title: 'Plan Violations', access: 'staff' },
  { state: 'reports.the_truth', path: '/reports/the-truth', title: 'The Truth', access: 'staff' },
  { state: 'reports.etilize', path: '/reports/etilize-report', title: 'Etilize Report', access: 'staff' },
  { state: 'reports.jmwholesale', path: '/reports/jmwholesale-report', title: 'JM Wholesale Report', access: 'staff' },
  { state: 'reports.supplier_subscriptions', path: '/reports/supplier_subscriptions', title: 'Supplier Subscriptions', access: 'staff' },
  { state: 'promo_codes.index', path: '/promo-codes/', title: 'Promo Codes', access: 'staff' },
  { state: 'notifications', path: '/notifications', title: 'Notifications', access: 'staff' },
  { state: 'dev.mail', path: '/dev/mail', title: 'Kept Mail', access: 'staff', load: () => import('./areas/session/KeptMail.tsx') },
]

const pattern = (path: string) => new RegExp(`^${path.replace(/\/$/, '').replace(/\$\w+/g, '[^/]+')}/?$`)
export const screenAt = (pathname: string) => screens.find((s) => pattern(s.path).test(pathname))
export const isPublicPath = (pathname: string) => screenAt(pathname)?.access === 'public'

const root = createRootRoute({
  component: Outlet,
  errorComponent: ErrorScreen,
  // any unknown route goes to login (document 1, section 2)
  notFoundComponent: () => null,
  beforeLoad: async ({ location }) => {
    const screen = screenAt(location.pathname)
    if (!screen) throw redirect({ href: links.login() })
    document.title = `${screen.title} · Feedstock`
    const account = screen.access === 'public' && screen.state !== 'login' ? null : await fetchAccount()
    if (screen.state === 'login') {
      if (account) throw redirect({ href: landing(account.role) })
      return
    }
    if (screen.access === 'public') return
    if (!account) throw redirect({ href: links.login(location.href) })
    if (screen.access === 'staff' && !isStaff(account.role)) throw redirect({ href: landing(account.role) })
  },
})

const framed = createRoute({ getParentRoute: () => root, id: 'framed', component: lazyRouteComponent(() => import('./shell/Frame.tsx')) })
const missing = () => import('./shell/NotBuilt.tsx')
const routeOf = (screen: Screen, parent: AnyRoute) =>
  createRoute({ getParentRoute: () => parent, path: screen.path, component: lazyRouteComponent(screen.load ?? missing) })

export const router = createRouter({
  routeTree: root.addChildren([
    framed.addChildren(screens.filter((s) => s.access !== 'public').map((s) => routeOf(s, framed))),
    ...screens.filter((s) => s.access === 'public').map((s) => routeOf(s, root)),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: Pending,
  defaultPendingMs: 300,
  defaultErrorComponent: ErrorScreen,
  scrollRestoration: true,
  trailingSlash: 'preserve',
})
