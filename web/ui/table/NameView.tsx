import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SavedView } from '#contract/lists/views.ts'
import { ActModal } from '../act/ActModal.tsx'

/** Asks for a view's name and, of a new one, whether all staff have it. */
export default function NameView({
  title,
  name = '',
  sharing,
  run,
  after,
  close,
}: {
  title: string
  name?: string
  sharing?: boolean
  run: (name: string, shared: boolean) => Promise<SavedView>
  after?: (view: SavedView) => unknown
  close: () => void
}) {
  const [typed, setTyped] = useState(name)
  const [shared, setShared] = useState(false)
  return (
    <ActModal
      title={title}
      act="Save"
      missing={typed.trim() === '' ? 'Give it a name' : undefined}
      changed={typed !== name}
      run={() => run(typed.trim(), shared)}
      {...(after && { after })}
      close={close}
    >
      <TextInput
        data-autofocus
        label="Name"
        maxLength={60}
        value={typed}
        onChange={(e) => setTyped(e.currentTarget.value)}
      />
      {sharing && (
        <Checkbox
          label="Share with all staff"
          checked={shared}
          onChange={(e) => setShared(e.currentTarget.checked)}
        />
      )}
    </ActModal>
  )
}
