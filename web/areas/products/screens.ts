import { IconBarcode } from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'

export const productScreens = defineScreens([
  {
    state: 'products.asins',
    path: '/products/asins',
    title: 'ASIN Tools',
    access: 'staff',
    load: () => import('./asins/AsinTools.tsx'),
    nav: { group: 'Suppliers', icon: IconBarcode, key: 'at' },
    words: 'amazon match upload barcode upc',
  },
  { state: 'products.search', path: '/products/search', title: 'Search', access: 'staff' },
])
