import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { changedMeanwhile } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { lockNote, requireKeeper } from './notes.ts'

/** Any of staff pins a note; its text and type are its writer's and an account manager's. */
export const changeVendorNote = (ctx: Ctx, { params, body }: Parsed<'changeVendorNote'>) =>
  write(ctx, async (tx, logActivity) => {
    const was = await lockNote(ctx, tx, body.vendor_note_id, params.vendor_id)
    const { note = was.note, note_type = was.note_type, pinned = was.pinned } = body
    const said = differences({ note: was.note, note_type: was.note_type }, { note, note_type })
    if (said && body.replaces !== undefined && body.replaces !== was.note) throw changedMeanwhile(was.note)
    if (said) requireKeeper(ctx.who, was)
    const changes = differences(was, { note, note_type, pinned })
    if (!changes) return
    await tx
      .updateTable('vendor_note')
      .set({ note, note_type, pinned, ...(said && { update_tm: sql`now()` }) })
      .where('vendor_note_id', '=', body.vendor_note_id)
      .execute()
    await logActivity({
      type: 'vendor.note',
      vendor_id: was.vendor_id,
      entity: 'vendor_note',
      entity_id: body.vendor_note_id,
      message: said ? 'A note was changed' : `A note was ${pinned ? 'pinned' : 'unpinned'}`,
      changes,
    })
  })
