import { sql, type Tx } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { lockAnyVendor, lockOf, type Lock } from '#server/areas/vendor-record/public.ts'

/** The lock with this id if it is still in force; its vendor is locked until the write ends. */
export async function knownLock({ clock, who }: Ctx, tx: Tx, id: number): Promise<Lock> {
  const { rows } = await sql<{ vendor_id: number }>`
    select vendor_id
    from vendor_lock
    where vendor_lock_id = ${id}`.execute(tx)
  if (!rows[0]) throw notFound('lock')
  const { vendor_id } = await lockAnyVendor(tx, rows[0].vendor_id)
  const lock = await lockOf(tx, clock, who, vendor_id)
  if (lock?.vendor_lock_id !== id) throw notFound('lock')
  return lock
}
