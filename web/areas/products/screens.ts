import { defineScreens } from '../../ui/screen.ts'

export const productScreens = defineScreens([
  { state: 'products.asins', path: '/products/asins', title: 'ASIN Tools', access: 'staff' },
  { state: 'products.search', path: '/products/search', title: 'Search', access: 'staff' },
])
