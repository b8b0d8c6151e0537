import type { Account } from '#contract/session/account.ts'
import type { Parsed } from '#contract/index.ts'
import { readAccount } from '#server/areas/session/public.ts'
import { write, type Ctx } from '#server/platform/services.ts'

/** Chooses the zone in which the signed-in person sees times (docs/domain/account.md, Time zone). */
export async function saveTimeZone(
  ctx: Ctx,
  { body: { time_zone } }: Parsed<'saveTimeZone'>,
): Promise<Account> {
  const { login_id, vendor_id, email } = ctx.who
  await write(ctx, async (tx, logActivity) => {
    const changed = await tx
      .updateTable('login')
      .set({ time_zone })
      .where('login_id', '=', login_id)
      .where('time_zone', 'is distinct from', time_zone)
      .returning('login_id')
      .executeTakeFirst()
    if (!changed) return
    await logActivity({
      type: 'account.time_zone',
      vendor_id,
      message: `${email} sees times in ${time_zone ?? 'the browser’s time zone'}`,
    })
  })
  return readAccount(ctx.db, login_id)
}
