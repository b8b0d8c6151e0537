import type { Parsed } from '#contract/index.ts'
import { holdAddress, tooMany } from '#server/areas/session/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { networkOf } from '#server/platform/network.ts'
import { sha256 } from '#server/platform/secrets.ts'
import { record, withinLimit, type Ctx } from '#server/platform/services.ts'
import { emailChangedLetter } from '../letters.ts'
import { isTaken } from './request-email-change.ts'

export async function checkEmailChange({ db }: Ctx, { params }: Parsed<'checkEmailChange'>) {
  const { rows } = await sql<{ email: string; expired: boolean }>`
    select e.email, e.expires_tm <= now() as expired
    from email_change e
    join login l using (login_id)
    join vendor v using (vendor_id)
    where e.token_hash = ${sha256(params.token)} and l.disabled_tm is null and v.deleted_tm is null`.execute(
    db,
  )
  const [change] = rows
  const valid = change !== undefined && !change.expired
  return { valid, expired: change?.expired ?? false, email: valid ? change.email : '' }
}

/** Changes the address that a login signs in with. Reset links, which were sent to the old one, stop working. */
export async function confirmEmailChange(ctx: Ctx, { params }: Parsed<'confirmEmailChange'>) {
  if (!(await withinLimit(ctx.db, `email change:${networkOf(ctx.req.ip)}`, 20, 3600))) throw tooMany()
  const success = await ctx.db.transaction().execute(async (tx) => {
    const change = await useUp(tx, sha256(params.token))
    if (!change) return false
    const { login_id, vendor_id, email, old_email } = change
    await holdAddress(tx, email)
    if (await isTaken(tx, login_id, email)) return false
    await tx.updateTable('login').set({ email }).where('login_id', '=', login_id).execute()
    await tx.deleteFrom('password_reset').where('login_id', '=', login_id).execute()
    await ctx.mail.write(tx, { recipient: old_email, ...emailChangedLetter(email, ctx.config.supportEmail) })
    const actor = { who: { login_id, name: email }, requestId: ctx.requestId }
    const contacts = await moveContacts(tx, change)
    await moveRequests(tx, change)
    await record(tx, actor, {
      type: 'session.email',
      vendor_id,
      message: `${old_email} now signs in as ${email}`,
    })
    if (contacts > 0)
      await record(tx, actor, {
        type: 'vendor.contact',
        vendor_id,
        entity: 'vendor',
        entity_id: vendor_id,
        message: 'Contact changed with the sign-in email',
        changes: { email: { from: old_email, to: email } },
      })
    return true
  })
  return { success }
}

interface Change {
  login_id: number
  vendor_id: number
  email: string
  old_email: string
}

/** The change with this valid link, which is used up; if two use it at once, the link's row lets one through. */
async function useUp(tx: Tx, tokenHash: Buffer): Promise<Change | undefined> {
  const { rows } = await sql<Change>`
    delete from email_change e
    using login l
    join vendor v using (vendor_id)
    where e.token_hash = ${tokenHash}
      and e.expires_tm > now()
      and l.login_id = e.login_id
      and l.disabled_tm is null
      and v.deleted_tm is null
    returning l.login_id, l.vendor_id, e.email, l.email as old_email`.execute(tx)
  return rows[0]
}

/** Answers to open requests go to the address that the person reads now. */
const moveRequests = (tx: Tx, { vendor_id, email, old_email }: Change) =>
  tx
    .updateTable('customer_request')
    .set({ requested_by: email })
    .where('vendor_id', '=', vendor_id)
    .where('answered_tm', 'is', null)
    .where(sql`lower(requested_by)`, '=', sql`lower(${old_email})`)
    .execute()

/** The person's contact keeps the address they sign in with, unless another contact has it: none can have it twice. */
async function moveContacts(tx: Tx, { vendor_id, email, old_email }: Change): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('contact')
    .set({ email })
    .where('vendor_id', '=', vendor_id)
    .where(sql`lower(email)`, '=', sql`lower(${old_email})`)
    .where(
      sql<boolean>`not exists (
        select from contact other where other.vendor_id = ${vendor_id} and lower(other.email) = lower(${email}))`,
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
