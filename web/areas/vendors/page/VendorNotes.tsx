import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { vendorNoteLength, type VendorNote } from '#contract/vendors/notes.ts'
import { noteTypes, selectableNoteTypes } from '#contract/vendors/note-types.ts'
import { api } from '../../../api.ts'
import { FilterBox } from '../../../ui/FilterBox.tsx'
import { Notes } from '../../../ui/page/Notes.tsx'

const toNote = (note: VendorNote) => ({
  id: note.vendor_note_id,
  text: note.note,
  type: noteTypes[note.note_type] ?? noteTypes[0],
  pinned: note.pinned,
  author: note.support_staff,
  tm: note.timestamp,
  isEdited: note.update_tm !== null,
  isMine: note.mine,
})
const types = selectableNoteTypes.map((type) => noteTypes[type])
const numberOf = (type: string | undefined) => Math.max(0, noteTypes.indexOf((type ?? types[0]) as 'General'))

/** What staff wrote down about a vendor, beside every tab of its page. */
export function VendorNotes({ id, readOnly }: { id: number; readOnly: boolean }) {
  const [search, setSearch] = useState('')
  const params = { vendor_id: id }
  const { data, error, refetch } = useQuery(api.listVendorNotes.query({ params, query: { search } }))
  return (
    <Notes
      readOnly={readOnly}
      draftKey={`vendor-note-${id}`}
      notes={data?.notes.map(toNote)}
      total={data?.total}
      error={error}
      retry={() => void refetch()}
      longest={vendorNoteLength}
      types={types}
      search={{
        text: search,
        box: (
          <FilterBox
            label="Search notes"
            placeholder="Search notes"
            value={search}
            set={setSearch}
            width="100%"
          />
        ),
      }}
      add={({ text, type, pinned: isPinned }) =>
        api.addVendorNote({ params, body: { note: text, note_type: numberOf(type), pinned: isPinned } })
      }
      change={(vendor_note_id, { text, type, replaces }) =>
        api.changeVendorNote({
          params,
          body: { vendor_note_id, note: text, replaces, ...(type && { note_type: numberOf(type) }) },
        })
      }
      pin={(vendor_note_id, isPinned) =>
        api.changeVendorNote({ params, body: { vendor_note_id, pinned: isPinned } })
      }
      remove={(vendor_note_id) => api.removeVendorNote({ params: { vendor_note_id } })}
      restore={(vendor_note_id) => api.restoreVendorNote({ params: { vendor_note_id } })}
    />
  )
}
