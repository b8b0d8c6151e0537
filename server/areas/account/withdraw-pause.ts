import type { Parsed } from '#contract/index.ts'
import { lockUndeletedVendor } from '#server/areas/vendor-record/public.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { pauseWithdrawnLetter } from './letters.ts'
import { ownSubscriber, pauseRequestedTm, readOwnSubscriptions } from './own-subscriptions.ts'
import { sql } from '#server/platform/database/db.ts'

/** Takes back a pause request; staff's notification ends by itself (docs/domain/subscriptions.md, Pause requests). */
export async function withdrawPause(ctx: Ctx, { body }: Parsed<'withdrawPause'>) {
  const vendorId = ownSubscriber(ctx)
  const { dropshipper_id } = body
  await write(ctx, async (tx, logActivity) => {
    const { company } = await lockUndeletedVendor(tx, vendorId)
    const { rows } = await sql<{ name: string; pause_asked_tm: string | null }>`
      select d.supplier_name as name, ${pauseRequestedTm(ctx.clock.now())} as pause_asked_tm
      from subscription s
      join dropshipper d using (dropshipper_id)
      where s.vendor_id = ${vendorId} and s.dropshipper_id = ${dropshipper_id}`.execute(tx)
    const [row] = rows
    if (!row) throw notFound('subscription')
    if (row.pause_asked_tm === null)
      throw conflict('No pause request to withdraw: it was confirmed or expired')
    await tx
      .updateTable('subscription')
      .set({ pause_asked_tm: null })
      .where('vendor_id', '=', vendorId)
      .where('dropshipper_id', '=', dropshipper_id)
      .execute()
    const link = `/vendors/view/${vendorId}/subscriptions`
    await ctx.mail.write(tx, {
      recipient: ctx.config.supportEmail,
      ...pauseWithdrawnLetter({ company, by: ctx.who.email, name: row.name, link }),
    })
    await logActivity({
      type: 'subscription.withdraw_pause',
      vendor_id: vendorId,
      dropshipper_id,
      entity: 'vendor',
      entity_id: vendorId,
      message: `Pause request withdrawn by the customer: ${row.name}`,
    })
  })
  return readOwnSubscriptions(ctx, vendorId)
}
