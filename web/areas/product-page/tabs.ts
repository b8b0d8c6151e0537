import type { ComponentType } from 'react'
import type { Result } from '#contract/index.ts'
import type { Tab } from '../../ui/screen.ts'

export type ProductView = Result<'getProduct'>
interface ProductTab extends Tab {
  load: () => Promise<{ default: ComponentType<{ view: ProductView; vendorId: number | undefined }> }>
}

/** The product page's tabs in order; `page` is the last part of the URL. */
export const productTabs: readonly ProductTab[] = [
  { page: 'facts', title: 'Facts', load: () => import('./ProductFacts.tsx') },
  { page: 'history', title: 'History', load: () => import('./ProductHistory.tsx') },
  { page: 'prices', title: 'Prices', load: () => import('./ProductPrices.tsx') },
  { page: 'listings', title: 'Listings', load: () => import('./ProductListings.tsx') },
  { page: 'variants', title: 'Variants', load: () => import('./ProductVariants.tsx') },
]
