import { defineScreens } from '../../ui/screen.ts'

export const platformScreens = defineScreens([
  { state: 'platforms.index', path: '/platforms/', title: 'Platforms', access: 'staff' },
  { state: 'platforms.view', path: '/platforms/$platform_id', title: 'Platform', access: 'staff' },
])
