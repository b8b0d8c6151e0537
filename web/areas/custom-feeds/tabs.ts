import type { ComponentType } from 'react'
import type { CustomFeedView } from '#contract/custom-feeds/custom-feeds.ts'
import type { Tab } from '../../ui/screen.ts'

interface CustomFeedTab extends Tab {
  load: () => Promise<{ default: ComponentType<{ view: CustomFeedView }> }>
}

/** The tabs of a custom feed's page in order; `page` is the last part of the URL. */
export const customFeedTabs: readonly [CustomFeedTab, ...CustomFeedTab[]] = [
  { page: 'monitoring', title: 'Monitoring', load: () => import('./CustomFeedMonitoring.tsx') },
  { page: 'settings', title: 'Settings', load: () => import('./CustomFeedSettings.tsx') },
]
