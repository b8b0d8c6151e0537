import { IconDatabase } from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'

export const retentionScreens = defineScreens([
  {
    state: 'dashboards.retention',
    path: '/dashboards/retention',
    title: 'Data Retention',
    access: 'staff',
    load: () => import('./DataRetention.tsx'),
    nav: { group: 'Dashboards', icon: IconDatabase, key: 'dr' },
    words: 'storage disk size cleanup settings',
  },
])
