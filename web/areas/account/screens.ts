import { defineScreens } from '../../ui/screen.ts'

export const accountScreens = defineScreens([
  // those with a `load` are in the customer's top bar, in this order
  {
    state: 'account.suppliers',
    path: '/account/suppliers',
    title: 'My Suppliers and Store',
    access: 'account',
    load: () => import('./subscriptions/MySuppliers.tsx'),
    nav: { label: 'Suppliers and store', otherPaths: ['/account/browse-suppliers'] },
  },
  {
    state: 'account.alerts',
    path: '/account/product-alerts',
    title: 'Product Alerts',
    access: 'account',
    load: () => import('./alerts/MyAlerts.tsx'),
    nav: { label: 'Product alerts' },
  },
  {
    state: 'account.subscriptions',
    path: '/account/subscriptions',
    title: 'Subscriptions',
    access: 'account',
    load: () => import('./subscriptions/MySubscriptions.tsx'),
    nav: { label: 'Subscriptions' },
  },
  {
    state: 'account.browse_suppliers',
    path: '/account/browse-suppliers',
    title: 'Browse Suppliers',
    access: 'account',
    load: () => import('./subscriptions/BrowseSuppliers.tsx'),
  },
  {
    state: 'account.supplier_products',
    path: '/account/suppliers/$dropshipper_id/products',
    title: 'Supplier Products',
    access: 'account',
    load: () => import('./products/MyProducts.tsx'),
  },
  {
    state: 'account.billing',
    path: '/account/billing-information',
    title: 'Billing Information',
    access: 'account',
    load: () => import('./billing/MyBilling.tsx'),
    nav: { label: 'Billing' },
  },
  {
    state: 'account.details',
    path: '/account/details',
    title: 'Account Details',
    access: 'account',
    load: () => import('./details/AccountDetails.tsx'),
    nav: { label: 'Account', otherPaths: ['/account'] },
  },
  {
    state: 'account.contact_us',
    path: '/account/contact-us',
    title: 'Contact Us',
    access: 'account',
    load: () => import('./ContactUs.tsx'),
    nav: { label: 'Help' },
  },
  {
    state: 'account.legacy_feedback',
    path: '/account/legacy-site-feedback',
    title: 'Feedback',
    access: 'account',
    load: () => import('./LegacyFeedback.tsx'),
  },
])
