import type { Parsed } from '#contract/index.ts'
import { noteTypes } from '#contract/vendors/note-types.ts'
import { isOpenTo } from '#server/areas/vendor-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { write, type Ctx } from '#server/platform/services.ts'

/** The same note for several vendors, in the caller's name; locked and deleted ones are skipped. */
export const addVendorNotes = (ctx: Ctx, { body }: Parsed<'addVendorNotes'>) =>
  write(ctx, async (tx, _logActivity, logForVendors) => {
    const { vendor_ids, note, note_type } = body
    const lockedRows = await sql<{ vendor_id: number }>`
      select v.vendor_id
      from vendor v
      where v.vendor_id = any(${vendor_ids}::int[])
        and not v.is_staff
        and v.deleted_tm is null
        and ${isOpenTo(ctx)}
      order by v.vendor_id
      for no key update`.execute(tx)
    const ids = lockedRows.rows.map((row) => row.vendor_id)
    const { rows } = await sql<{ vendor_note_id: number }>`
      insert into vendor_note (vendor_id, note, note_type, written_by, written_by_name)
      select vendor_id, ${note}, ${note_type}, ${ctx.who.login_id}::int, ${ctx.who.name}
      from unnest(${ids}::int[]) vendor_id
      returning vendor_note_id`.execute(tx)
    await logForVendors(ids, { type: 'vendor.note', message: `Note added: ${noteTypes[note_type]}` })
    return { vendor_note_ids: rows.map((row) => row.vendor_note_id) }
  })
