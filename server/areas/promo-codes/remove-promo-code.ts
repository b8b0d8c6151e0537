import type { RequestOf } from '#contract/approvals/approvals.ts'
import type { Parsed } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { carryOut } from '#server/areas/approvals/public.ts'
import { vendorAct } from '#server/areas/billing/public.ts'
import { lockVendorOf } from '#server/areas/vendor-record/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { conflict, Refusal } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { promosAnswer } from './give-promo-code.ts'

export const removeCodeAct = vendorAct<RequestOf<'remove_code'>>({
  act: 'remove_code',
  lock: async (ctx, tx, { promo_code_usage_id: id }) =>
    (await lockUsage(ctx, tx, id, messages.nothingToDelete)).vendor_id,
  async perform({ ctx, tx, logActivity, vendor_id }, { promo_code_usage_id: id, body: { reason } }) {
    const { promo_code, removed: isRemoved } = await readUsage(tx, id, messages.nothingToDelete)
    if (isRemoved) throw conflict(messages.nothingToDelete)
    await removeUsage(tx, ctx.who.name, id)
    await logActivity({
      type: 'promo_code.remove',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Promo code ${promo_code} removed`,
      reason: reason || null,
    })
    return promo_code
  },
})

/** Removes a code from a vendor's next bills; what it gave stays. */
export async function removePromoCode(
  ctx: Ctx,
  { params: { promo_code_usage_id }, query: body }: Parsed<'removePromoCode'>,
) {
  const waiting = await carryOut(ctx, removeCodeAct, { promo_code_usage_id, body })
  const { vendor_id } = await readUsage(ctx.db, promo_code_usage_id, messages.nothingToDelete)
  return promosAnswer(ctx, vendor_id, waiting)
}

interface Usage {
  vendor_id: number
  promo_code: string
  removed: boolean
}
/**
 * Reads a code that a vendor has or had; locks the vendor until the write ends.
 * @param unknown what is said if there is no such code
 */
export async function lockUsage(ctx: Ctx, tx: Tx, id: number, unknown: string): Promise<Usage> {
  await lockVendorOf(ctx, tx, 'promo_code_usage', id)
  return readUsage(tx, id, unknown)
}
export async function readUsage(db: Db, id: number, unknown: string): Promise<Usage> {
  const { rows } = await sql<Usage>`
    select u.vendor_id, c.promo_code, u.removed_tm is not null as removed
    from promo_code_usage u
    join promo_code c using (promo_code_id)
    where u.promo_code_usage_id = ${id}`.execute(db)
  if (!rows[0]) throw new Refusal('not_found', unknown)
  return rows[0]
}

export const removeUsage = (tx: Tx, remover: string, id: number) =>
  sql`
    update promo_code_usage
    set removed_tm = now(), removed_by = ${remover}
    where promo_code_usage_id = ${id}`.execute(tx)
