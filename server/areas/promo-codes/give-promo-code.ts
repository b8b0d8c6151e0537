import type { RequestOf } from '#contract/approvals/approvals.ts'
import { discountText } from '#contract/billing/promos.ts'
import type { Parsed } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import type { VendorPromo } from '#contract/promo-codes/vendor-promos.ts'
import { carryOut } from '#server/areas/approvals/public.ts'
import { promosOf, vendorAct } from '#server/areas/billing/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { differences, type Activity, type Ctx } from '#server/platform/services.ts'
import { requireGivable } from './givable.ts'

export const applyCodeAct = vendorAct<RequestOf<'apply_code'>>({
  act: 'apply_code',
  async perform({ ctx, tx, logActivity, vendor_id }, { body }) {
    const request = { vendor_id, promo_code: body.promo_code }
    const promo = await requireGivable(tx, ctx.clock, request, messages.promoCodeNotAdded)
    const changes = await give(tx, ctx.who.name, vendor_id, promo)
    const text = `${promo.promo_code}, ${discountText(promo)}`
    await logActivity({
      type: 'promo_code.give',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Promo code ${promo.promo_code} applied, ${discountText(promo)}`,
      changes,
      reason: body.reason || null,
    })
    return text
  },
})

/** Gives a vendor a code from its next bill on; a code it had before resumes where it stopped. */
export async function givePromoCode(ctx: Ctx, { params: { vendor_id }, body }: Parsed<'givePromoCode'>) {
  const waiting = await carryOut(ctx, applyCodeAct, { vendor_id, body })
  return promosAnswer(ctx, vendor_id, waiting)
}

/** A vendor's codes after such an act. */
export const promosAnswer = async ({ db }: Ctx, vendor_id: number, waiting: boolean) => ({
  promos: (await promosOf(db, [vendor_id])).get(vendor_id) ?? [],
  waiting,
})

/** Returns what else changed for the vendor. */
export async function give(
  tx: Tx,
  giver: string,
  vendor_id: number,
  { promo_code_id, enable_optimized_sync }: VendorPromo,
): Promise<Activity['changes']> {
  await sql`
    insert into promo_code_usage (vendor_id, promo_code_id, given_by)
    values (${vendor_id}, ${promo_code_id}, ${giver})
    on conflict (vendor_id, promo_code_id) do update
      set given_tm = now(), given_by = excluded.given_by, removed_tm = null, removed_by = null`.execute(tx)
  if (!enable_optimized_sync) return undefined
  const { numUpdatedRows } = await tx
    .updateTable('vendor')
    .set({ optimized_sync_oa: true })
    .where('vendor_id', '=', vendor_id)
    .where('optimized_sync_oa', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
    ? differences({ optimized_sync_oa: false }, { optimized_sync_oa: true })
    : undefined
}
