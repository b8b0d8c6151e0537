import { IconCreditCard, IconTruckDelivery } from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'

export const accountScreens = defineScreens([
  {
    state: 'account.suppliers',
    path: '/account/suppliers',
    title: 'Suppliers and store',
    access: 'account',
    load: () => import('./MySuppliers.tsx'),
    nav: { group: 'Account', icon: IconTruckDelivery, key: 'ss' },
  },
  { state: 'verification', path: '/verification', title: 'Verification', access: 'public' },
  { state: 'register', path: '/register', title: 'Register', access: 'public' },
  { state: 'unsubscribe', path: '/unsubscribe/$vid/$key', title: 'Unsubscribe', access: 'public' },
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
    load: () => import('./MyBilling.tsx'),
    nav: { group: 'Account', icon: IconCreditCard, key: 'bi' },
  },
  { state: 'account.contact_us', path: '/account/contact-us', title: 'Contact Us', access: 'account' },
  {
    state: 'account.legacy_feedback',
    path: '/account/legacy-site-feedback',
    title: 'Feedback',
    access: 'account',
  },
])
