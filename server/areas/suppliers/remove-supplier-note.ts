import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockNote, requireWriter } from './notes.ts'

/** The note is kept for a while, so that it can be restored. */
export const removeSupplierNote = (ctx: Ctx, { params }: Parsed<'removeSupplierNote'>) =>
  write(ctx, async (tx, logActivity) => {
    const note = await lockNote(tx, params.id, params.supplier_note_id)
    requireWriter(ctx.who, note)
    await tx
      .updateTable('supplier_note')
      .set({ deleted_tm: sql`now()` })
      .where('supplier_note_id', '=', params.supplier_note_id)
      .execute()
    await logActivity({
      type: 'supplier.note',
      dropshipper_id: params.id,
      entity: 'supplier_note',
      entity_id: params.supplier_note_id,
      message: 'Note deleted',
      changes: { note: { from: note.note, to: null } },
    })
  })
