import type { Parsed } from '#contract/index.ts'
import { contactFields, emailTwice, mostContacts, tooManyContacts } from '#contract/vendors/contacts.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { contactsOf, editedContacts, readContacts } from './contacts.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'

type Contacts = Parsed<'saveVendorContacts'>['body']['contacts']

/** Saves all contacts of a vendor; contacts that aren't named are deleted. */
export async function saveVendorContacts(
  ctx: Ctx,
  { params: { vendor_id }, body }: Parsed<'saveVendorContacts'>,
) {
  await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vendor_id)
    await refuseStale(tx, ctx, editedContacts(vendor_id), body.version)
    const before = await contactsOf(tx, vendor_id)
    refuseWrong(
      body.contacts,
      before.map((contact) => contact.contact_id),
    )
    await saveRows(
      tx,
      vendor_id,
      body.contacts,
      before.map((contact) => contact.contact_id),
    )
    const after = await contactsOf(tx, vendor_id)
    const changes = changesOf(before, after)
    if (!changes) return
    await logActivity({
      type: 'vendor.contact',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Contacts changed: ${Object.keys(changes).join(', ')}`,
      changes,
    })
  })
  return readContacts(ctx.db, vendor_id)
}

/** Requires one primary contact, distinct emails, and only contacts of this vendor. */
function refuseWrong(contacts: Contacts, knownIds: readonly number[]): void {
  if (contacts.length > Math.max(mostContacts, knownIds.length))
    throw invalid({ contacts: tooManyContacts(knownIds.length) })
  if (contacts.filter((c) => c.is_primary).length !== 1)
    throw invalid({ contacts: 'Choose one primary contact' })
  const emails = contacts.map((c) => c.email.toLowerCase())
  const twice = emails.findIndex((email, i) => emails.indexOf(email) < i)
  if (twice >= 0) throw invalid({ [`contacts.${twice}.email`]: emailTwice }, emailTwice)
  const ids = contacts.flatMap((c) => c.contact_id ?? [])
  const strange = ids.find((id, i) => !knownIds.includes(id) || ids.indexOf(id) < i)
  if (strange !== undefined) throw invalid({ contacts: `This vendor has no contact ${strange}` })
}

const fields = Object.keys(contactFields.shape)
const columns = sql.join(fields.map((field) => sql.ref(field)))
const assignments = sql.join(fields.map((field) => sql`${sql.ref(field)} = excluded.${sql.ref(field)}`))

/** Afterwards the vendor has exactly the named contacts, and one of them is the primary one. */
async function saveRows(
  tx: Tx,
  vendorId: number,
  contacts: Contacts,
  knownIds: readonly number[],
): Promise<void> {
  const primary = contacts.findIndex((contact) => contact.is_primary) + 1
  await sql`
    with named as (
      select
        coalesce(x.contact_id, nextval(pg_get_serial_sequence('contact', 'contact_id'))::int) as contact_id,
        x.place, ${sql.join(fields.map((field) => sql.ref(`x.${field}`)))}
      from (
        select c.*, row_number() over () as place
        from jsonb_populate_recordset(null::contact, ${JSON.stringify(contacts)}::jsonb) c) x
    ),
    kept as (
      insert into contact (contact_id, vendor_id, ${columns})
      select contact_id, ${vendorId}::int, ${columns}
      from named
      order by place
      on conflict (contact_id) do update set ${assignments}
    ),
    gone as (
      delete from contact
      where vendor_id = ${vendorId}
        and contact_id = any(${knownIds}::int[])
        and contact_id not in (select contact_id from named)
    )
    update vendor
    set primary_contact_id = named.contact_id
    from named
    where vendor_id = ${vendorId} and place = ${primary}`.execute(tx)
}

type Rows = Awaited<ReturnType<typeof contactsOf>>
/**
 * Changes by each contact's name, for the activity log; contacts with the same name get their numbers
 * appended.
 */
function changesOf(before: Rows, after: Rows) {
  const namesById = new Map([...after, ...before].map((row) => [row.contact_id, nameOf(row)]))
  const keyOf = (row: Rows[number]) => {
    const name = namesById.get(row.contact_id) ?? ''
    const namesake = [...namesById].some(([id, otherName]) => id !== row.contact_id && otherName === name)
    return namesake ? `${name} (${row.contact_id})` : name
  }
  const byContact = (rows: Rows) =>
    Object.fromEntries(rows.map(({ contact_id, ...row }) => [keyOf({ contact_id, ...row }), row]))
  const emptyValues = Object.fromEntries(before.map((row) => [keyOf(row), null]))
  return differences(byContact(before), { ...emptyValues, ...byContact(after) })
}
const nameOf = ({ first_name, last_name, email }: Rows[number]) =>
  `${first_name} ${last_name}`.trim() || email
