import { defineScreens } from '../../ui/screen.ts'
import { customFeedTabs as tabs } from './tabs.ts'

const load = () => import('./CustomFeedPage.tsx')

export const customFeedScreens = defineScreens([
  {
    state: 'vendors.custom_feed',
    path: '/vendors/view/$vendor_id/custom_feed/$vcfi',
    title: 'Custom Feed',
    access: 'staff',
    load,
    tabs,
  },
  {
    state: 'vendors.custom_feed_pages',
    path: '/vendors/view/$vendor_id/custom_feed/$vcfi/$page',
    title: 'Custom Feed',
    access: 'staff',
    load,
    tabs,
  },
])
