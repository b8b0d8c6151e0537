import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { healthLevelOf, healthLevels } from '#contract/vendors/health.ts'
import type { VendorRow } from '#contract/vendors/vendors.ts'
import { exactTime } from '../../../ui/time.ts'
import { Status } from '../../../ui/values.tsx'

const signs = {
  good: { tone: 'good', icon: IconCircleCheck, word: 'Good' },
  fair: { tone: 'wait', icon: IconAlertCircle, word: 'Fair' },
  poor: { tone: 'bad', icon: IconAlertTriangle, word: 'Poor' },
} as const
/** What a filter by health offers. */
export const levelOptions = healthLevels.map((value) => ({ value, label: signs[value].word }))

/** A health score with its word; when it was computed on hover. */
export function HealthSign({ vendor: { health, health_tm } }: { vendor: VendorRow }) {
  if (health === null || health_tm === null) return <>—</>
  const { tone, icon, word } = signs[healthLevelOf(health)]
  return (
    <span title={`As of ${exactTime(health_tm)}`}>
      <Status tone={tone} icon={icon}>{`${health} ${word}`}</Status>
    </span>
  )
}
