import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockNote, requireKeeper } from './notes.ts'

/** The note is kept for a while, so that it can be restored. */
export const removeVendorNote = (ctx: Ctx, { params }: Parsed<'removeVendorNote'>) =>
  write(ctx, async (tx, logActivity) => {
    const note = await lockNote(ctx, tx, params.vendor_note_id)
    requireKeeper(ctx.who, note)
    await tx
      .updateTable('vendor_note')
      .set({ deleted_tm: sql`now()` })
      .where('vendor_note_id', '=', params.vendor_note_id)
      .execute()
    await logActivity({
      type: 'vendor.note',
      vendor_id: note.vendor_id,
      entity: 'vendor_note',
      entity_id: params.vendor_note_id,
      message: 'Note deleted',
      changes: { note: { from: note.note, to: null } },
    })
  })
