import type { Parsed } from '#contract/index.ts'
import { noteTypes } from '#contract/vendors/note-types.ts'
import type { Tx } from '#server/platform/db.ts'
import { write, type Activity, type Ctx } from '#server/platform/services.ts'
import { lockVendor } from './known-vendor.ts'

interface Written {
  note: string
  note_type: number
  pinned?: boolean
}

export const addVendorNote = (ctx: Ctx, { params, body }: Parsed<'addVendorNote'>) =>
  write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, params.vendor_id)
    return writeNote(ctx, tx, logActivity, params.vendor_id, body)
  })

/** A note of who asks, also one that another act brings along. */
export async function writeNote(
  { who }: Pick<Ctx, 'who'>,
  tx: Tx,
  logActivity: (activity: Activity) => Promise<void>,
  vendor_id: number,
  { note, note_type, pinned = false }: Written,
) {
  const { vendor_note_id } = await tx
    .insertInto('vendor_note')
    .values({
      vendor_id,
      note,
      note_type,
      pinned,
      written_by: who.login_id,
      written_by_name: who.name,
    })
    .returning('vendor_note_id')
    .executeTakeFirstOrThrow()
  await logActivity({
    type: 'vendor.note',
    vendor_id,
    entity: 'vendor_note',
    entity_id: vendor_note_id,
    message: `A note was written: ${noteTypes[note_type]}`,
  })
  return { vendor_note_id }
}
