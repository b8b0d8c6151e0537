import { discountText } from '#contract/billing/promos.ts'
import type { Parsed } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import type { VendorPromo } from '#contract/promo-codes/vendor-promos.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { differences, write, type Activity, type Ctx } from '#server/platform/services.ts'
import { requireGivable } from './givable.ts'
import { promosOf } from './promos-of.ts'

/** Gives a vendor a code from its next bill on; a code it had before resumes where it stopped. */
export async function givePromoCode(ctx: Ctx, { params: { vendor_id }, body }: Parsed<'givePromoCode'>) {
  await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vendor_id)
    const request = { vendor_id, promo_code: body.promo_code }
    const promo = await requireGivable(tx, ctx.clock, request, messages.promoCodeNotAdded)
    const changes = await give(tx, ctx.who.name, vendor_id, promo)
    await logActivity({
      type: 'promo_code.give',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Promo code ${promo.promo_code} applied, ${discountText(promo)}`,
      changes,
      reason: body.reason || null,
    })
  })
  return (await promosOf(ctx.db, [vendor_id])).get(vendor_id) ?? []
}

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
