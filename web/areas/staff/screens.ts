import { IconUserShield } from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'

export const staffScreens = defineScreens([
  {
    state: 'staff.index',
    path: '/staff',
    title: 'Staff',
    access: 'admin',
    load: () => import('./StaffList.tsx'),
    nav: { group: 'Settings', icon: IconUserShield, key: 'st' },
    words: 'team people roles invite disable admins logins',
  },
  {
    state: 'staff.activity',
    path: '/staff/activity',
    title: 'Staff activity',
    access: 'admin',
    load: () => import('./StaffActivity.tsx'),
    words: 'log sign-ins roles audit history',
  },
])
