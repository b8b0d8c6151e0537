import type { Parsed } from '#contract/index.ts'
import { mostContactsRead, type VendorContactsView } from '#contract/vendors/contacts.ts'
import { sql, type Db, type Tx } from '#server/platform/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf, type Edited } from '#server/platform/versions.ts'
import { requireVendor } from './known-vendor.ts'

/** What the form of a vendor's contacts edits. */
export const editedContacts = (id: number): Edited => ({ entity: 'vendor', id, types: ['vendor.contact'] })

export const listVendorContacts = ({ db }: Ctx, { params }: Parsed<'listVendorContacts'>) =>
  readContacts(db, params.vendor_id)

export async function readContacts(db: Db, vendorId: number): Promise<VendorContactsView> {
  await requireVendor(db, vendorId)
  const version = await versionOf(db, editedContacts(vendorId))
  return { version, contacts: await contactsOf(db, vendorId) }
}

/** The primary one first, then as they were added. */
export const contactsOf = (db: Db | Tx, vendorId: number) =>
  db
    .selectFrom('contact')
    .innerJoin('vendor', 'vendor.vendor_id', 'contact.vendor_id')
    .select(['contact_id', 'first_name', 'last_name', 'email', 'daily_update_email', 'primary_phone'])
    .select(['phone', 'alternate_phone', 'address1', 'address2', 'city', 'state', 'province', 'zip'])
    .select('country')
    .select(sql<boolean>`contact_id is not distinct from primary_contact_id`.as('is_primary'))
    .where('contact.vendor_id', '=', vendorId)
    .orderBy('is_primary', 'desc')
    .orderBy('contact_id')
    .limit(mostContactsRead)
    .execute()
