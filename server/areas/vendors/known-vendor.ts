import type { Db, Tx } from '#server/platform/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'

/** Refuses the id of a vendor that isn't there; staff have no page. */
export async function requireVendor(db: Db, id: number): Promise<KnownVendor> {
  const found = await db
    .selectFrom('vendor')
    .select(['company', 'vendor_status_id', 'next_charge_date'])
    .where('vendor_id', '=', id)
    .where('is_staff', '=', false)
    .executeTakeFirst()
  if (!found) throw notFound('vendor')
  return found
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

/** The vendor, held until the write ends; a deleted one is brought back before anything of it is changed. */
export async function lockVendor(tx: Tx, id: number) {
  const vendor = await lockAnyVendor(tx, id)
  if (vendor.deleted_tm !== null)
    throw conflict('This account is deleted; bring it back before you change it')
  return vendor
}

/** The same of one that may be deleted. */
export async function lockAnyVendor(tx: Tx, id: number) {
  const vendor = await tx
    .selectFrom('vendor')
    .selectAll()
    .where('vendor_id', '=', id)
    .where('is_staff', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (!vendor) throw notFound('vendor')
  return vendor
}
