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
const noteText = lines(noteLength, 'Write something first')

export const supplierNoteOperations = {
  listSupplierNotes: get('/api/suppliers/{id}/notes', 'What staff wrote down about a supplier', {
    answer: z.object({ total: z.number(), notes: z.array(supplierNote) }),
    refuses: ['not_found'],
  }),
  addSupplierNote: post('/api/suppliers/{id}/notes', 'Write something down about a supplier', {
    body: z.object({ note: noteText, pinned: z.boolean().default(false) }),
    answer: z.object({ supplier_note_id: z.number() }),
    refuses: ['not_found'],
  }),
  changeSupplierNote: put(
    '/api/suppliers/{id}/notes/{supplier_note_id}',
    'Change the text of one’s own note, or pin any',
    {
      record: [{ read: 'listSupplierNotes', from: 'notes' }],
      body: z.object({
        note: noteText.optional(),
        pinned: z.boolean().optional(),
        replaces: noteText.optional().describe('what it said when it was read'),
      }),
      refuses: ['not_found', 'forbidden', 'conflict'],
    },
  ),
  removeSupplierNote: remove('/api/suppliers/{id}/notes/{supplier_note_id}', 'Delete one’s own note', {
    refuses: ['not_found', 'forbidden'],
  }),
  restoreSupplierNote: post(
    '/api/suppliers/{id}/notes/{supplier_note_id}/restore',
    'Bring one’s own deleted note back',
    { refuses: ['not_found', 'forbidden'] },
  ),
}
