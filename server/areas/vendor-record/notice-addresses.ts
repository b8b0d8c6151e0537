import { sql, type Db } from '#server/platform/database/db.ts'

/**
 * The addresses of a vendor `v` that want notices of a kind; null where none does (docs/domain.md, One's own
 * account).
 */
export const noticeAddresses = (kind: 'billing' | 'updates') => sql<string[] | null>`(
  select array_agg(n.email order by n.email)
  from notification_email n
  where n.vendor_id = v.vendor_id and ${sql.ref(`n.${kind}`)})`

/** Where letters about stores and suppliers of a vendor `v` go, else to its primary contact `c`. */
export const updatesTo = sql<
  string[]
>`coalesce(${noticeAddresses('updates')}, array_remove(array[c.email], null))`

/** The same of one vendor. */
export async function updateAddresses(db: Db, vendorId: number): Promise<string[]> {
  const { rows } = await sql<{ recipients: string[] }>`
    select ${updatesTo} as recipients
    from vendor v
    left join contact c on c.contact_id = v.primary_contact_id
    where v.vendor_id = ${vendorId}`.execute(db)
  return rows[0]?.recipients ?? []
}
