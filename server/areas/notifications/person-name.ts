import { personOfLogin } from '#server/areas/session/public.ts'
import { sql } from '#server/platform/database/db.ts'

/** The name of the person with a login, by the column that contains its id. */
export const personName = (column: string) => sql<string>`(
  select ${personOfLogin}
  from login l
  join vendor v using (vendor_id)
  left join contact c on c.contact_id = v.primary_contact_id
  where l.login_id = ${sql.ref(column)})`
