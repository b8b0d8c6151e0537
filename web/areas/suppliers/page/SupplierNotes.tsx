import { useQuery } from '@tanstack/react-query'
import { noteLength, type SupplierNote } from '#contract/suppliers/notes.ts'
import { api } from '../../../api.ts'
import { Notes } from '../../../ui/page/Notes.tsx'

const toNote = ({
  supplier_note_id,
  note,
  pinned: isPinned,
  written_by_name,
  insert_tm,
  update_tm,
  mine: isMine,
}: SupplierNote) => ({
  id: supplier_note_id,
  text: note,
  pinned: isPinned,
  author: written_by_name,
  tm: insert_tm,
  isEdited: update_tm !== null,
  isMine,
})

/** Staff's notes about a supplier. */
export function SupplierNotes({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(api.listSupplierNotes.query({ params: { id } }))
  const paramsOf = (supplier_note_id: number) => ({ id, supplier_note_id })
  return (
    <Notes
      draftKey={`note-${id}`}
      notes={data?.notes.map(toNote)}
      total={data?.total}
      error={error}
      retry={() => void refetch()}
      longest={noteLength}
      add={({ text, pinned: isPinned }) =>
        api.addSupplierNote({ params: { id }, body: { note: text, pinned: isPinned } })
      }
      change={(note, { text, replaces }) =>
        api.changeSupplierNote({ params: paramsOf(note), body: { note: text, replaces } })
      }
      pin={(note, isPinned) => api.changeSupplierNote({ params: paramsOf(note), body: { pinned: isPinned } })}
      remove={(note) => api.removeSupplierNote({ params: paramsOf(note) })}
      restore={(note) => api.restoreSupplierNote({ params: paramsOf(note) })}
    />
  )
}
