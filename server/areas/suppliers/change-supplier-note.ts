import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { changedMeanwhile } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { lockNote, requireWriter } from './notes.ts'

/** Any staff member may pin a note; only its writer may change its text. */
export const changeSupplierNote = (ctx: Ctx, { params, body }: Parsed<'changeSupplierNote'>) =>
  write(ctx, async (tx, logActivity) => {
    const previous = await lockNote(tx, params.id, params.supplier_note_id)
    const note = body.note ?? previous.note
    const isPinned = body.pinned ?? previous.pinned
    if (note !== previous.note && body.replaces !== undefined && body.replaces !== previous.note)
      throw changedMeanwhile(previous.note)
    if (note !== previous.note) requireWriter(ctx.who, previous)
    const changes = differences({ note: previous.note, pinned: previous.pinned }, { note, pinned: isPinned })
    if (!changes) return
    await tx
      .updateTable('supplier_note')
      .set({ note, pinned: isPinned, ...(note !== previous.note && { update_tm: sql`now()` }) })
      .where('supplier_note_id', '=', params.supplier_note_id)
      .execute()
    const pinning = isPinned ? 'pinned' : 'unpinned'
    await logActivity({
      type: 'supplier.note',
      dropshipper_id: params.id,
      entity: 'supplier_note',
      entity_id: params.supplier_note_id,
      message: `Note ${note === previous.note ? pinning : 'edited'}`,
      changes,
    })
  })
