import type { ComponentType } from 'react'
import type { PromoCodeView } from '#contract/promo-codes/promo-codes.ts'
import type { Tab } from '../../ui/screen.ts'

interface PromoCodeTab extends Tab {
  load: () => Promise<{ default: ComponentType<{ view: PromoCodeView }> }>
}

/** A promo code's tabs in order; `page` is in the address. */
export const promoCodeTabs: readonly PromoCodeTab[] = [
  { page: 'usage', title: 'Usage', load: () => import('./PromoCodeUsage.tsx') },
  { page: 'details', title: 'Details', load: () => import('./PromoCodeDetails.tsx') },
]
