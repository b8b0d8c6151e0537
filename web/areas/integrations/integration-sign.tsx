import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconLoader,
  IconPlayerPause,
  IconPlugConnected,
  IconSnowflake,
} from '@tabler/icons-react'
import { worstFeedOf } from '#contract/integrations/feed-troubles.ts'
import type { VendorIntegration } from '#contract/integrations/list.ts'
import { integrationTroubles, onboardingSteps } from '#contract/integrations/standing.ts'
import { Status } from '../../ui/values.tsx'
import { feedSign } from '../../ui/feed-words.ts'

const signs = {
  'No Active Subscription': { tone: 'bad', icon: IconBan },
  'Cancel Pending': { tone: 'wait', icon: IconClock },
  'Freeze Pending': { tone: 'wait', icon: IconClock },
  Frozen: { tone: 'off', icon: IconSnowflake },
  'Connection Released': { tone: 'wait', icon: IconPlugConnected },
  'In Onboarding': { tone: 'run', icon: IconLoader },
  Paused: { tone: 'off', icon: IconPlayerPause },
  Active: { tone: 'good', icon: IconCircleCheck },
} as const

/**
 * An integration's status, with the problem of an active one, and the step of one being set up and whether
 * it is overdue.
 */
export function IntegrationSign({
  integration,
}: {
  integration: Pick<VendorIntegration, 'status' | 'trouble' | 'feeds' | 'step' | 'overdue'>
}) {
  const troubleText = troubleTextOf(integration)
  const { tone, icon } =
    integration.overdue || troubleText
      ? ({ tone: 'bad', icon: IconAlertTriangle } as const)
      : signs[integration.status]
  const trouble = troubleText ? `, ${troubleText.toLowerCase()}` : ''
  const step = integration.step === null ? '' : `, step ${integration.step} of ${onboardingSteps}`
  return (
    <Status tone={tone} icon={icon}>
      {`${integration.status}${trouble}${step}${integration.overdue ? ', overdue' : ''}`}
    </Status>
  )
}

/** What keeps an active integration, or its newest data, from the stores. */
function troubleTextOf(integration: Pick<VendorIntegration, 'status' | 'trouble' | 'feeds'>): string {
  if (integration.trouble !== null) return integrationTroubles[integration.trouble]
  const feed = worstFeedOf(integration)
  return feed ? feedSign(feed) : ''
}
