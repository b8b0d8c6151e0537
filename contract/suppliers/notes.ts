import { z } from 'zod'
import { lines } from '../inputs.ts'
import { get, post, put, remove } from '../operation.ts'
import { moment } from '../values.ts'

/** Pinned ones first, then the newest. */
export const mostNotes = 200
export const noteLength = 4000

const supplierNote = z.object({
  supplier_note_id: z.number(),
  note: z.string(),
  pinned: z.boolean(),
  written_by_name: z.string(),
  insert_tm: moment,
  /** When its text was changed last. */
  update_tm: moment.nullable(),
  /** Whether the reader may change it, as its author or an admin. */
  mine: z.boolean(),
})
export type SupplierNote = z.output<typeof supplierNote>
const noteText = lines(noteLength, 'Enter a note')

export const supplierNoteOperations = {
  listSupplierNotes: get('/api/suppliers/{id}/notes', 'List a supplier’s notes', {
    answer: z.object({ total: z.number(), notes: z.array(supplierNote) }),
    refuses: ['not_found'],
  }),
  addSupplierNote: post('/api/suppliers/{id}/notes', 'Add a note to a supplier', {
    body: z.object({ note: noteText, pinned: z.boolean().default(false) }),
    answer: z.object({ supplier_note_id: z.number() }),
    refuses: ['not_found'],
  }),
  changeSupplierNote: put(
    '/api/suppliers/{id}/notes/{supplier_note_id}',
    'Edit your own note; anyone can pin',
    {
      record: [{ read: 'listSupplierNotes', from: 'notes' }],
      body: z.object({
        note: noteText.optional(),
        pinned: z.boolean().optional(),
        replaces: noteText.optional().describe('the text when it was read'),
      }),
      refuses: ['not_found', 'forbidden', 'conflict'],
    },
  ),
  removeSupplierNote: remove('/api/suppliers/{id}/notes/{supplier_note_id}', 'Delete your own note', {
    refuses: ['not_found', 'forbidden'],
  }),
  restoreSupplierNote: post(
    '/api/suppliers/{id}/notes/{supplier_note_id}/restore',
    'Restore your own deleted note',
    { refuses: ['not_found', 'forbidden'] },
  ),
}
