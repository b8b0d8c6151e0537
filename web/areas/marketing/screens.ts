import { defineScreens } from '../../ui/screen.ts'

export const marketingScreens = defineScreens([
  {
    state: 'marketing_campaigns',
    path: '/marketing-campaigns',
    title: 'Marketing Campaigns',
    access: 'staff',
  },
])
