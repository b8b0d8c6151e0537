import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { vendorNoteLength, type VendorNote } from '#contract/vendors/notes.ts'
import { noteTypes, selectableNoteTypes } from '#contract/vendors/note-types.ts'
import { api } from '../../../api.ts'
import { FilterBox } from '../../../ui/FilterBox.tsx'
import { Notes } from '../../../ui/page/Notes.tsx'

const shown = (note: VendorNote) => ({
  id: note.vendor_note_id,
  text: note.note,
  type: noteTypes[note.note_type] ?? noteTypes[0],
  pinned: note.pinned,
  by: note.support_staff,
  tm: note.timestamp,
  changed: note.update_tm !== null,
  mine: note.mine,
})
const types = selectableNoteTypes.map((type) => noteTypes[type])
const numberOf = (type: string | undefined) => Math.max(0, noteTypes.indexOf((type ?? types[0]) as 'General'))

/** What staff wrote down about a vendor, beside every tab of its page. */
export function VendorNotes({ id, closed }: { id: number; closed: boolean }) {
  const [search, setSearch] = useState('')
  const params = { vendor_id: id }
  const { data, error, refetch } = useQuery(api.listVendorNotes.query({ params, query: { search } }))
  return (
    <Notes
      noun="user"
      closed={closed}
      draftKey={`vendor-note-${id}`}
      notes={data?.notes.map(shown)}
      total={data?.total}
      error={error}
      retry={() => void refetch()}
      longest={vendorNoteLength}
      types={types}
      search={{
        text: search,
        box: (
          <FilterBox
            label="Search the notes"
            placeholder="Search the notes"
            value={search}
            set={setSearch}
            width="100%"
          />
        ),
      }}
      add={({ text, type, pinned }) =>
        api.addVendorNote({ params, body: { note: text, note_type: numberOf(type), pinned } })
      }
      change={(vendor_note_id, { text, type, replaces }) =>
        api.changeVendorNote({
          params,
          body: { vendor_note_id, note: text, replaces, ...(type && { note_type: numberOf(type) }) },
        })
      }
      pin={(vendor_note_id, pinned) => api.changeVendorNote({ params, body: { vendor_note_id, pinned } })}
      remove={(vendor_note_id) => api.removeVendorNote({ params: { vendor_note_id } })}
      restore={(vendor_note_id) => api.restoreVendorNote({ params: { vendor_note_id } })}
    />
  )
}
