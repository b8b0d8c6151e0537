import type { Insertable, InsertObject } from 'kysely'
import type { Contact, DB, Vendor } from '#server/db/tables.ts'
import type { Tx } from '#server/platform/database/db.ts'
import type { Who } from '#server/platform/services.ts'

interface NewPerson {
  vendor: Insertable<Vendor>
  contact: Omit<Insertable<Contact>, 'vendor_id' | 'email'>
  login: Omit<InsertObject<DB, 'login'>, 'vendor_id'> & { email: string; role: Who['role'] }
  /** What others call the person. */
  name: string
}

/** Creates a person: the vendor, its primary contact and its login. Staff have a vendor of their own, too. */
export async function openLogin(tx: Tx, { vendor, contact, login, name }: NewPerson): Promise<Who> {
  const { email, role } = login
  const { vendor_id } = await tx
    .insertInto('vendor')
    .values(vendor)
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  const { contact_id } = await tx
    .insertInto('contact')
    .values({ ...contact, vendor_id, email })
    .returning('contact_id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('vendor')
    .set({ primary_contact_id: contact_id })
    .where('vendor_id', '=', vendor_id)
    .execute()
  const { login_id } = await tx
    .insertInto('login')
    .values({ ...login, vendor_id })
    .returning('login_id')
    .executeTakeFirstOrThrow()
  return { login_id, vendor_id, email, role, name }
}
