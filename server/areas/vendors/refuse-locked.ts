import type { FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import { fromText, id } from '#contract/inputs.ts'
import { vendorKeyOf, type Operation, type VendorKey } from '#contract/operation.ts'
import { isStaff } from '#contract/roles.ts'
import { vendorLockOperations } from '#contract/vendors/lock.ts'
import { sql } from '#server/platform/db.ts'
import type { Services } from '#server/platform/services.ts'
import { locked, lockOf } from './lock.ts'

type Found = number | RawBuilder<unknown>
const finders: Record<VendorKey, (found: number) => Found> = {
  id: (found) => found,
  vendor_id: (found) => found,
  vid: (found) => found,
  vendor_note_id: (found) => sql`(select vendor_id from vendor_note where vendor_note_id = ${found})`,
  vendor_supplier_id: (found) =>
    sql`(select vendor_id from subscription where vendor_supplier_id = ${found})`,
}
/** So often the holder's work is written down. */
const workBeatMs = 60_000

/**
 * The vendor that a call reads or writes, by its path or its body, neither of them parsed yet; none where it
 * is about no single one.
 */
function vendorOf(op: Operation, req: FastifyRequest): Found | undefined {
  const key = vendorKeyOf(op)
  if (key) {
    const { data } = fromText.id.safeParse((req.params as Record<string, unknown>)[key])
    return data && finders[key](data)
  }
  const body = (req.body ?? {}) as { vendor_id?: unknown; input?: { vendor_id?: unknown } | null }
  return id.safeParse(body.vendor_id ?? body.input?.vendor_id).data
}

/**
 * The one place where a locked vendor is refused, before every call about it and before its input is looked
 * at (docs/domain.md, A vendor's lock). What its holder does keeps the lock going; an open page doesn't.
 */
export const refuseLocked =
  ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  async (req: FastifyRequest): Promise<void> => {
    const { operation } = req.routeOptions.config
    const { who } = req
    // who may begin one is said where it is begun
    if (!operation || !who || !isStaff(who.role) || operation === vendorLockOperations.beginVendorLock) return
    const vendor = vendorOf(operation, req)
    if (vendor === undefined) return
    const lock = await lockOf(db, clock, who, vendor)
    if (!lock || lock.let_in) return
    if (lock.locked_by !== who.login_id) throw locked(lock)
    const now = clock.now()
    if (operation === vendorLockOperations.noteViewer || now - Date.parse(lock.worked_tm) < workBeatMs) return
    await sql`
      update vendor_lock
      set worked_tm = ${new Date(now).toISOString()}
      where vendor_lock_id = ${lock.vendor_lock_id}`.execute(db)
  }
