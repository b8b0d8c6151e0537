import { sql } from '#server/platform/db.ts'

const likePattern = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`

/** The ids of vendors whose company, or a contact's name, email or phone, holds the term; and the one of that id. */
export const vendorsMatching = (term: string, vendorId: number | null) => sql`
  select vendor_id from vendor where company_key like lower(${likePattern(term)})
  union
  select vendor_id from contact where person_key like lower(${likePattern(term)})
  ${vendorId === null ? sql`` : sql`union select ${vendorId}::int`}`
