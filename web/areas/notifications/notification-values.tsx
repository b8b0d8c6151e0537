import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconCircleCheck,
  IconClockPause,
  IconEyeOff,
  IconInfoCircle,
  IconUserCheck,
} from '@tabler/icons-react'
import { kinds, severityNames } from '#contract/notifications/kinds.ts'
import type { SystemMessage } from '#contract/notifications/messages.ts'
import { notificationStatuses } from '#contract/statuses.ts'
import { Status, type Tone } from '../../ui/values.tsx'

type NotificationStatus = keyof typeof notificationStatuses
const urgent = 2

/** What staff should know first: that it is put away, over, or what is being done about it. */
export function statusOf(m: SystemMessage): NotificationStatus {
  if (m.dismissed) return 'dismissed'
  if (kinds[m.kind].point) return 'sent'
  if (m.ended_tm !== null) return 'resolved'
  if (m.snoozed_until !== null) return 'snoozed'
  if (m.taken_by_name !== null) return 'taken'
  return m.flapping ? 'flapping' : 'open'
}

const marks: Record<NotificationStatus, { tone: Tone; icon: typeof IconCircleCheck }> = {
  open: { tone: 'wait', icon: IconAlertTriangle },
  flapping: { tone: 'wait', icon: IconArrowsExchange },
  taken: { tone: 'run', icon: IconUserCheck },
  snoozed: { tone: 'off', icon: IconClockPause },
  resolved: { tone: 'good', icon: IconCircleCheck },
  sent: { tone: 'off', icon: IconInfoCircle },
  dismissed: { tone: 'off', icon: IconEyeOff },
}

export function NotificationStatusMark({ message }: { message: SystemMessage }) {
  const status = statusOf(message)
  const { tone, icon } = marks[status]
  const isUrgentNow = message.severity === urgent && (status === 'open' || status === 'flapping')
  const text: string = isUrgentNow && status === 'open' ? severityNames[urgent] : notificationStatuses[status]
  return (
    <Status tone={isUrgentNow ? 'bad' : tone} icon={icon}>
      {text}
    </Status>
  )
}

const isOpenNow = (m: SystemMessage) => ['open', 'flapping', 'taken'].includes(statusOf(m))
/**
 * Problems that still exist before the rest, the worst and then the longest first, each with its parts below it; the
 * rest stays newest first.
 */
export function worstFirst(messages: readonly SystemMessage[]): SystemMessage[] {
  const open = messages
    .filter(isOpenNow)
    .toSorted((a, b) => b.severity - a.severity || Date.parse(a.began_tm) - Date.parse(b.began_tm))
  const ids = new Set(open.map(({ id }) => id))
  const isPart = (m: SystemMessage) => m.parent_id !== null && ids.has(m.parent_id)
  const partsOf = Map.groupBy(open.filter(isPart), ({ parent_id }) => parent_id)
  const withParts = (m: SystemMessage): SystemMessage[] => [
    m,
    ...(partsOf.get(m.id) ?? []).flatMap(withParts),
  ]
  return [...open.filter((m) => !isPart(m)).flatMap(withParts), ...messages.filter((m) => !isOpenNow(m))]
}
