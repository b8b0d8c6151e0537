import { noticeAddresses } from '#server/areas/vendors/public.ts'
import { sql } from '#server/platform/db.ts'

/** The addresses of a vendor `v` that want updates, else its primary contact's `c`. */
export const updatesTo = sql<
  string[]
>`coalesce(${noticeAddresses('updates')}, array_remove(array[c.email], null))`
