import type { ComponentType } from 'react'
import type { PlatformView } from '#contract/platforms/platforms.ts'
import type { Tab } from '../../ui/screen.ts'

interface PlatformTab extends Tab {
  load: () => Promise<{ default: ComponentType<{ view: PlatformView }> }>
}

/** The platform page's tabs in order; `page` is the last part of the URL. */
export const platformTabs: readonly PlatformTab[] = [
  { page: 'basic', title: 'Basic Info', load: () => import('./PlatformBasicInfo.tsx') },
  { page: 'fields', title: 'Fields', load: () => import('./PlatformFields.tsx') },
  { page: 'subscriptions', title: 'Subscriptions', load: () => import('./PlatformSubscriptions.tsx') },
]
