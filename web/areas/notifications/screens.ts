import { defineScreens } from '../../ui/screen.ts'

export const notificationScreens = defineScreens([
  { state: 'notifications', path: '/notifications', title: 'Notifications', access: 'staff' },
])
