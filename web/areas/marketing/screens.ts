import { IconSpeakerphone } from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'

export const marketingScreens = defineScreens([
  {
    state: 'marketing_campaigns',
    path: '/marketing-campaigns',
    title: 'Marketing Campaigns',
    access: 'staff',
    load: () => import('./Campaigns.tsx'),
    nav: { group: 'Reports', icon: IconSpeakerphone, key: 'mc' },
    words: 'registrations revenue links conversion affiliates utm',
  },
  {
    state: 'marketing_campaigns.registrations',
    path: '/marketing-campaigns/registrations',
    title: 'Campaign Registrations',
    access: 'staff',
    load: () => import('./CampaignRegistrations.tsx'),
  },
])
