import type { Parsed } from '#contract/index.ts'
import { makeResetLink, staffResetLetter, tooMany } from '#server/areas/session/public.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { withinLimit, write, type Ctx } from '#server/platform/services.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'

/** Links that a staff member may send per hour. */
export const mostLinks = 20

/** Emails a reset link to the login's own address, and to nobody else: staff never see it. */
export async function sendResetLink(ctx: Ctx, { params: { vendor_id } }: Parsed<'sendResetLink'>) {
  if (!(await withinLimit(ctx.db, `reset link by ${ctx.who.login_id}`, mostLinks, 3600))) throw tooMany()
  return write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vendor_id)
    const login = await tx
      .selectFrom('login')
      .select(['login_id', 'email'])
      .where('vendor_id', '=', vendor_id)
      .where('role', '=', 'customer')
      .orderBy('login_id')
      .limit(1)
      .executeTakeFirst()
    if (!login) throw notFound('login')
    // a new link replaces those sent before
    await tx.deleteFrom('password_reset').where('login_id', '=', login.login_id).execute()
    const { link, expires_tm } = await makeResetLink(tx, ctx.config.publicUrl, login.login_id)
    await ctx.mail.write(tx, { recipient: login.email, ...staffResetLetter(ctx.who.name, link) })
    await logActivity({
      type: 'vendor.reset_link',
      vendor_id,
      entity: 'login',
      entity_id: login.login_id,
      message: `Password reset link emailed to ${login.email}`,
    })
    return { email: login.email, expires_tm }
  })
}
