import type { Parsed } from '#contract/index.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'

/** Adds a partner that can have promo codes. */
export const addPromoCodePartner = (ctx: Ctx, { body }: Parsed<'addPromoCodePartner'>) =>
  write(ctx, async (tx, logActivity) => {
    const { partner_name } = body
    const partner = await tx
      .insertInto('promo_code_partner')
      .values({ partner_name })
      .onConflict((c) => c.doNothing())
      .returning(['promo_code_partner_id', 'partner_name'])
      .executeTakeFirst()
    if (!partner) throw conflict(`A partner named “${partner_name}” already exists`)
    await logActivity({
      type: 'promo_code.partner',
      entity: 'promo_code_partner',
      entity_id: partner.promo_code_partner_id,
      message: `Promo code partner added: ${partner_name}`,
    })
    return { ...partner, codes: 0 }
  })
