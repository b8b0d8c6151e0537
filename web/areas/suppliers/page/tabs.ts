import type { ComponentType } from 'react'
import type { Tab } from '../../../ui/screen.ts'
import type { Supplier, SupplierView } from './supplier.ts'

interface SupplierTab extends Tab {
  load: () => Promise<{ default: ComponentType<{ supplier: Supplier; view: SupplierView }> }>
  /** Why this supplier does not have the tab, and the tab where it is turned on; undefined if it has it. */
  closed?: (supplier: Supplier) => { why: string; turnedOn: string } | undefined
}

/** The supplier page's tabs in order; `page` is the last part of the URL. */
export const supplierTabs: readonly SupplierTab[] = [
  { page: 'basic', title: 'Basic Info', load: () => import('./SupplierBasicInfo.tsx') },
  { page: 'config', title: 'Configuration', load: () => import('./SupplierConfiguration.tsx') },
  { page: 'image', title: 'Image', load: () => import('./SupplierImages.tsx') },
  { page: 'solr', title: 'Search Index', load: () => import('./SupplierSearchIndex.tsx') },
  { page: 'monitoring', title: 'Monitoring', load: () => import('./SupplierMonitoring.tsx') },
  { page: 'subscriptions', title: 'Subscriptions', load: () => import('./SupplierSubscriptions.tsx') },
  { page: 'stats', title: 'Product Stats', load: () => import('./SupplierStats.tsx') },
  {
    page: 'variant-mapping',
    title: 'Variant Mapping',
    load: () => import('../../variants/public.tsx').then((m) => ({ default: m.VariantMapping })),
    closed: (supplier) =>
      supplier.automated_variant_mapping
        ? undefined
        : { why: 'Automated variant mapping is off', turnedOn: 'basic' },
  },
  { page: 'order_automation', title: 'Shipping Info', load: () => import('./SupplierShipping.tsx') },
  { page: 'log', title: 'Activity Log', load: () => import('./SupplierActivityLog.tsx') },
]
