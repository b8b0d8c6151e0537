import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Result } from '#contract/index.ts'
import { kindOf, type ChangeableKind } from '#contract/retention/kinds.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { count, daysSuffix, many } from '../../ui/values.tsx'

export function ChangeDays({
  row,
  close,
}: {
  row: Result<'getRetention'>['kinds'][number]
  close: () => void
}) {
  const { label, why, longer, bounds = [1, 1] } = kindOf(row.kind)
  const known = row.days ?? bounds[0]
  const [typed, setTyped] = useState<number | string>(known)
  const days = Number(typed)
  const [least, most] = bounds
  const fault =
    Number.isInteger(days) && days >= least && days <= most
      ? undefined
      : `Enter ${count(least)} to ${count(most)} days`
  const isLess = fault === undefined && days < known
  return (
    <ActModal
      title={label}
      act="Save"
      danger={isLess}
      missing={fault ?? (days === known ? 'No changes' : undefined)}
      isChanged={days !== known}
      run={() => api.saveRetention({ body: { kind: row.kind as ChangeableKind, days, known_days: known } })}
      doneText={({ days: saved }) => `${label}: kept for ${many(saved, 'day')}`}
      close={close}
    >
      <Text size="sm">{why}</Text>
      <NumberField
        label="Days kept"
        unit={daysSuffix(typed)}
        value={typed}
        error={fault}
        data-autofocus
        onChange={setTyped}
      />
      {isLess && (
        <Text size="sm">
          {`Records older than ${many(days, 'day')} are permanently deleted within a day.`}
          {longer && ` Exceptions: ${longer.charAt(0).toLowerCase()}${longer.slice(1)}.`}
        </Text>
      )}
    </ActModal>
  )
}
