import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { knownLock } from './known-lock.ts'

/** Grants access to whoever gives a reason; a second time changes nothing. */
export const accessLockedVendor = (ctx: Ctx, { params: { id }, body }: Parsed<'accessLockedVendor'>) =>
  write(ctx, async (tx, logActivity) => {
    const { vendor_id, locked_by, holder, let_in } = await knownLock(ctx, tx, id)
    if (let_in || locked_by === ctx.who.login_id) return
    await sql`
      insert into vendor_lock_access (vendor_lock_id, login_id, insert_tm)
      values (${id}, ${ctx.who.login_id}, ${new Date(ctx.clock.now()).toISOString()})`.execute(tx)
    await logActivity({
      type: 'vendor.lock_access',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Opened while locked by ${holder}`,
      reason: body.reason,
    })
  })
