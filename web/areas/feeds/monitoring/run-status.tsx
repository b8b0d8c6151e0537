import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconEyeCheck,
  IconHandStop,
  IconLoader2,
  IconPlayerPause,
  type Icon,
} from '@tabler/icons-react'
import { runText } from '#contract/feeds/run-states.ts'
import { Status, type Tone } from '../../../ui/values.tsx'

const runs: Record<string, { tone: Tone; icon: Icon }> = {
  queued: { tone: 'run', icon: IconClock },
  running: { tone: 'run', icon: IconLoader2 },
  applied: { tone: 'good', icon: IconCircleCheck },
  unchanged: { tone: 'good', icon: IconCircleCheck },
  held: { tone: 'wait', icon: IconHandStop },
  rejected: { tone: 'bad', icon: IconCircleX },
  failed: { tone: 'bad', icon: IconAlertTriangle },
  terminated: { tone: 'off', icon: IconBan },
  discarded: { tone: 'off', icon: IconBan },
  superseded: { tone: 'off', icon: IconPlayerPause },
  rolled_back: { tone: 'off', icon: IconArrowBackUp },
  dry: { tone: 'off', icon: IconEyeCheck },
}
export const runTone = (state: string): Tone => runs[state]?.tone ?? 'off'
export function RunStatus({ state }: { state: string | null }) {
  const look = state ? runs[state] : undefined
  if (!state || !look)
    return (
      <Status tone="off" icon={IconCircleDashed}>
        No runs yet
      </Status>
    )
  return (
    <Status tone={look.tone} icon={look.icon}>
      {runText(state)}
    </Status>
  )
}
