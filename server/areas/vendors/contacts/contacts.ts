import { present } from '#contract/present.ts'
import type { Parsed } from '#contract/index.ts'
import { mostContactsRead, type VendorContactsView } from '#contract/vendors/contacts.ts'
import type { ContactState } from '#contract/vendors/mail-state.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf, type EditedRecord } from '#server/platform/database/versions.ts'
import { requireVendor } from '#server/areas/vendor-record/public.ts'

/** What the form of a vendor's contacts edits. */
export const editedContacts = (id: number): EditedRecord => ({
  entity: 'vendor',
  id,
  types: ['vendor.contact'],
})

export const listVendorContacts = ({ db }: Ctx, { params }: Parsed<'listVendorContacts'>) =>
  readContacts(db, params.vendor_id)

export async function readContacts(db: Db, vendorId: number): Promise<VendorContactsView> {
  await requireVendor(db, vendorId)
  const version = await versionOf(db, editedContacts(vendorId))
  const contacts = await contactsOf(db, vendorId)
  const states = await statesOf(
    db,
    contacts.map((contact) => contact.contact_id),
  )
  return {
    version,
    contacts: contacts.map((contact) => ({
      ...contact,
      ...present(states.get(contact.contact_id), `Contact ${contact.contact_id}`),
    })),
  }
}

/**
 * How mail reaches each contact, and whether the contact can sign in (docs/domain/emails.md, Emails, Public
 * links).
 */
async function statesOf(db: Db, ids: readonly number[]): Promise<Map<number, ContactState>> {
  const { rows } = await sql<ContactState & { contact_id: number }>`
    select c.contact_id,
      case
        when l.login_id is null then 'none'
        when l.vendor_id <> c.vendor_id then 'elsewhere'
        when l.needs_verification then 'waits'
        else 'confirmed'
      end as login,
      (
        select coalesce(jsonb_agg(
          jsonb_build_object('what', t.what, 'reason', t.reason, 'tm', t.tm) order by t.tm desc), '[]')
        from mail_trouble t
        where t.address = lower(c.email)) as troubles,
      (
        select coalesce(jsonb_agg(u.kind order by u.kind), '[]')
        from mail_unsubscribe u
        where u.vendor_id = c.vendor_id and u.address = lower(c.email)) as unsubscribed
    from contact c
    left join login l on lower(l.email) = lower(c.email)
    where c.contact_id = any(${ids as number[]}::int[])`.execute(db)
  return new Map(rows.map(({ contact_id, ...state }) => [contact_id, state]))
}

/** The primary contact first, then in the order they were added. */
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
