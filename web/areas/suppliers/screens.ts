import {
  IconActivityHeartbeat,
  IconAlertTriangle,
  IconBuildingWarehouse,
  IconStar,
} from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'
import { supplierTabs as tabs } from './page/tabs.ts'

const load = () => import('./page/SupplierPage.tsx')

export const supplierScreens = defineScreens([
  {
    state: 'suppliers.index',
    path: '/suppliers/',
    title: 'Suppliers',
    access: 'staff',
    load: () => import('./list/SupplierList.tsx'),
    nav: { group: 'Suppliers', icon: IconBuildingWarehouse, key: 'su', also: ['/feed-runs'] },
    words: 'dropshippers',
  },
  {
    state: 'suppliers.featured',
    path: '/suppliers/featured',
    title: 'Featured Suppliers',
    access: 'staff',
    load: () => import('./list/FeaturedSuppliers.tsx'),
    nav: { group: 'Suppliers', icon: IconStar, key: 'fs' },
  },
  {
    state: 'suppliers.view',
    path: '/suppliers/view/$id',
    title: 'View Supplier',
    access: 'staff',
    load,
    tabs,
  },
  {
    state: 'suppliers.stats',
    path: '/suppliers/view/$id/stats',
    title: 'Product Stats',
    access: 'staff',
    load,
    tabs,
  },
  {
    state: 'suppliers.pages',
    path: '/suppliers/view/$id/$page',
    title: 'View Supplier',
    access: 'staff',
    load,
    tabs,
  },
  {
    state: 'dashboards.monitoring',
    path: '/dashboards/monitoring',
    title: 'Monitoring Dashboard',
    access: 'staff',
    load: () => import('./monitoring/MonitoringDashboard.tsx'),
    nav: { group: 'Dashboards', icon: IconActivityHeartbeat, key: 'md' },
    words: 'feeds held stale',
  },
  {
    state: 'reports.update_failures',
    path: '/reports/update-failures',
    title: 'Update Failures',
    access: 'staff',
    load: () => import('./list/UpdateFailures.tsx'),
    nav: { group: 'Reports', icon: IconAlertTriangle, key: 'uf' },
    words: 'errors',
  },
])
