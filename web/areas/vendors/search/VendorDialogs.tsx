import { Select, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import { noteTypes, selectableNoteTypes } from '#contract/vendors/note-types.ts'
import { vendorNoteLength } from '#contract/vendors/notes.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { NoteType } from '../../../ui/form/NoteType.tsx'
import { count, many } from '../../../ui/values.tsx'

// the dialogs of the acts on several vendors, loaded when one is opened

interface DialogProps {
  ids: number[]
  clear: () => void
  close: () => void
}

export function AssignManager({ ids, clear, close }: DialogProps) {
  const { data: managers } = useQuery(api.listAccountManagers.query())
  const [choice, setChoice] = useState<string | null>(null)
  const [note, setNote] = useState('')
  // 0 is nobody
  const to = Number(choice) || null
  const noteFault = note.trim() === '' ? messages.noteNeeded : undefined
  return (
    <ActModal
      title={`Assign ${many(ids.length, 'vendor')}`}
      act={`Assign ${many(ids.length, 'vendor')}`}
      missing={choice === null ? messages.managerNeeded : noteFault}
      isChanged={note !== '' || choice !== null}
      run={() => api.reassignVendors({ body: { to, note, vendor_ids: ids } })}
      doneText={({ changed: changedIds }) =>
        changedIds.length === ids.length
          ? `${many(ids.length, 'vendor')} assigned`
          : `${count(changedIds.length)} of ${many(ids.length, 'vendor')} assigned. The others already have this account manager, or are locked`
      }
      undo={({ before }) =>
        Promise.all(
          before.map((group) =>
            api.reassignVendors({
              body: { from: to, to: group.from, vendor_ids: group.vendor_ids, note: `Undone: ${note}` },
            }),
          ),
        )
      }
      after={clear}
      close={close}
    >
      <Select
        label="Account manager"
        searchable
        data-autofocus
        data={[
          ...(managers ?? []).map((m) => ({
            value: String(m.vendor_id),
            label: `${m.name}, ${many(m.vendors, 'vendor')}`,
          })),
          { value: '0', label: 'None' },
        ]}
        value={choice}
        onChange={setChoice}
      />
      <Textarea
        label="Note"
        description="Shown in each vendor’s history"
        required
        autosize
        minRows={2}
        maxLength={3900}
        value={note}
        onChange={(e) => setNote(e.currentTarget.value)}
      />
    </ActModal>
  )
}

const types = selectableNoteTypes.map((type) => noteTypes[type])

export function AddNotes({ ids, clear, close }: DialogProps) {
  const [note, setNote] = useState('')
  const [type, setType] = useState<string>(types[0] ?? '')
  return (
    <ActModal
      title={`Add a note to ${many(ids.length, 'vendor')}`}
      act={`Add ${many(ids.length, 'note')}`}
      missing={note.trim() === '' ? messages.noteNeeded : undefined}
      isChanged={note !== ''}
      run={() =>
        api.addVendorNotes({
          body: { vendor_ids: ids, note, note_type: Math.max(0, noteTypes.indexOf(type as 'General')) },
        })
      }
      doneText={({ vendor_note_ids: noteIds }) =>
        noteIds.length === ids.length
          ? `${many(noteIds.length, 'note')} added`
          : `${count(noteIds.length)} of ${many(ids.length, 'note')} added. The other vendors are locked or deleted`
      }
      after={clear}
      close={close}
    >
      <Textarea
        label="Note"
        required
        data-autofocus
        autosize
        minRows={3}
        maxLength={vendorNoteLength}
        value={note}
        onChange={(e) => setNote(e.currentTarget.value)}
      />
      <NoteType types={types} value={type} set={setType} label="Note type" />
    </ActModal>
  )
}
