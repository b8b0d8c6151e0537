import { defineScreens } from '../../ui/screen.ts'

export const accountScreens = defineScreens([
  { state: 'account.alerts', path: '/account/product-alerts', title: 'Product Alerts', access: 'account' },
  {
    state: 'account.subscriptions',
    path: '/account/subscriptions',
    title: 'Subscriptions',
    access: 'account',
  },
  {
    state: 'account.billing',
    path: '/account/billing-information',
    title: 'Billing Information',
    access: 'account',
  },
  { state: 'account.contact_us', path: '/account/contact-us', title: 'Contact Us', access: 'account' },
  {
    state: 'account.legacy_feedback',
    path: '/account/legacy-site-feedback',
    title: 'Feedback',
    access: 'account',
  },
])
