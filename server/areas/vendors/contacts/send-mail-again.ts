import type { Parsed } from '#contract/index.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { emailOf } from '../logins/give-login.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'

/** Forgets that an address bounced or complained; its unsubscriptions stay. */
export const sendMailAgain = (ctx: Ctx, { params: { vendor_id }, body }: Parsed<'sendMailAgain'>) =>
  write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vendor_id)
    const email = await emailOf(tx, vendor_id, body.contact_id)
    const { numDeletedRows } = await tx
      .deleteFrom('mail_trouble')
      .where('address', '=', email.toLowerCase())
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw conflict('Emails to this address are no longer blocked')
    await logActivity({
      type: 'vendor.mail_again',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Emails to ${email} resumed`,
      reason: body.reason,
    })
  })
