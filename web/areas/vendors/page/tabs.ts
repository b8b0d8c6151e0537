import type { ComponentType } from 'react'
import type { Tab } from '../../../ui/screen.ts'
import type { Vendor } from './vendor.ts'

interface VendorTab extends Tab {
  load: () => Promise<{ default: ComponentType<{ vendor: Vendor }> }>
  count?: (vendor: Vendor) => number
}

/** The vendor page's tabs in order; `page` is in the address. */
export const vendorTabs: readonly VendorTab[] = [
  { page: 'dashboard', title: 'Dashboard', load: () => import('./VendorDashboard.tsx') },
  { page: 'basic', title: 'Basic Info', load: () => import('../basics/VendorBasics.tsx') },
  { page: 'contact', title: 'Contact', load: () => import('../contacts/VendorContacts.tsx') },
  {
    page: 'subscriptions',
    title: 'Subscriptions',
    load: () => import('../../subscriptions/public.tsx').then((m) => m.loadVendorSubscriptions()),
    count: (v) => v.subscription_count,
  },
  {
    page: 'integrations',
    title: 'Integrations',
    load: () => import('../../integrations/public.tsx').then((m) => m.loadVendorIntegrations()),
    count: (v) => v.integration_count,
  },
  {
    page: 'stores',
    title: 'Stores',
    load: () => import('../../stores/public.tsx').then((m) => m.loadVendorStores()),
    count: (v) => v.store_count,
  },
  {
    page: 'price_rules',
    title: 'Price Rules',
    load: () => import('../../pricing/public.tsx').then((m) => m.loadPriceRules()),
  },
  {
    page: 'billing_plan',
    title: 'Billing Plan',
    load: () => import('../../billing/public.tsx').then((m) => m.loadBillingPlan()),
  },
  {
    page: 'billing_history',
    title: 'Billing History',
    load: () => import('../../payments/public.tsx').then((m) => m.loadBillingHistory()),
  },
  {
    page: 'restricted_supplier_access',
    title: 'Restricted Access',
    load: () => import('../../subscriptions/public.tsx').then((m) => m.loadVendorRestrictedAccess()),
  },
  {
    page: 'order_manager',
    title: 'Order Manager',
    load: () => import('../order-manager/VendorOrderManager.tsx'),
  },
  {
    page: 'custom_feed',
    title: 'Custom Feed',
    load: () => import('../../custom-feeds/public.tsx').then((m) => m.loadVendorCustomFeeds()),
    count: (v) => v.custom_feed_count,
  },
  { page: 'log', title: 'Log', load: () => import('./VendorLog.tsx') },
  { page: 'apps', title: '3rd Party Apps', load: () => import('./VendorApps.tsx') },
]
