import { sql } from '#server/platform/db.ts'
import { contains } from '#server/platform/sql.ts'

/**
 * The vendors `v` whose company, or a contact's name, email or phone, holds the term; and the one of that
 * id. Each once.
 */
export const vendorsMatching = (term: string, vendorId: number | null, columns = sql`v.vendor_id`) => sql`
  select ${columns}
  from vendor v
  where v.company_key like lower(${contains(term)})
  union
  select ${columns}
  from contact k
  join vendor v on v.vendor_id = k.vendor_id
  where k.person_key like lower(${contains(term)})
  ${vendorId === null ? sql`` : sql`union select ${columns} from vendor v where v.vendor_id = ${vendorId}`}`
