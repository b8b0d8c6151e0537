import type { Parsed } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { isRestricted, type ProductAccess } from '#contract/subscriptions/restricted-access.ts'
import type { SupplierToAdd } from '#contract/subscriptions/subscriptions.ts'
import { accessColumns, requireVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { contains } from '#server/platform/database/sql.ts'

const canceledStatus = 4
const mostShown = 20
type Candidate = Omit<SupplierToAdd, 'refused'> & ProductAccess & { subscribed: boolean }

/** Suppliers with this name; each that can't be added says why. */
export async function findSuppliersToAdd(
  { db }: Ctx,
  { params: { vendor_id }, query }: Parsed<'findSuppliersToAdd'>,
) {
  const vendor = await requireVendor(db, vendor_id)
  const rows = await candidates(db, vendor_id, sql`d.supplier_name ilike ${contains(query.search)}`)
  return rows.map((row) => ({ ...row, refused: whyNotAdded(vendor, row) ?? null }))
}

/** Suppliers with the facts that decide whether a vendor may subscribe to them. */
export async function candidates(db: Db, vendorId: number, condition: ReturnType<typeof sql>) {
  const { rows } = await sql<Candidate>`
    select d.dropshipper_id, d.supplier_name as dropshipper_name, d.active_products, d.allow_browse,
      d.custom_feed_support = 1 as needs_custom_feed,
      (
        select count(*)
        from dropshipper_custom_feed_field f
        where f.dropshipper_id = d.dropshipper_id and f.required
      ) as needed_fields,
      exists (
        select
        from subscription s
        where s.vendor_id = ${vendorId} and s.dropshipper_id = d.dropshipper_id
      ) as subscribed,
      ${accessColumns(vendorId)}
    from dropshipper d
    where ${condition}
    order by subscribed, lower(d.supplier_name), d.dropshipper_id
    limit ${mostShown}`.execute(db)
  return rows
}

/** Why a vendor can't subscribe to a supplier; undefined: it can. */
export function whyNotAdded(vendor: { vendor_status_id: number }, candidate: Candidate): string | undefined {
  if (candidate.subscribed) return messages.subscribedAlready
  if (vendor.vendor_status_id === canceledStatus) return messages.userCanceled
  if (isRestricted(candidate.allow_browse) && !candidate.granted && !candidate.dynamic)
    return 'Restricted supplier. Grant access first'
  return undefined
}
