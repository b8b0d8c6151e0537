import { sql } from '#server/platform/db.ts'

/** The addresses of a vendor `v` that want updates, else its primary contact's `c`. */
export const updatesTo = sql<string[]>`coalesce(
  (
    select array_agg(n.email order by n.email)
    from notification_email n
    where n.vendor_id = v.vendor_id and n.updates
  ),
  array_remove(array[c.email], null))`
