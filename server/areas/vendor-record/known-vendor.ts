import type { OfVendor } from '#contract/operation.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { lockedRefusal, lockOf } from './lock.ts'
import { vendorOf } from './vendor-references.ts'

/** Refuses the id of a vendor that isn't there; staff have no page. */
export async function requireVendor(db: Db, id: number): Promise<KnownVendor> {
  const vendor = await db
    .selectFrom('vendor')
    .select(['company', 'vendor_status_id', 'next_charge_date'])
    .where('vendor_id', '=', id)
    .where('is_staff', '=', false)
    .executeTakeFirst()
  if (!vendor) throw notFound('vendor')
  return vendor
}

interface KnownVendor {
  company: string
  vendor_status_id: number
  next_charge_date: string | null
}

/** A vendor's rows; where there are none, the vendor must be there all the same. */
export async function rowsOfVendor<T>(db: Db, id: number, rows: readonly T[]): Promise<T[]> {
  if (rows.length === 0) await requireVendor(db, id)
  return [...rows]
}

/**
 * The vendor, held until the write ends. One that another has locked while this call waited is refused as it
 * would have been before.
 */
export async function lockVendor({ clock, who }: Pick<Ctx, 'clock' | 'who'>, tx: Tx, id: number) {
  const vendor = await lockUndeletedVendor(tx, id)
  const lock = await lockOf(tx, clock, who, id)
  if (lock && !lock.let_in && lock.locked_by !== who.login_id) throw lockedRefusal(lock)
  return vendor
}

/**
 * The same of the vendor that a record belongs to, where it is a vendor's: before the record itself is held,
 * so that all wait in one order.
 */
export async function lockVendorOf(
  ctx: Pick<Ctx, 'clock' | 'who'>,
  tx: Tx,
  recordType: OfVendor,
  id: number,
): Promise<number | null> {
  const { rows } = await sql<{ vendor_id: number | null }>`
    select ${vendorOf[recordType](id)}::int as vendor_id`.execute(tx)
  const vendorId = singleRow(rows).vendor_id
  if (vendorId !== null) await lockVendor(ctx, tx, vendorId)
  return vendorId
}

/** The vendor, held until the write ends; a deleted one is brought back before anything of it is changed. */
export async function lockUndeletedVendor(tx: Tx, id: number) {
  const vendor = await lockAnyVendor(tx, id)
  if (vendor.deleted_tm !== null) throw deletedConflict()
  return vendor
}
const deletedConflict = () => conflict('This account is deleted; bring it back before you change it')

/** Refuses to change a custom feed of a deleted account; null: a supplier's own feed. */
export async function refuseDeletedFeed(db: Db, customFeedId: number | null): Promise<void> {
  if (customFeedId === null) return
  const owner = await db
    .selectFrom('vendor_custom_feed')
    .innerJoin('vendor', 'vendor.vendor_id', 'vendor_custom_feed.vendor_id')
    .select('deleted_tm')
    .where('vendor_custom_feed_id', '=', customFeedId)
    .executeTakeFirst()
  if (owner && owner.deleted_tm !== null) throw deletedConflict()
}

/**
 * The same of one that may be deleted. The log of what hangs on it names it, and waits for no lock of this
 * kind.
 */
export async function lockAnyVendor(tx: Tx, id: number) {
  const vendor = await tx
    .selectFrom('vendor')
    .selectAll()
    .where('vendor_id', '=', id)
    .where('is_staff', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!vendor) throw notFound('vendor')
  return vendor
}
