import { z } from 'zod'
import { count, id, lines, text } from '../inputs.ts'
import { get, post, put, remove } from '../operation.ts'
import { moment } from '../values.ts'
import { noteTypes, selectableNoteTypes } from './note-types.ts'

/** Pinned ones first, then the newest. */
export const mostVendorNotes = 200
export const vendorNoteLength = 4000
/** The most vendors that get a note together. */
export const mostNoted = 500

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

const noteText = lines(vendorNoteLength, 'Enter a note')
const noteType = count(0, noteTypes.length - 1)
export const noteTypeRefused = 'Choose one of the 5 types'
export const isSelectableNoteType = (type: number): boolean =>
  (selectableNoteTypes as readonly number[]).includes(type)
const newNoteType = noteType.refine(isSelectableNoteType, noteTypeRefused)

export const vendorNoteOperations = {
  listVendorNotes: get('/api/vendor/{vendor_id}/notes', 'A vendor’s notes', {
    query: z.object({ search: text(200).default('') }),
    answer: z.object({ total: z.number(), notes: z.array(vendorNote) }),
    refuses: ['not_found'],
  }),
  addVendorNote: post('/api/vendor/{vendor_id}/note', 'Add a note to a vendor', {
    body: z.object({ note: noteText, note_type: newNoteType, pinned: z.boolean().default(false) }),
    answer: z.object({ vendor_note_id: z.number() }),
    refuses: ['not_found'],
  }),
  addVendorNotes: post('/api/vendor/notes', 'Add the same note to several vendors; locked ones are skipped', {
    body: z.object({
      vendor_ids: z.array(id).min(1).max(mostNoted),
      note: noteText,
      note_type: newNoteType,
    }),
    answer: z.object({ vendor_note_ids: z.array(z.number()) }),
  }),
  changeVendorNote: put(
    '/api/vendor/{vendor_id}/note',
    'Edit your own note, or any note as an account manager; anyone can pin',
    {
      record: [{ read: 'listVendorNotes', from: 'notes' }],
      body: z.object({
        vendor_note_id: id,
        note: noteText.optional(),
        note_type: noteType.optional(),
        pinned: z.boolean().optional(),
        replaces: noteText.optional().describe('the text when it was read'),
      }),
      refuses: ['not_found', 'forbidden', 'conflict'],
    },
  ),
  removeVendorNote: remove(
    '/api/vendor/{vendor_note_id}/note',
    'Delete your own note, or any note as an account manager',
    { refuses: ['not_found', 'forbidden'] },
  ),
  restoreVendorNote: post(
    '/api/vendor/{vendor_note_id}/note/restore',
    'Restore your own deleted note, or any note as an account manager',
    { refuses: ['not_found', 'forbidden'] },
  ),
}
