/** The reports that exist, with what each answers, in the order of the index. */
export const reportList: readonly {
  title: string
  page: string
  purpose: string
  access: 'staff' | 'money'
}[] = [
  {
    title: 'Supplier Subscriptions',
    page: 'supplier_subscriptions',
    purpose: 'Who subscribes to which supplier, and who sells with it',
    access: 'staff',
  },
  {
    title: 'Refunds',
    page: 'refunds',
    purpose: 'How much was refunded, why, and by whom',
    access: 'money',
  },
]
