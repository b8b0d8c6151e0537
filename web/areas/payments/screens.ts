import { IconCoins, IconReceipt } from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'

export const paymentScreens = defineScreens([
  {
    state: 'billing.index',
    path: '/billing/',
    title: 'Money',
    access: 'staff',
    load: () => import('./MoneyPage.tsx'),
    nav: { group: 'Dashboards', icon: IconCoins, key: 'mo' },
    words: 'finance billing books ledger disputes reconciliation approvals revenue',
  },
  {
    state: 'billing.charges',
    path: '/billing/charges',
    title: 'Charges',
    access: 'staff',
    load: () => import('./AllCharges.tsx'),
    nav: { group: 'Dashboards', icon: IconReceipt, key: 'ch' },
    words: 'finance billing payments refunds transactions invoices',
  },
])
