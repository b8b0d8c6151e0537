import { Select } from '@mantine/core'

/** Chooses a note's type. */
export const NoteType = ({
  types,
  value,
  set,
  label,
}: {
  types: readonly string[]
  value: string | undefined
  set: (type: string) => void
  label: string
}) => (
  <Select
    size="xs"
    w={116}
    aria-label={label}
    data={[...types]}
    value={value ?? null}
    allowDeselect={false}
    onChange={(v) => v && set(v)}
  />
)
