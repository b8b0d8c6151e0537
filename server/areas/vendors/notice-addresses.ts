import { sql } from '#server/platform/db.ts'

/**
 * The addresses of a vendor `v` that want notices of a kind; null where none does (docs/domain.md, One's own
 * account).
 */
export const noticeAddresses = (kind: 'billing' | 'updates') => sql<string[] | null>`(
  select array_agg(n.email order by n.email)
  from notification_email n
  where n.vendor_id = v.vendor_id and ${sql.ref(`n.${kind}`)})`
