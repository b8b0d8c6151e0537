import { sql, type Db } from '#server/platform/database/db.ts'

/**
 * The addresses of vendor `v` that want notices of a kind; null if none does (docs/domain/account.md, Notification emails).
 */
export const noticeAddresses = (kind: 'billing' | 'updates') => sql<string[] | null>`(
  select array_agg(n.email order by n.email)
  from notification_email n
  where n.vendor_id = v.vendor_id and ${sql.ref(`n.${kind}`)})`

/** Where mail about stores and suppliers of vendor `v` goes, by default its primary contact `c`. */
export const updatesTo = sql<
  string[]
>`coalesce(${noticeAddresses('updates')}, array_remove(array[c.email], null))`

/** The same for one vendor. */
export async function updateAddresses(db: Db, vendorId: number): Promise<string[]> {
  const { rows } = await sql<{ recipients: string[] }>`
    select ${updatesTo} as recipients
    from vendor v
    left join contact c on c.contact_id = v.primary_contact_id
    where v.vendor_id = ${vendorId}`.execute(db)
  return rows[0]?.recipients ?? []
}
