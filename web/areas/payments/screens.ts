import { IconCoins, IconFileInvoice, IconReceipt } from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'

export const paymentScreens = defineScreens([
  {
    state: 'billing.index',
    path: '/billing/',
    title: 'Money',
    access: 'staff',
    load: () => import('./money/MoneyPage.tsx'),
    nav: { group: 'Dashboards', icon: IconCoins, key: 'mo' },
    words: 'finance billing books ledger disputes reconciliation approvals revenue',
  },
  {
    state: 'billing.charges',
    path: '/billing/charges',
    title: 'Charges',
    access: 'staff',
    load: () => import('./lists/AllCharges.tsx'),
    nav: { group: 'Dashboards', icon: IconReceipt, key: 'ch' },
    words: 'finance billing payments refunds transactions',
  },
  {
    state: 'billing.failing_cards',
    path: '/billing/failing-cards',
    title: 'Failing Cards',
    access: 'staff',
    load: () => import('./failing/FailingCards.tsx'),
    words: 'declined dunning card link retry',
  },
  {
    state: 'vendors.charge',
    path: '/vendors/view/$vendor_id/charge/$charge_id',
    title: 'Charge',
    access: 'staff',
    load: () => import('./charge/ChargePage.tsx'),
  },
  {
    state: 'billing.invoices',
    path: '/billing/invoices',
    title: 'Invoices',
    access: 'staff',
    load: () => import('./lists/AllInvoices.tsx'),
    nav: { group: 'Dashboards', icon: IconFileInvoice, key: 'in' },
    words: 'finance billing owed open aging receivable credit notes overdue dunning',
  },
])
