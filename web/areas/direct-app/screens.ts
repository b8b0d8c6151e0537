import { defineScreens } from '../../ui/screen.ts'

export const directAppScreens = defineScreens([
  { state: 'direct_app.index', path: '/direct-app/', title: 'IS Direct', access: 'staff' },
  { state: 'direct_app.view', path: '/direct-app/view/$id', title: 'View User', access: 'staff' },
  { state: 'direct_app.pages', path: '/direct-app/view/$id/$page', title: 'View User', access: 'staff' },
])
