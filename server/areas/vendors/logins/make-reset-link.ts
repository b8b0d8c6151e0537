import type { Parsed } from '#contract/index.ts'
import { makeResetLink as linkFor, tooMany } from '#server/areas/session/public.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { withinLimit, write, type Ctx } from '#server/platform/services.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'

/** Links that a staff member may create per hour. */
export const mostLinks = 20

/** A reset link to hand to a vendor: shown once, logged without the link, and never sent anywhere. */
export async function makeResetLink(ctx: Ctx, { params: { vendor_id } }: Parsed<'makeResetLink'>) {
  if (!(await withinLimit(ctx.db, `reset link by ${ctx.who.login_id}`, mostLinks, 3600))) throw tooMany()
  ctx.reply.header('cache-control', 'no-store')
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
    // a new link replaces one that was handed out before
    await tx.deleteFrom('password_reset').where('login_id', '=', login.login_id).execute()
    const resetLink = await linkFor(tx, ctx.config.publicUrl, login.login_id)
    await logActivity({
      type: 'vendor.reset_link',
      vendor_id,
      entity: 'login',
      entity_id: login.login_id,
      message: `Password reset link created for ${login.email}`,
    })
    return { ...resetLink, email: login.email }
  })
}
