import { defineScreens } from '../../ui/screen.ts'
import { productTabs as tabs } from './tabs.ts'

const load = () => import('./ProductPage.tsx')

export const productPageScreens = defineScreens([
  {
    state: 'products.view',
    path: '/products/view/$product_id',
    title: 'Product',
    access: 'staff',
    load,
    tabs,
  },
  {
    state: 'products.pages',
    path: '/products/view/$product_id/$page',
    title: 'Product',
    access: 'staff',
    load,
    tabs,
  },
])
