import type { Parsed } from '#contract/index.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockAnyNote, requireKeeper } from './notes.ts'

/** Restores a deleted note with its writer, day and pin. */
export const restoreVendorNote = (ctx: Ctx, { params }: Parsed<'restoreVendorNote'>) =>
  write(ctx, async (tx, logActivity) => {
    const { vendor_note_id } = params
    const note = await lockAnyNote(ctx, tx, vendor_note_id)
    requireKeeper(ctx.who, note)
    if (note.deleted_tm === null) return
    await tx
      .updateTable('vendor_note')
      .set({ deleted_tm: null })
      .where('vendor_note_id', '=', vendor_note_id)
      .execute()
    await logActivity({
      type: 'vendor.note',
      vendor_id: note.vendor_id,
      entity: 'vendor_note',
      entity_id: vendor_note_id,
      message: 'Note restored',
      changes: { note: { from: null, to: note.note } },
    })
  })
