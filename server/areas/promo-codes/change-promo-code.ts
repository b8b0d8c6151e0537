import { discountText } from '#contract/billing/promos.ts'
import type { Parsed } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { requireGivable } from './givable.ts'
import { give } from './give-promo-code.ts'
import { promosOf } from './promos-of.ts'
import { lockUsage, removeUsage } from './remove-promo-code.ts'

/** Replaces a vendor's code with another; what the first one gave stays. */
export async function changePromoCode(ctx: Ctx, { body }: Parsed<'changePromoCode'>) {
  const { promo_code_usage_id, promo_code, reason } = body
  const vendorId = await write(ctx, async (tx, logActivity) => {
    const usage = await lockUsage(ctx, tx, promo_code_usage_id, messages.nothingToUpdate)
    const { vendor_id } = usage
    if (usage.removed || usage.promo_code.toLowerCase() === promo_code.toLowerCase())
      throw conflict(messages.nothingToUpdate)
    const request = { vendor_id, promo_code, replaces: promo_code_usage_id }
    const promo = await requireGivable(tx, ctx.clock, request, messages.promoCodeNotUpdated)
    await removeUsage(tx, ctx.who.name, promo_code_usage_id)
    const changes = await give(tx, ctx.who.name, vendor_id, promo)
    await logActivity({
      type: 'promo_code.change',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Promo code ${usage.promo_code} replaced with ${promo.promo_code}, ${discountText(promo)}`,
      changes,
      reason: reason || null,
    })
    return vendor_id
  })
  return (await promosOf(ctx.db, [vendorId])).get(vendorId) ?? []
}
