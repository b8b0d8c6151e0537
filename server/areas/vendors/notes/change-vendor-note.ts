import type { Parsed } from '#contract/index.ts'
import { isSelectableNoteType, noteTypeRefused } from '#contract/vendors/notes.ts'
import { sql } from '#server/platform/database/db.ts'
import { changedMeanwhile, invalid } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { lockNote, requireKeeper } from './notes.ts'

/** Any staff member may pin a note; only its writer and account managers may change its text and type. */
export const changeVendorNote = (ctx: Ctx, { params, body }: Parsed<'changeVendorNote'>) =>
  write(ctx, async (tx, logActivity) => {
    const previous = await lockNote(ctx, tx, body.vendor_note_id, params.vendor_id)
    const { note = previous.note, note_type = previous.note_type, pinned: isPinned = previous.pinned } = body
    const textChanges = differences(
      { note: previous.note, note_type: previous.note_type },
      { note, note_type },
    )
    if (textChanges && body.replaces !== undefined && body.replaces !== previous.note)
      throw changedMeanwhile(previous.note)
    if (textChanges) requireKeeper(ctx.who, previous)
    // an older type stays where it is
    if (textChanges?.note_type && !isSelectableNoteType(note_type))
      throw invalid({ note_type: noteTypeRefused })
    const changes = differences(previous, { note, note_type, pinned: isPinned })
    if (!changes) return
    await tx
      .updateTable('vendor_note')
      .set({ note, note_type, pinned: isPinned, ...(textChanges && { update_tm: sql`now()` }) })
      .where('vendor_note_id', '=', body.vendor_note_id)
      .execute()
    const pinning = isPinned ? 'pinned' : 'unpinned'
    await logActivity({
      type: 'vendor.note',
      vendor_id: previous.vendor_id,
      entity: 'vendor_note',
      entity_id: body.vendor_note_id,
      message: `Note ${textChanges ? 'edited' : pinning}`,
      changes,
    })
  })
