import type { Parsed } from '#contract/index.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'

/** Accepts a difference from the gateway; it stays hidden unless it changes. */
export const acceptDifference = (ctx: Ctx, { params, body }: Parsed<'acceptDifference'>) =>
  write(ctx, async (tx, logActivity) => {
    const row = await tx
      .selectFrom('gateway_difference')
      .selectAll()
      .where('gateway_difference_id', '=', params.id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notFound('difference')
    if (row.gone_tm !== null) throw conflict('This difference is already resolved')
    if (row.accepted_tm !== null) throw conflict(`Already accepted by ${row.accepted_by_name}`)
    await tx
      .updateTable('gateway_difference')
      .set({
        accepted_by: ctx.who.login_id,
        accepted_by_name: ctx.who.name,
        accepted_tm: new Date(ctx.clock.now()).toISOString(),
        accepted_reason: body.reason,
      })
      .where('gateway_difference_id', '=', params.id)
      .execute()
    await logActivity({
      type: 'payment.difference',
      vendor_id: row.vendor_id,
      entity: 'gateway_difference',
      entity_id: params.id,
      message: `Difference accepted: ${row.ref}, here ${row.ours}, at the gateway ${row.theirs}`.slice(
        0,
        500,
      ),
      reason: body.reason,
    })
  })
