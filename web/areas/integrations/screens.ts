import { defineScreens } from '../../ui/screen.ts'
import { integrationTabs as tabs } from './tabs.ts'

const load = () => import('./IntegrationPage.tsx')

export const integrationScreens = defineScreens([
  {
    state: 'vendors.go_live',
    path: '/vendors/view/$vendor_id/go-live',
    title: 'Go live',
    access: 'staff',
    load: () => import('./live/LivePathPage.tsx'),
  },
  {
    state: 'vendors.integration',
    path: '/vendors/view/$vendor_id/integration/$vmmid',
    title: 'Integration',
    access: 'staff',
    load,
    tabs,
  },
  {
    state: 'vendors.integration_pages',
    path: '/vendors/view/$vendor_id/integration/$vmmid/$page',
    title: 'Integration',
    access: 'staff',
    load,
    tabs,
  },
])
