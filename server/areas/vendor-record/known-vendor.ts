import type { OfVendor } from '#contract/operation.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { lockedRefusal, lockOf } from './lock.ts'
import { vendorOf } from './vendor-references.ts'

/** Throws if there is no such vendor; staff have no vendor page. */
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

/** A vendor's rows; if there are none, the vendor must still exist. */
export async function rowsOfVendor<T>(db: Db, id: number, rows: readonly T[]): Promise<T[]> {
  if (rows.length === 0) await requireVendor(db, id)
  return [...rows]
}

/**
 * The vendor, locked until the write ends. If somebody else has taken its lock while this call waited, it
 * is refused as it would have been before.
 */
export async function lockVendor({ clock, who }: Pick<Ctx, 'clock' | 'who'>, tx: Tx, id: number) {
  const vendor = await lockUndeletedVendor(tx, id)
  const lock = await lockOf(tx, clock, who, id)
  if (lock && !lock.let_in && lock.locked_by !== who.login_id) throw lockedRefusal(lock)
  return vendor
}

/**
 * The same for the vendor that a record belongs to, if any. Call it before locking the record itself, so
 * that all writes lock in one order.
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

/**
 * The vendor, locked until the write ends; throws if it is deleted, since it must be restored before it is
 * changed.
 */
export async function lockUndeletedVendor(tx: Tx, id: number) {
  const vendor = await lockAnyVendor(tx, id)
  if (vendor.deleted_tm !== null) throw deletedConflict()
  return vendor
}
const deletedConflict = () => conflict('This account is deleted. Restore it to make changes')

/** Throws for a custom feed of a deleted account; null: a supplier's own feed. */
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
 * The same, including deleted vendors. Log rows of a vendor's records reference it, and don't wait for
 * this kind of lock.
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
