import { sameEmail } from '#contract/account/email-change.ts'
import type { Parsed } from '#contract/index.ts'
import { requireSession, tooMany } from '#server/areas/session/public.ts'
import { lockUndeletedVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid, notFound } from '#server/platform/http/errors.ts'
import { randomToken, sha256 } from '#server/platform/secrets.ts'
import { withinLimit, write, type Ctx } from '#server/platform/services.ts'
import { emailChangeLetter, emailChangeNoticeLetter, emailTakenLetter } from '../letters.ts'
import { ownVendor } from '../own-vendor.ts'

export const linkHours = 24
/** Requests by one person, and emails to one address by whoever. */
export const requestsAnHour = 5

/**
 * Emails a link to the new address; the current one is told. An address that signs in to another account gets an
 * email without a link, so that nobody learns by this which addresses have accounts (docs/domain/account.md, Sign-in
 * email).
 */
export async function requestEmailChange(ctx: Ctx, { body }: Parsed<'requestEmailChange'>): Promise<void> {
  const vendorId = ownVendor(ctx, 'a sign-in email to change here')
  const { login_id, email: currentEmail } = ctx.who
  const { email } = body
  if (email.toLowerCase() === currentEmail.toLowerCase()) throw invalid({ email: sameEmail }, sameEmail)
  const isWithin =
    (await withinLimit(ctx.db, `email changes of ${login_id}`, requestsAnHour, 3600)) &&
    (await withinLimit(ctx.db, `email changes to ${email.toLowerCase()}`, requestsAnHour, 3600))
  if (!isWithin) throw tooMany()
  await write(ctx, async (tx, logActivity) => {
    await lockUndeletedVendor(tx, vendorId)
    await requireSession(ctx, tx)
    const token = randomToken()
    await sql`
      insert into email_change (login_id, email, token_hash, expires_tm)
      values (${login_id}, ${email}, ${sha256(token)}, now() + make_interval(hours => ${linkHours}::int))
      on conflict (login_id) do update
      set email = excluded.email, token_hash = excluded.token_hash, insert_tm = now(),
        expires_tm = excluded.expires_tm`.execute(tx)
    const letter = (await isTaken(tx, login_id, email))
      ? emailTakenLetter()
      : emailChangeLetter(currentEmail, `${ctx.config.publicUrl}/confirm-email/${token}`)
    await ctx.mail.write(tx, { recipient: email, ...letter })
    await ctx.mail.write(tx, { recipient: currentEmail, ...emailChangeNoticeLetter(email) })
    await logActivity({
      type: 'session.email_asked',
      vendor_id: vendorId,
      message: `${currentEmail} requested to sign in as ${email}`,
    })
  })
}

/** Whether another login has this address. */
export async function isTaken(tx: Tx, loginId: number, email: string): Promise<boolean> {
  const other = await tx
    .selectFrom('login')
    .select('login_id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('login_id', '<>', loginId)
    .executeTakeFirst()
  return other !== undefined
}

export async function withdrawEmailChange(ctx: Ctx): Promise<void> {
  const vendorId = ownVendor(ctx, 'a sign-in email to change here')
  await write(ctx, async (tx, logActivity) => {
    await lockUndeletedVendor(tx, vendorId)
    const ended = await tx
      .deleteFrom('email_change')
      .where('login_id', '=', ctx.who.login_id)
      .returning('email')
      .executeTakeFirst()
    if (!ended) throw notFound('email change')
    await logActivity({
      type: 'session.email_withdrawn',
      vendor_id: vendorId,
      message: `${ctx.who.email} no longer wants to sign in as ${ended.email}`,
    })
  })
}
