import type { ComponentType } from 'react'
import type { IntegrationView } from '#contract/integrations/integrations.ts'
import type { Tab } from '../../ui/screen.ts'

interface IntegrationTab extends Tab {
  load: () => Promise<{ default: ComponentType<{ view: IntegrationView }> }>
}

/** The tabs of an integration's page in order; `page` is the last part of the URL. */
export const integrationTabs: readonly [IntegrationTab, ...IntegrationTab[]] = [
  { page: 'settings', title: 'Settings', load: () => import('./IntegrationSettings.tsx') },
  { page: 'configuration', title: 'Configuration', load: () => import('./IntegrationConfiguration.tsx') },
  { page: 'margins', title: 'Margins', load: () => import('./IntegrationMargins.tsx') },
  { page: 'updates', title: 'Updates', load: () => import('./IntegrationUpdates.tsx') },
]
