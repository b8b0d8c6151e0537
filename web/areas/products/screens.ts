import { IconBarcode, IconBox, IconBrandAmazon } from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'

export const productScreens = defineScreens([
  {
    state: 'products.search',
    path: '/products/search',
    title: 'Search',
    access: 'staff',
    load: () => import('./SkuSearch.tsx'),
    nav: { group: 'Suppliers', icon: IconBarcode, key: 'sk' },
    words: 'sku lookup product',
  },
  {
    state: 'products.index',
    path: '/products/',
    title: 'Products',
    access: 'staff',
    load: () => import('./ProductList.tsx'),
    nav: { group: 'Suppliers', icon: IconBox, key: 'pr', otherPaths: ['/products/view'] },
    words: 'catalog',
  },
  {
    state: 'products.asins',
    path: '/products/asins',
    title: 'ASIN Tools',
    access: 'staff',
    load: () => import('./asins/AsinTools.tsx'),
    nav: { group: 'Suppliers', icon: IconBrandAmazon, key: 'at' },
    words: 'amazon match upload barcode upc',
  },
])
