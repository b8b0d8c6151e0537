import { IconUserBolt } from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'
import { directUserTabs as tabs } from './tabs.ts'

const load = () => import('./DirectUserPage.tsx')

export const directAppScreens = defineScreens([
  {
    state: 'direct_app.index',
    path: '/direct-app/',
    title: 'IS Direct',
    access: 'staff',
    load: () => import('./DirectUserList.tsx'),
    nav: { group: 'Vendors', icon: IconUserBolt, key: 'da' },
    words: 'direct app users orders plan',
  },
  { state: 'direct_app.view', path: '/direct-app/view/$id', title: 'View User', access: 'staff', load, tabs },
  {
    state: 'direct_app.pages',
    path: '/direct-app/view/$id/$page',
    title: 'View User',
    access: 'staff',
    load,
    tabs,
  },
])
