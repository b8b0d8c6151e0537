import type { Parsed } from '#contract/index.ts'
import type { Role } from '#contract/roles.ts'
import { mostVendorNotes, type VendorNote } from '#contract/vendors/notes.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { forbidden, notFound } from '#server/platform/http/errors.ts'
import type { Ctx, Who } from '#server/platform/services.ts'
import { contains, singleRow } from '#server/platform/database/sql.ts'
import { lockVendor, requireVendor } from '#server/areas/vendor-record/public.ts'

/** Roles that may change other people's notes. */
const keepers: readonly Role[] = ['account_manager', 'admin']

/** A vendor's notes that contain a text, pinned ones first, then the newest. */
export async function listVendorNotes({ db, who }: Ctx, { params, query }: Parsed<'listVendorNotes'>) {
  const { vendor_id } = params
  const searchCondition = query.search ? sql`and n.note ilike ${contains(query.search)}` : sql``
  const matchingNotes = sql`from vendor_note n where n.vendor_id = ${vendor_id} and n.deleted_tm is null ${searchCondition}`
  const [countResult, notes] = await Promise.all([
    sql<{ total: number }>`select count(*) as total ${matchingNotes}`.execute(db),
    sql<VendorNote>`
      select n.vendor_note_id, n.note, n.note_type, n.pinned, n.insert_tm as timestamp,
        n.written_by_name as support_staff, n.update_tm,
        ${keepers.includes(who.role)} or n.written_by is not distinct from ${who.login_id} as mine
      ${matchingNotes}
      order by n.pinned desc, n.vendor_note_id desc
      limit ${mostVendorNotes}`.execute(db),
  ])
  const { total } = singleRow(countResult.rows)
  if (total === 0) await requireVendor(db, vendor_id)
  return { total, notes: notes.rows }
}

/**
 * The note and its vendor, locked until the write ends. Throws if the note was deleted.
 * @param vendorId the vendor it must belong to, if the call names one
 */
export async function lockNote(ctx: Ctx, tx: Tx, noteId: number, vendorId?: number) {
  const note = await lockAnyNote(ctx, tx, noteId, vendorId)
  if (note.deleted_tm !== null) throw noNote()
  return note
}

/** The same, including deleted notes. */
export async function lockAnyNote(ctx: Ctx, tx: Tx, noteId: number, vendorId?: number) {
  const { vendor_id } = await noteOf(tx, noteId, vendorId)
  await lockVendor(ctx, tx, vendor_id)
  return noteOf(tx, noteId, vendorId)
}

const noNote = () => notFound('note')

async function noteOf(tx: Tx, noteId: number, vendorId?: number) {
  const note = await tx
    .selectFrom('vendor_note')
    .select(['vendor_id', 'note', 'note_type', 'pinned', 'written_by', 'written_by_name', 'deleted_tm'])
    .where('vendor_note_id', '=', noteId)
    .executeTakeFirst()
  if (!note || (vendorId !== undefined && note.vendor_id !== vendorId)) throw noNote()
  return note
}

/** Only its writer and account managers may change a note's text. */
export function requireKeeper(who: Who, note: { written_by: number | null; written_by_name: string }): void {
  if (!keepers.includes(who.role) && note.written_by !== who.login_id)
    throw forbidden(`Only ${note.written_by_name} and account managers can edit this note`)
}
