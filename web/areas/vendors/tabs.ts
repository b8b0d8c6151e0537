import type { ComponentType } from 'react'
import type { Tab } from '../../ui/screen.ts'
import type { Vendor } from './vendor.ts'

interface VendorTab extends Tab {
  load: () => Promise<{ default: ComponentType<{ vendor: Vendor }> }>
  count?: (vendor: Vendor) => number
}

/** The vendor page's tabs in their order; `page` stands in the address. */
export const vendorTabs: readonly VendorTab[] = [
  { page: 'dashboard', title: 'Dashboard', load: () => import('./VendorDashboard.tsx') },
  { page: 'basic', title: 'Basic Info', load: () => import('./VendorBasics.tsx') },
  { page: 'contact', title: 'Contact', load: () => import('./VendorContacts.tsx') },
  {
    page: 'subscriptions',
    title: 'Subscriptions',
    load: () => import('../subscriptions/public.tsx').then((m) => ({ default: m.VendorSubscriptions })),
    count: (v) => v.subscription_count,
  },
  {
    page: 'integrations',
    title: 'Integrations',
    load: () => import('./VendorIntegrations.tsx'),
    count: (v) => v.integration_count,
  },
  { page: 'stores', title: 'Stores', load: () => import('./VendorStores.tsx'), count: (v) => v.store_count },
  { page: 'billing_plan', title: 'Billing Plan', load: () => import('./VendorBillingPlan.tsx') },
  { page: 'billing_history', title: 'Billing History', load: () => import('./VendorCharges.tsx') },
  {
    page: 'restricted_supplier_access',
    title: 'Restricted Access',
    load: () => import('../subscriptions/public.tsx').then((m) => ({ default: m.VendorRestrictedAccess })),
  },
  { page: 'order_manager', title: 'Order Manager', load: () => import('./VendorOrderManager.tsx') },
  {
    page: 'custom_feed',
    title: 'Custom Feed',
    load: () => import('./VendorCustomFeeds.tsx'),
    count: (v) => v.custom_feed_count,
  },
  { page: 'log', title: 'Log', load: () => import('./VendorLog.tsx') },
  { page: 'apps', title: '3rd Party Apps', load: () => import('./VendorApps.tsx') },
]
