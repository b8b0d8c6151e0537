import { useQuery } from '@tanstack/react-query'
import { noteLength, type SupplierNote } from '#contract/suppliers/notes.ts'
import { api } from '../../../api.ts'
import { Notes } from '../../../ui/page/Notes.tsx'

const shown = ({
  supplier_note_id,
  note,
  pinned,
  written_by_name,
  insert_tm,
  update_tm,
  mine,
}: SupplierNote) => ({
  id: supplier_note_id,
  text: note,
  pinned,
  by: written_by_name,
  tm: insert_tm,
  changed: update_tm !== null,
  mine,
})

/** What staff wrote down about a supplier. */
export function SupplierNotes({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(api.listSupplierNotes.query({ params: { id } }))
  const at = (supplier_note_id: number) => ({ id, supplier_note_id })
  return (
    <Notes
      noun="supplier"
      draftKey={`note-${id}`}
      notes={data?.notes.map(shown)}
      total={data?.total}
      error={error}
      retry={() => void refetch()}
      longest={noteLength}
      add={({ text, pinned }) => api.addSupplierNote({ params: { id }, body: { note: text, pinned } })}
      change={(note, { text, replaces }) =>
        api.changeSupplierNote({ params: at(note), body: { note: text, replaces } })
      }
      pin={(note, pinned) => api.changeSupplierNote({ params: at(note), body: { pinned } })}
      remove={(note) => api.removeSupplierNote({ params: at(note) })}
      restore={(note) => api.restoreSupplierNote({ params: at(note) })}
    />
  )
}
