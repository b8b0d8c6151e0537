import { noticeAddresses } from '#server/areas/vendors/public.ts'
import { sql, type Db } from '#server/platform/db.ts'

/** Where letters about suppliers of a vendor `v` go, else to its primary contact `c`. */
export const updatesTo = sql<
  string[]
>`coalesce(${noticeAddresses('updates')}, array_remove(array[c.email], null))`

/** The same of one vendor. */
export async function addressesOf(db: Db, vendorId: number): Promise<string[]> {
  const { rows } = await sql<{ recipients: string[] }>`
    select ${updatesTo} as recipients
    from vendor v
    left join contact c on c.contact_id = v.primary_contact_id
    where v.vendor_id = ${vendorId}`.execute(db)
  return rows[0]?.recipients ?? []
}
