import type { Parsed } from '#contract/index.ts'
import { emailTwice } from '#contract/vendors/contacts.ts'
import type { Tx } from '#server/platform/db.ts'
import { invalid } from '#server/platform/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/versions.ts'
import { contactsOf, editedContacts, readContacts } from './contacts.ts'
import { lockVendor } from './known-vendor.ts'

type Contacts = Parsed<'saveVendorContacts'>['body']['contacts']

/** Saves all contacts of a vendor; one that isn't named any more goes. */
export async function saveVendorContacts(
  ctx: Ctx,
  { params: { vendor_id }, body }: Parsed<'saveVendorContacts'>,
) {
  await write(ctx, async (tx, logActivity) => {
    await lockVendor(tx, vendor_id)
    await refuseStale(tx, ctx, editedContacts(vendor_id), body.version)
    const before = await contactsOf(tx, vendor_id)
    refuseWrong(
      body.contacts,
      before.map((contact) => contact.contact_id),
    )
    await saveRows(tx, vendor_id, body.contacts)
    const after = await contactsOf(tx, vendor_id)
    const changes = differences(byContact(before), { ...emptied(before), ...byContact(after) })
    if (!changes) return
    await logActivity({
      type: 'vendor.contact',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: 'Contacts changed',
      changes,
    })
  })
  return readContacts(ctx.db, vendor_id)
}

/** One primary contact, no email twice, and only contacts of this vendor. */
function refuseWrong(contacts: Contacts, known: readonly number[]): void {
  if (contacts.filter((c) => c.is_primary).length !== 1)
    throw invalid({ contacts: 'Exactly one contact is the primary one' })
  const emails = contacts.map((c) => c.email.toLowerCase())
  const twice = emails.findIndex((email, i) => emails.indexOf(email) < i)
  if (twice >= 0) throw invalid({ [`contacts.${twice}.email`]: emailTwice }, emailTwice)
  const ids = contacts.flatMap((c) => c.contact_id ?? [])
  const strange = ids.find((id, i) => !known.includes(id) || ids.indexOf(id) < i)
  if (strange !== undefined) throw invalid({ contacts: `Contact ${strange} is none of this user’s` })
}

async function saveRows(tx: Tx, vendor_id: number, contacts: Contacts): Promise<void> {
  let primary: number | undefined
  const kept: number[] = []
  for (const { contact_id, is_primary, ...fields } of contacts) {
    const id = contact_id ?? (await insert(tx, vendor_id, fields))
    if (contact_id !== undefined)
      await tx.updateTable('contact').set(fields).where('contact_id', '=', contact_id).execute()
    kept.push(id)
    if (is_primary) primary = id
  }
  await tx
    .updateTable('vendor')
    .set({ primary_contact_id: primary! })
    .where('vendor_id', '=', vendor_id)
    .execute()
  await tx
    .deleteFrom('contact')
    .where('vendor_id', '=', vendor_id)
    .where('contact_id', 'not in', kept)
    .execute()
}

const insert = async (
  tx: Tx,
  vendor_id: number,
  fields: Omit<Contacts[number], 'contact_id' | 'is_primary'>,
) =>
  (
    await tx
      .insertInto('contact')
      .values({ vendor_id, ...fields })
      .returning('contact_id')
      .executeTakeFirstOrThrow()
  ).contact_id

type Rows = Awaited<ReturnType<typeof contactsOf>>
/** By the contact's number, for what the activity log says. */
const byContact = (rows: Rows) =>
  Object.fromEntries(rows.map(({ contact_id, ...fields }) => [`contact_${contact_id}`, fields]))
const emptied = (rows: Rows) => Object.fromEntries(rows.map((row) => [`contact_${row.contact_id}`, null]))
