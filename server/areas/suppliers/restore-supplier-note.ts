import type { Parsed } from '#contract/index.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockAnyNote, requireWriter } from './notes.ts'

/** Restores a deleted note with its writer, day and pin. */
export const restoreSupplierNote = (ctx: Ctx, { params }: Parsed<'restoreSupplierNote'>) =>
  write(ctx, async (tx, logActivity) => {
    const { id, supplier_note_id } = params
    const note = await lockAnyNote(tx, id, supplier_note_id)
    requireWriter(ctx.who, note)
    if (note.deleted_tm === null) return
    await tx
      .updateTable('supplier_note')
      .set({ deleted_tm: null })
      .where('supplier_note_id', '=', supplier_note_id)
      .execute()
    await logActivity({
      type: 'supplier.note',
      dropshipper_id: id,
      entity: 'supplier_note',
      entity_id: supplier_note_id,
      message: 'Note restored',
      changes: { note: { from: null, to: note.note } },
    })
  })
