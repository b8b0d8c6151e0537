import { IconUserCheck, IconUsers, IconUserStar } from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'
import { vendorTabs as tabs } from './page/tabs.ts'

const load = () => import('./page/VendorPage.tsx')

export const vendorScreens = defineScreens([
  {
    state: 'vendors.search',
    path: '/vendors/search',
    title: 'Search Users',
    access: 'staff',
    load: () => import('./search/VendorSearch.tsx'),
    nav: { group: 'Vendors', icon: IconUsers, key: 'us', otherPaths: ['/vendors'] },
    words: 'vendors customers',
  },
  {
    state: 'vendors.active',
    path: '/vendors/active',
    title: 'Active Users',
    access: 'staff',
    load: () => import('./search/ActiveUsers.tsx'),
    nav: { group: 'Vendors', icon: IconUserCheck, key: 'ua' },
    words: 'vendors trends new users growth',
  },
  {
    state: 'vendors.by_manager',
    path: '/vendors/by-manager',
    title: 'Users By Account Owner',
    access: 'staff',
    load: () => import('./search/VendorsByManager.tsx'),
    nav: { group: 'Vendors', icon: IconUserStar, key: 'uo' },
    words: 'account managers owners unassigned none',
  },
  {
    state: 'vendors.view',
    path: '/vendors/view/$vendor_id',
    title: 'View User',
    access: 'staff',
    load,
    tabs,
  },
  {
    state: 'vendors.pages',
    path: '/vendors/view/$vendor_id/$page',
    title: 'View User',
    access: 'staff',
    load,
    tabs,
  },
  {
    state: 'vendors.store',
    path: '/vendors/view/$vendor_id/stores/$vendor_store_id',
    title: 'View User',
    access: 'staff',
    load,
    tabs,
  },
])
