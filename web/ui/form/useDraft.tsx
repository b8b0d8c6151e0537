import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Account } from '#contract/session/account.ts'
import { api } from '../../api.ts'
import { forgetDraft, registerDraft, storedDraft } from './drafts.ts'
import { fillFields, readFields, type TypedFields } from './typed-fields.ts'

/**
 * Keeps a form's unsaved input when a new version reloads the page, and puts it back afterwards, for the same
 * person.
 * @param form unique on its page
 * @returns whether it was put back, and isn't saved yet
 */
export function useDraft<T>(
  form: string,
  isUnsaved: boolean,
  { read, restore }: { read: () => T; restore: (draft: T) => void },
): boolean {
  const account = useQueryClient().getQueryData<Account>(api.getAccount.query().queryKey)
  const key = `${account?.email ?? ''}:${form}`
  const [draft] = useState(() => storedDraft(key) as T | undefined)
  const [phase, setPhase] = useState<'stored' | 'restored' | 'settled'>(
    draft === undefined ? 'settled' : 'stored',
  )
  if (phase === 'stored' && isUnsaved) setPhase('restored')
  // saved or discarded: the next changes are new ones
  if (phase === 'restored' && !isUnsaved) setPhase('settled')
  const current = useRef({ isUnsaved, read, restore })
  useEffect(() => {
    current.current = { isUnsaved, read, restore }
  })
  useEffect(() => {
    if (draft !== undefined) {
      current.current.restore(draft)
      forgetDraft(key)
    }
    return registerDraft(key, () => (current.current.isUnsaved ? current.current.read() : undefined))
  }, [draft, key])
  return phase === 'restored'
}

export const Restored = () => (
  <Text size="sm" role="status">
    We restored your unsaved changes.
  </Text>
)

/** The same for a dialog, once it is opened again; it is part of the dialog's form. */
export function DialogDraft({ title, isUnsaved }: { title: string; isUnsaved: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  const isRestored = useDraft<TypedFields>(`dialog: ${title}`, isUnsaved, {
    read: () => readFields(place.current?.closest('form')),
    restore: (typed) => fillFields(place.current?.closest('form'), typed),
  })
  return <div ref={place}>{isRestored && <Restored />}</div>
}
