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
])
