import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SavedView } from '#contract/lists/views.ts'
import { ActModal } from '../act/ActModal.tsx'

/** Asks for a view's name and, for a new one, whether to share it with all staff. */
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
  const [draft, setDraft] = useState(name)
  const [isShared, setIsShared] = useState(false)
  return (
    <ActModal
      title={title}
      act="Save"
      missing={draft.trim() === '' ? 'Enter a name' : undefined}
      isChanged={draft !== name}
      run={() => run(draft.trim(), isShared)}
      {...(after && { after })}
      close={close}
    >
      <TextInput
        data-autofocus
        label="Name"
        maxLength={60}
        value={draft}
        onChange={(e) => setDraft(e.currentTarget.value)}
      />
      {sharing && (
        <Checkbox
          label="Share with all staff"
          checked={isShared}
          onChange={(e) => setIsShared(e.currentTarget.checked)}
        />
      )}
    </ActModal>
  )
}
