import type { ComponentType } from 'react'
import type { DirectUserView } from '#contract/direct-app/direct-users.ts'
import type { Tab } from '../../ui/screen.ts'

interface DirectUserTab extends Tab {
  load: () => Promise<{ default: ComponentType<{ view: DirectUserView }> }>
}

/** An IS Direct user's tabs in order; `page` is in the address. */
export const directUserTabs: readonly DirectUserTab[] = [
  { page: 'basic', title: 'Basic', load: () => import('./DirectUserBasics.tsx') },
  { page: 'orders', title: 'Order history', load: () => import('./DirectOrders.tsx') },
]
