import type { Parsed } from '#contract/index.ts'
import { loginTaken } from '#contract/vendors/logins.ts'
import {
  hashPassword,
  holdAddress,
  makeVerificationLink,
  tooMany,
  verificationLetter,
} from '#server/areas/session/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { randomToken } from '#server/platform/secrets.ts'
import { withinLimit, write, type Ctx } from '#server/platform/services.ts'
import { mostInvitations } from './invite-user.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'

/** Creates a login for a contact, who gets a mail to confirm the address (docs/domain/public-links.md, Public links). */
export async function giveLogin(ctx: Ctx, { params: { vendor_id }, body }: Parsed<'giveLogin'>) {
  if (!(await withinLimit(ctx.db, `invitations by ${ctx.who.login_id}`, mostInvitations, 3600)))
    throw tooMany()
  // nobody knows this password: the link sets the one that counts
  const passwordHash = await hashPassword(randomToken())
  return write(ctx, async (tx, logActivity) => {
    const { company } = await lockVendor(ctx, tx, vendor_id)
    const email = await emailOf(tx, vendor_id, body.contact_id)
    const loginId = await unconfirmedLogin(tx, { vendor_id, email, passwordHash })
    const { link, expires_tm } = await makeVerificationLink(tx, loginId)
    await ctx.mail.write(tx, { recipient: email, ...verificationLetter(company, link) })
    await logActivity({
      type: 'vendor.login',
      vendor_id,
      entity: 'login',
      entity_id: loginId,
      message: `Login link sent to ${email}`,
    })
    return { email, expires_tm }
  })
}

/** The address of one of a vendor's contacts. */
export async function emailOf(tx: Tx, vendorId: number, contactId: number): Promise<string> {
  const contact = await tx
    .selectFrom('contact')
    .select('email')
    .where('vendor_id', '=', vendorId)
    .where('contact_id', '=', contactId)
    .executeTakeFirst()
  if (!contact) throw notFound('contact')
  return contact.email
}

/** The login that awaits confirmation, or a new one. */
async function unconfirmedLogin(
  tx: Tx,
  { vendor_id, email, passwordHash }: { vendor_id: number; email: string; passwordHash: string },
): Promise<number> {
  await holdAddress(tx, email)
  const existingLogin = await tx
    .selectFrom('login')
    .select(['login_id', 'vendor_id', 'needs_verification'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
  if (existingLogin && (existingLogin.vendor_id !== vendor_id || !existingLogin.needs_verification))
    throw conflict(loginTaken)
  if (existingLogin) return existingLogin.login_id
  const { login_id } = await tx
    .insertInto('login')
    .values({ vendor_id, email, password_hash: passwordHash, role: 'customer', needs_verification: true })
    .returning('login_id')
    .executeTakeFirstOrThrow()
  return login_id
}
