import { IconPlugConnected } from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'
import { platformTabs as tabs } from './tabs.ts'

const load = () => import('./PlatformPage.tsx')

export const platformScreens = defineScreens([
  {
    state: 'platforms.index',
    path: '/platforms/',
    title: 'Platforms',
    access: 'staff',
    load: () => import('./PlatformList.tsx'),
    nav: { group: 'Vendors', icon: IconPlugConnected, key: 'pl' },
    words: 'integrations markets fields',
  },
  {
    state: 'platforms.view',
    path: '/platforms/$platform_id',
    title: 'Platform',
    access: 'staff',
    load,
    tabs,
  },
  {
    state: 'platforms.pages',
    path: '/platforms/$platform_id/$page',
    title: 'Platform',
    access: 'staff',
    load,
    tabs,
  },
])
