import type { Parsed } from '#contract/index.ts'
import { forbidden } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { knownLock } from './known-lock.ts'

/** Only its holder and admins may end a lock. */
export const endVendorLock = (ctx: Ctx, { params: { id } }: Parsed<'endVendorLock'>) =>
  write(ctx, async (tx, logActivity) => {
    const { vendor_id, locked_by, holder } = await knownLock(ctx, tx, id)
    const isMine = locked_by === ctx.who.login_id
    if (!isMine && ctx.who.role !== 'admin')
      throw forbidden(`Only ${holder} or an admin can unlock this vendor`)
    await tx.deleteFrom('vendor_lock').where('vendor_lock_id', '=', id).execute()
    await logActivity({
      type: 'vendor.lock_end',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: isMine ? 'Unlocked' : `Unlocked, was locked by ${holder}`,
    })
  })
