import { Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { StaffEffects } from '#contract/staff/staff.ts'
import { effectSentences } from './effect-words.ts'

/** What a change of a login ends, as the server weighed it. */
export function EndingList({ effects, error }: { effects: StaffEffects | undefined; error: Error | null }) {
  if (error)
    return (
      <Text size="sm" c="red" role="alert">
        <IconAlertTriangle size={14} aria-hidden /> {error.message}
      </Text>
    )
  if (!effects) return null
  return (
    <ul className="plain-list">
      {effectSentences(effects).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
