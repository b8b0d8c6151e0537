import type { RequestOf } from '#contract/approvals/approvals.ts'
import { discountText } from '#contract/billing/promos.ts'
import type { Parsed } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { carryOut } from '#server/areas/approvals/public.ts'
import { vendorAct } from '#server/areas/billing/public.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { requireGivable } from './givable.ts'
import { give, promosAnswer } from './give-promo-code.ts'
import { lockUsage, removeUsage, readUsage } from './remove-promo-code.ts'

export const replaceCodeAct = vendorAct<RequestOf<'replace_code'>>({
  act: 'replace_code',
  lock: async (ctx, tx, { body }) =>
    (await lockUsage(ctx, tx, body.promo_code_usage_id, messages.nothingToUpdate)).vendor_id,
  async perform({ ctx, tx, logActivity, vendor_id }, { body }) {
    const { promo_code_usage_id, promo_code, reason } = body
    const usage = await readUsage(tx, promo_code_usage_id, messages.nothingToUpdate)
    if (usage.removed || usage.promo_code.toLowerCase() === promo_code.toLowerCase())
      throw conflict(messages.nothingToUpdate)
    const request = { vendor_id, promo_code, replaces: promo_code_usage_id }
    const promo = await requireGivable(tx, ctx.clock, request, messages.promoCodeNotUpdated)
    await removeUsage(tx, ctx.who.name, promo_code_usage_id)
    const changes = await give(tx, ctx.who.name, vendor_id, promo)
    const text = `${usage.promo_code} replaced with ${promo.promo_code}, ${discountText(promo)}`
    await logActivity({
      type: 'promo_code.change',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Promo code ${text}`,
      changes,
      reason: reason || null,
    })
    return text
  },
})

/** Replaces a vendor's code with another; what the first one gave stays. */
export async function changePromoCode(ctx: Ctx, { body }: Parsed<'changePromoCode'>) {
  const waiting = await carryOut(ctx, replaceCodeAct, { body })
  const { vendor_id } = await readUsage(ctx.db, body.promo_code_usage_id, messages.nothingToUpdate)
  return promosAnswer(ctx, vendor_id, waiting)
}
