import {
  emailFaults,
  keptEmails,
  mostNotificationEmails,
  tooManyEmails,
} from '#contract/account/notification-emails.ts'
import type { Parsed } from '#contract/index.ts'
import { editedAccount, subscribeAgain } from '#server/areas/session/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { differences, write, type Activity, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { getAccountDetails, listUnsubscribed } from './get-account-details.ts'

type Contact = Parsed<'updateAccount'>['body']['contact']
type Emails = Parsed<'updateAccount'>['body']['notifications']
interface Details {
  contact?: Contact
  notifications?: Emails
  version?: number | undefined
}

export const saveContactDetails = (ctx: Ctx, { body }: Parsed<'saveContactDetails'>) => {
  const { version, ...contact } = body
  return save(ctx, { contact, version })
}
export const saveNotificationEmails = (ctx: Ctx, { body }: Parsed<'saveNotificationEmails'>) => {
  refuseFaults(body, '')
  return save(ctx, { notifications: body })
}
export const updateAccount = (ctx: Ctx, { body }: Parsed<'updateAccount'>) => {
  refuseFaults(body.notifications, 'notifications.')
  return save(ctx, body)
}

function refuseFaults(emails: Emails, before: string): void {
  const faults = Object.entries(emailFaults(emails)).map(([path, fault]) => [before + path, fault] as const)
  if (faults.length > 0) throw invalid(Object.fromEntries(faults))
  if (keptEmails(emails).length > mostNotificationEmails)
    throw invalid({ notifications: tooManyEmails }, tooManyEmails)
}

/** Saves the customer's own account; unchanged parts aren't logged. */
async function save(ctx: Ctx, { contact, notifications, version }: Details) {
  const { vendor_id } = ctx.who
  await write(ctx, async (tx, logActivity) => {
    const vendor = await tx
      .selectFrom('vendor')
      .select(['company', 'primary_contact_id'])
      .where('vendor_id', '=', vendor_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    await refuseStale(tx, ctx, editedAccount(vendor_id), version)
    if (contact) {
      await logActivity(await saveCompany(tx, vendor_id, vendor.company, contact.company))
      await logActivity(await saveContact(ctx, tx, vendor.primary_contact_id, contact))
    }
    if (notifications) await logActivity(await saveEmails(tx, vendor_id, keptEmails(notifications)))
  })
  return getAccountDetails(ctx)
}

/** Resubscribes all addresses of the account that unsubscribed from updates. */
export async function sendUpdatesAgain(ctx: Ctx) {
  const { vendor_id } = ctx.who
  await write(ctx, async (tx, logActivity) => {
    const addresses = await listUnsubscribed({ who: ctx.who, db: tx })
    if (addresses.length === 0) return
    await subscribeAgain(tx, { vendor_id, addresses, kind: 'notifications' })
    await logActivity({
      type: 'session.subscribe',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Update emails to ${addresses.join(', ')} turned back on by the customer`,
    })
  })
  return getAccountDetails(ctx)
}

const toActivity = (
  type: Activity['type'],
  vendor_id: number,
  message: string,
  changes: Activity['changes'],
): Activity[] =>
  changes ? [{ type, vendor_id, entity: 'vendor', entity_id: vendor_id, message, changes }] : []

async function saveCompany(tx: Tx, vendor_id: number, before: string, company: string): Promise<Activity[]> {
  const changes = differences({ company: before }, { company })
  if (changes) await tx.updateTable('vendor').set({ company }).where('vendor_id', '=', vendor_id).execute()
  return toActivity('vendor.save', vendor_id, 'Company changed by the customer', changes)
}

/** An account without a contact gets one with the sign-in address. */
async function saveContact(
  ctx: Ctx,
  tx: Tx,
  contactId: number | null,
  contact: Contact,
): Promise<Activity[]> {
  const { vendor_id, email } = ctx.who
  const before = contactId && (await readContact(tx, contactId))
  const after = {
    first_name: contact.first_name ?? (before ? before.first_name : ''),
    last_name: contact.last_name ?? (before ? before.last_name : ''),
    primary_phone: contact.phone,
    daily_update_email: contact.daily_update_notifications === 1,
  }
  const changes = differences(before || {}, after)
  if (!changes) return []
  if (contactId) await tx.updateTable('contact').set(after).where('contact_id', '=', contactId).execute()
  else
    await sql`
      with made as (
        insert into contact (vendor_id, email, first_name, last_name, primary_phone, daily_update_email)
        values (${vendor_id}, ${email}, ${after.first_name}, ${after.last_name}, ${after.primary_phone},
          ${after.daily_update_email})
        returning contact_id)
      update vendor
      set primary_contact_id = (select contact_id from made)
      where vendor_id = ${vendor_id}`.execute(tx)
  return toActivity('vendor.contact', vendor_id, 'Contact changed by the customer', changes)
}
const readContact = (tx: Tx, id: number) =>
  tx
    .selectFrom('contact')
    .select(['first_name', 'last_name', 'primary_phone', 'daily_update_email'])
    .where('contact_id', '=', id)
    .executeTakeFirstOrThrow()

async function saveEmails(tx: Tx, vendor_id: number, emails: Emails): Promise<Activity[]> {
  const before = await tx
    .selectFrom('notification_email')
    .select(['email', 'billing', 'updates'])
    .where('vendor_id', '=', vendor_id)
    .execute()
  const changes = differences(byAddress(before), {
    ...Object.fromEntries(before.map(({ email }) => [email, null])),
    ...byAddress(emails),
  })
  if (!changes) return []
  await tx.deleteFrom('notification_email').where('vendor_id', '=', vendor_id).execute()
  if (emails.length > 0)
    await tx
      .insertInto('notification_email')
      .values(emails.map(({ email, billing, updates }) => ({ vendor_id, email, billing, updates })))
      .execute()
  const addressesBefore = new Set(
    before.filter((entry) => entry.updates).map((entry) => entry.email.toLowerCase()),
  )
  const addresses = emails.filter((entry) => entry.updates).map((entry) => entry.email.toLowerCase())
  const addedAddresses = addresses.filter((address) => !addressesBefore.has(address))
  await subscribeAgain(tx, { vendor_id, addresses: addedAddresses, kind: 'notifications' })
  return toActivity(
    'account.emails',
    vendor_id,
    `Notification emails changed: ${Object.keys(changes).join(', ')}`,
    changes,
  )
}
const byAddress = (emails: readonly { email: string; billing: boolean; updates: boolean }[]) =>
  Object.fromEntries(emails.map(({ email, billing, updates }) => [email, { billing, updates }]))
