import { z } from 'zod'
import { count, id, lines, text } from '../inputs.ts'
import { get, post, put, remove } from '../operation.ts'
import { moment } from '../values.ts'
import { noteTypes, selectableNoteTypes } from './note-types.ts'

/** Pinned ones first, then the newest. */
export const mostVendorNotes = 200
export const vendorNoteLength = 4000

export const vendorNote = z.object({
  vendor_note_id: z.number(),
  note: z.string(),
  note_type: z.number(),
  pinned: z.boolean(),
  timestamp: moment,
  support_staff: z.string(),
  /** When its text or type last changed. */
  update_tm: moment.nullable(),
  /** Whether the caller may change it: its writer, an account manager or an admin may. */
  mine: z.boolean(),
})
export type VendorNote = z.output<typeof vendorNote>

const noteText = lines(vendorNoteLength, 'Write something first')
const noteType = count(0, noteTypes.length - 1).refine(
  (type) => (selectableNoteTypes as readonly number[]).includes(type),
  'Choose one of the five types',
)

export const vendorNoteOperations = {
  listVendorNotes: get('/api/vendor/{vendor_id}/notes', 'What staff wrote down about a vendor', {
    query: z.object({ search: text(200).default('') }),
    answer: z.object({ total: z.number(), notes: z.array(vendorNote) }),
    refuses: ['not_found'],
  }),
  addVendorNote: post('/api/vendor/{vendor_id}/note', 'Write something down about a vendor', {
    body: z.object({ note: noteText, note_type: noteType, pinned: z.boolean().default(false) }),
    answer: z.object({ vendor_note_id: z.number() }),
    refuses: ['not_found'],
  }),
  changeVendorNote: put(
    '/api/vendor/{vendor_id}/note',
    'Change a note’s text or type, one’s own or as an account manager, or pin any',
    {
      record: [{ read: 'listVendorNotes', from: 'notes' }],
      body: z.object({
        vendor_note_id: id,
        note: noteText.optional(),
        note_type: noteType.optional(),
        pinned: z.boolean().optional(),
        replaces: noteText.optional().describe('what it said when it was read'),
      }),
      refuses: ['not_found', 'forbidden', 'conflict'],
    },
  ),
  removeVendorNote: remove(
    '/api/vendor/{vendor_note_id}/note',
    'Delete a note, one’s own or as an account manager',
    { refuses: ['not_found', 'forbidden'] },
  ),
  restoreVendorNote: post(
    '/api/vendor/{vendor_note_id}/note/restore',
    'Bring a deleted note back, one’s own or as an account manager',
    { refuses: ['not_found', 'forbidden'] },
  ),
}
