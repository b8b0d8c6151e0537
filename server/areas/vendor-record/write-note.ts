import { noteTypes } from '#contract/vendors/note-types.ts'
import type { Tx } from '#server/platform/database/db.ts'
import type { Activity, Ctx } from '#server/platform/services.ts'

interface NewNote {
  vendor_id: number
  note: string
  note_type: number
  pinned?: boolean
}

/** Writes a note in the caller's name, on its own or as part of another act. */
export async function writeNote(
  { who }: Pick<Ctx, 'who'>,
  tx: Tx,
  logActivity: (activity: Activity) => Promise<void>,
  { vendor_id, note, note_type, pinned: isPinned = false }: NewNote,
) {
  const { vendor_note_id } = await tx
    .insertInto('vendor_note')
    .values({
      vendor_id,
      note,
      note_type,
      pinned: isPinned,
      written_by: who.login_id,
      written_by_name: who.name,
    })
    .returning('vendor_note_id')
    .executeTakeFirstOrThrow()
  await logActivity({
    type: 'vendor.note',
    vendor_id,
    entity: 'vendor_note',
    entity_id: vendor_note_id,
    message: `Note added: ${noteTypes[note_type]}`,
  })
  return { vendor_note_id }
}
