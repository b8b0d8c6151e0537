import { editedAccount, getAccount, unreachableOf, unsubscribedOf } from '#server/areas/session/public.ts'
import { updateAddresses } from '#server/areas/vendor-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf } from '#server/platform/database/versions.ts'

/** The customer's account as its form edits it, read after its version. */
export async function getAccountDetails(ctx: Ctx) {
  const version = await versionOf(ctx.db, editedAccount(ctx.who.vendor_id))
  const [account, updates_ended, mails_unreachable, email_change] = await Promise.all([
    getAccount(ctx),
    listUnsubscribed(ctx),
    listUnreachable(ctx),
    readEmailChange(ctx),
  ])
  return { ...account, version, updates_ended, mails_unreachable, email_change }
}

/** The new sign-in address that waits for its confirmation. */
async function readEmailChange({ db, who: { login_id } }: Ctx) {
  const change = await db
    .selectFrom('email_change')
    .select(['email', 'expires_tm'])
    .where('login_id', '=', login_id)
    .where(sql<boolean>`expires_tm > now()`)
    .executeTakeFirst()
  return change ?? null
}

/** The addresses that updates and the daily update don't reach. */
async function listUnreachable({ db, who: { vendor_id } }: Ctx): Promise<string[]> {
  const [addresses, daily] = await Promise.all([
    updateAddresses(db, vendor_id),
    db
      .selectFrom('vendor')
      .innerJoin('contact', 'contact_id', 'primary_contact_id')
      .select('email')
      .where('vendor.vendor_id', '=', vendor_id)
      .where('daily_update_email', '=', true)
      .execute(),
  ])
  return unreachableOf(db, [...new Set([...addresses, ...daily.map(({ email }) => email)])])
}

/** The addresses that unsubscribed from the account's updates. */
export async function listUnsubscribed({
  db,
  who: { vendor_id },
}: Pick<Ctx, 'db' | 'who'>): Promise<string[]> {
  const addresses = await updateAddresses(db, vendor_id)
  return unsubscribedOf(db, { vendor_id, addresses, kind: 'notifications' })
}
