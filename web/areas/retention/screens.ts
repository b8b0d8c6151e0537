import { IconDatabase } from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'

export const retentionScreens = defineScreens([
  {
    state: 'retention.index',
    path: '/data-retention',
    title: 'Data Retention',
    access: 'staff',
    load: () => import('./DataRetention.tsx'),
    nav: { group: 'Settings', icon: IconDatabase, key: 'dr' },
    words: 'storage disk size cleanup settings',
  },
])
