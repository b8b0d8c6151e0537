import type { Activity, Ctx } from '#server/platform/services.ts'
import type { Content } from '#server/platform/mail/letter.ts'
import { raise } from '#server/platform/notices.ts'
import { write } from '#server/platform/services.ts'

/** Passes a customer's message to support: a notification with a link, an email, and a log entry. */
export const notifySupport = (
  ctx: Ctx,
  request: { message: string; letter: Content; type: Activity['type'] },
): Promise<void> =>
  write(ctx, async (tx, logActivity) => {
    const { vendor_id } = ctx.who
    const { message, letter, type } = request
    await raise(tx, { kind: 'feedback', message: short(message), link: vendorLink(vendor_id), vendor_id })
    await ctx.mail.write(tx, { recipient: ctx.config.supportEmail, ...letter })
    await logActivity({ type, vendor_id, entity: 'vendor', entity_id: vendor_id, message })
  })

export const vendorLink = (vendorId: number) => `/vendors/view/${vendorId}`
const mostShown = 300
const short = (text: string) =>
  text.length > mostShown ? `${text.slice(0, mostShown - 1).toWellFormed()}…` : text
