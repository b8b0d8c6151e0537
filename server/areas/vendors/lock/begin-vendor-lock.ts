import { present } from '#contract/present.ts'
import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import {
  lockUndeletedVendor,
  lockedRefusal,
  lockOf,
  toHeldLock,
  type Lock,
} from '#server/areas/vendor-record/public.ts'

/**
 * Locks a vendor for the caller; the lock's holder may change its reason, and an admin may take over the
 * lock they name.
 */
export const beginVendorLock = (ctx: Ctx, { body }: Parsed<'beginVendorLock'>) =>
  write(ctx, async (tx, logActivity) => {
    const { who, clock } = ctx
    const { vendor_id, reason, replaces, locked_by_vendor_id: holder } = body
    if (holder !== undefined && holder !== who.vendor_id)
      throw invalid({ locked_by_vendor_id: 'You can lock only for yourself' })
    // if two ask at once, the second waits here
    await lockUndeletedVendor(tx, vendor_id)
    const currentLock = await lockOf(tx, clock, who, vendor_id)
    const isMine = currentLock?.locked_by === who.login_id
    if (currentLock && !isMine && (who.role !== 'admin' || currentLock.vendor_lock_id !== replaces))
      throw lockedRefusal(currentLock)
    const lock =
      currentLock && isMine
        ? await sayAgain(tx, currentLock, reason, clock.now())
        : await begin(ctx, tx, vendor_id, reason)
    if (currentLock && isMine && currentLock.reason === reason) return toHeldLock(lock)
    await logActivity({
      type: 'vendor.lock',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: lockMessage(currentLock, isMine),
      reason,
    })
    return toHeldLock(lock)
  })

function lockMessage(previous: Lock | undefined, isMine: boolean): string {
  if (!previous) return 'Locked'
  return isMine ? 'Lock reason changed' : `Lock taken over from ${previous.holder}`
}

async function sayAgain(tx: Tx, currentLock: Lock, reason: string, now: number): Promise<Lock> {
  await sql`
    update vendor_lock
    set reason = ${reason}, worked_tm = ${new Date(now).toISOString()}
    where vendor_lock_id = ${currentLock.vendor_lock_id}`.execute(tx)
  return { ...currentLock, reason }
}

/** Replaces a lock that ended or was taken over; access given under that one doesn't carry over. */
async function begin({ who, clock }: Ctx, tx: Tx, vendorId: number, reason: string): Promise<Lock> {
  const now = new Date(clock.now()).toISOString()
  await sql`delete from vendor_lock where vendor_id = ${vendorId}`.execute(tx)
  await sql`
    insert into vendor_lock
      (vendor_id, locked_by, locked_by_vendor_id, locked_by_name, reason, insert_tm, worked_tm)
    values (${vendorId}, ${who.login_id}, ${who.vendor_id}, ${who.name}, ${reason}, ${now}, ${now})`.execute(
    tx,
  )
  return present(await lockOf(tx, clock, who, vendorId), 'The new lock')
}
