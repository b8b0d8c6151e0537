import type { Parsed } from '#contract/index.ts'
import { mostNotes, type SupplierNote } from '#contract/suppliers/notes.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { forbidden, notFound } from '#server/platform/http/errors.ts'
import type { Ctx, Who } from '#server/platform/services.ts'
import { requireSupplier } from '#server/areas/supplier-record/public.ts'

/** A supplier's notes, pinned ones first, then the newest. */
export async function listSupplierNotes({ db, who }: Ctx, { params }: Parsed<'listSupplierNotes'>) {
  const matchingNotes = sql`from supplier_note n where n.dropshipper_id = ${params.id} and n.deleted_tm is null`
  const [countResult, notes] = await Promise.all([
    sql<{ total: number }>`select count(*) as total ${matchingNotes}`.execute(db),
    sql<SupplierNote>`
      select n.supplier_note_id, n.note, n.pinned, n.written_by_name, n.insert_tm, n.update_tm,
        ${who.role === 'admin'} or n.written_by is not distinct from ${who.login_id} as mine
      ${matchingNotes}
      order by n.pinned desc, n.supplier_note_id desc
      limit ${mostNotes}`.execute(db),
  ])
  const { total } = singleRow(countResult.rows)
  if (total === 0) await requireSupplier(db, params.id)
  return { total, notes: notes.rows }
}

/** The note, locked until the write ends. Throws if it was deleted. */
export async function lockNote(tx: Tx, dropshipperId: number, noteId: number) {
  const note = await lockAnyNote(tx, dropshipperId, noteId)
  if (note.deleted_tm !== null) throw noNote()
  return note
}

const noNote = () => notFound('note')

/** The same, including deleted notes. */
export async function lockAnyNote(tx: Tx, dropshipperId: number, noteId: number) {
  const note = await tx
    .selectFrom('supplier_note')
    .select(['note', 'pinned', 'written_by', 'written_by_name', 'deleted_tm'])
    .where('supplier_note_id', '=', noteId)
    .where('dropshipper_id', '=', dropshipperId)
    .forUpdate()
    .executeTakeFirst()
  if (!note) throw noNote()
  return note
}

/** Only its writer and admins may change a note's text. */
export function requireWriter(who: Who, note: { written_by: number | null; written_by_name: string }): void {
  if (who.role !== 'admin' && note.written_by !== who.login_id)
    throw forbidden(`Only ${note.written_by_name} and admins can edit this note`)
}

/** The supplier's name, for the activity row; throws if there is no such supplier. */
export async function nameOf(db: Db, id: number): Promise<string> {
  const supplier = await db
    .selectFrom('dropshipper')
    .select('supplier_name')
    .where('dropshipper_id', '=', id)
    .executeTakeFirst()
  if (!supplier) throw notFound('supplier')
  return supplier.supplier_name
}
