import { Select, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { many } from '../../../ui/values.tsx'
import type { Vendor } from '../page/vendor.ts'
import { capitalize } from '#contract/words.ts'

export type ManagerKind = 'account_manager' | 'crm_owner'
const texts = {
  account_manager: {
    title: 'account manager',
    needed: messages.managerNeeded,
    unchanged: messages.managerUnchanged,
  },
  crm_owner: { title: 'CRM owner', needed: messages.crmOwnerNeeded, unchanged: messages.crmOwnerUnchanged },
} as const

/** Chooses a vendor's account manager, with a note, or its CRM owner. */
export function ManagerModal({
  kind,
  vendor,
  current,
  close,
}: {
  kind: ManagerKind
  vendor: Vendor
  current: number | null
  close: () => void
}) {
  const { title, needed: neededText, unchanged: unchangedText } = texts[kind]
  const [choice, setChoice] = useState<string | null>(current === null ? null : String(current))
  const [note, setNote] = useState('')
  const { data } = useQuery(api.listAccountManagers.query())
  const label = capitalize(title)
  const withNote = kind === 'account_manager'
  const isSame = choice !== null && Number(choice) === current
  const noteFault = withNote && note.trim() === '' ? messages.noteNeeded : undefined
  const changeFault = isSame ? unchangedText : noteFault
  const params = { vid: vendor.vendor_id }
  const save = () =>
    withNote
      ? api.setAccountManager({
          params,
          body: { account_manager_vendor_id: Number(choice), note, replaces: current },
        })
      : api.setCrmOwner({ params, body: { crm_owner_vendor_id: Number(choice), replaces: current } })
  return (
    <ActModal
      title={`Change ${title} for ${vendor.company}`}
      act={`Change ${title}`}
      missing={choice === null ? neededText : changeFault}
      isChanged={note !== '' || !isSame}
      run={save}
      doneText={`${label} changed`}
      close={close}
    >
      <Select
        label={label}
        searchable
        data-autofocus
        data={(data ?? []).map((m) => ({
          value: String(m.vendor_id),
          label: `${m.name}, ${many(withNote ? m.vendors : m.crm_vendors, 'vendor')}`,
        }))}
        value={choice}
        onChange={setChoice}
      />
      {withNote && (
        <Textarea
          label="Note"
          description="Shown in the history"
          required
          autosize
          minRows={2}
          maxLength={4000}
          value={note}
          onChange={(e) => setNote(e.currentTarget.value)}
        />
      )}
    </ActModal>
  )
}
