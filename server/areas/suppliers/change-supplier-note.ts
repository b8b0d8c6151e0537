import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { changedMeanwhile } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { lockNote, requireWriter } from './notes.ts'

/** Any of staff pins a note; its text is its writer's. */
export const changeSupplierNote = (ctx: Ctx, { params, body }: Parsed<'changeSupplierNote'>) =>
  write(ctx, async (tx, logActivity) => {
    const was = await lockNote(tx, params.id, params.supplier_note_id)
    const note = body.note ?? was.note
    const pinned = body.pinned ?? was.pinned
    if (note !== was.note && body.replaces !== undefined && body.replaces !== was.note)
      throw changedMeanwhile(was.note)
    if (note !== was.note) requireWriter(ctx.who, was)
    const changes = differences({ note: was.note, pinned: was.pinned }, { note, pinned })
    if (!changes) return
    await tx
      .updateTable('supplier_note')
      .set({ note, pinned, ...(note !== was.note && { update_tm: sql`now()` }) })
      .where('supplier_note_id', '=', params.supplier_note_id)
      .execute()
    await logActivity({
      type: 'supplier.note',
      dropshipper_id: params.id,
      entity: 'supplier_note',
      entity_id: params.supplier_note_id,
      message: note === was.note ? `A note was ${pinned ? 'pinned' : 'unpinned'}` : 'A note was changed',
      changes,
    })
  })
