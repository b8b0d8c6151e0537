import { sql } from '#server/platform/db.ts'
import { contains } from '#server/platform/sql.ts'

/**
 * The ids of vendors whose company, or a contact's name, email or phone, holds the term; and the one of
 * that id.
 */
export const vendorsMatching = (term: string, vendorId: number | null) => sql`
  select vendor_id from vendor where company_key like lower(${contains(term)})
  union
  select vendor_id from contact where person_key like lower(${contains(term)})
  ${vendorId === null ? sql`` : sql`union select ${vendorId}::int`}`
