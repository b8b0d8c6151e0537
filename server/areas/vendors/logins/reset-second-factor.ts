import type { Parsed } from '#contract/index.ts'
import { secondFactorEndedLetter } from '#server/areas/session/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'

/**
 * For somebody who lost the app and the recovery codes; they are notified by mail (docs/domain/session.md,
 * Two-step sign-in).
 */
export async function resetSecondFactor(
  ctx: Ctx,
  { params: { vendor_id }, body: { reason } }: Parsed<'resetSecondFactor'>,
): Promise<void> {
  await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vendor_id)
    const { rows } = await sql<{ login_id: number; email: string }>`
      delete from second_factor f
      using login l
      where l.vendor_id = ${vendor_id} and f.login_id = l.login_id and f.confirmed_tm is not null
      returning l.login_id, l.email`.execute(tx)
    if (rows.length === 0) throw conflict('Two-step sign-in is already off for this vendor')
    await ctx.mail.write(tx, ...rows.map(({ email }) => ({ recipient: email, ...secondFactorEndedLetter() })))
    await logActivity(
      rows.map(({ login_id, email }) => ({
        type: 'session.second_factor' as const,
        vendor_id,
        entity: 'login',
        entity_id: login_id,
        message: `Two-step sign-in turned off for ${email}`,
        reason,
      })),
    )
  })
}
