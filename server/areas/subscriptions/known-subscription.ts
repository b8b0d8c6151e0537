import { sql, type Db, type Tx } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'

export interface KnownSubscription {
  vendor_supplier_id: number
  vendor_id: number
  dropshipper_id: number
  dropshipper_name: string
}
type Which = { vendor_supplier_id: number } | { vendor_id: number; did: number }

/** Refuses a subscription that isn't there. @param hold until the write ends */
export async function knownSubscription(db: Db, which: Which, hold = false): Promise<KnownSubscription> {
  const { rows } = await sql<KnownSubscription>`
    select s.vendor_supplier_id, s.vendor_id, s.dropshipper_id, d.supplier_name as dropshipper_name
    from subscription s
    join dropshipper d using (dropshipper_id)
    where ${
      'did' in which
        ? sql`s.vendor_id = ${which.vendor_id} and s.dropshipper_id = ${which.did}`
        : sql`s.vendor_supplier_id = ${which.vendor_supplier_id}`
    }
    ${hold ? sql`for no key update of s` : sql``}`.execute(db)
  if (!rows[0]) throw notFound('subscription')
  return rows[0]
}
export const lockSubscription = (tx: Tx, which: Which) => knownSubscription(tx, which, true)
