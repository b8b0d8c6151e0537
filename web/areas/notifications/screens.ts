import { IconBell } from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'

export const notificationScreens = defineScreens([
  {
    state: 'notifications',
    path: '/notifications',
    title: 'Notifications',
    access: 'staff',
    load: () => import('./NotificationList.tsx'),
    nav: { group: 'Dashboards', icon: IconBell, key: 'no' },
    words: 'problems alerts bell tickets',
  },
  {
    state: 'notifications.settings',
    path: '/notifications/settings',
    title: 'Notification Settings',
    access: 'staff',
    load: () => import('./settings/NotificationSettings.tsx'),
    words: 'rules on call quiet hours summaries silence webhooks slack teams noise',
  },
])
