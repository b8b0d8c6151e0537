import type { Parsed } from '#contract/index.ts'
import { lockUndeletedVendor } from '#server/areas/vendor-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { invalid, Refusal } from '#server/platform/http/errors.ts'
import { withinLimit, write, type Ctx } from '#server/platform/services.ts'
import { pauseAskedLetter } from './letters.ts'
import { ownSubscriber, pauseRequestedTm, planOwnChanges, readOwnSubscriptions } from './own-subscriptions.ts'
import { raise } from '#server/platform/notices.ts'

const asksAnHour = 20
const mostNamed = 20

/** Requests a pause from support; nothing changes yet (docs/domain/subscriptions.md, For customers). */
export async function askPause(ctx: Ctx, { body }: Parsed<'askPause'>) {
  const vendorId = ownSubscriber(ctx)
  if (!(await withinLimit(ctx.db, `pauses of ${vendorId}`, asksAnHour, 3600)))
    throw new Refusal('too_many', 'You’ve sent too many pause requests. Try again in an hour, or contact us')
  await write(ctx, async (tx, logActivity) => {
    const { company } = await lockUndeletedVendor(tx, vendorId)
    const { changes } = await planOwnChanges(ctx, tx, vendorId, { act: 'pause', ids: body.dropshipper_ids })
    const now = new Date(ctx.clock.now()).toISOString()
    const ids = changes.map(({ before }) => before.dropshipper_id)
    const { rows: pausedRows } = await sql<{ dropshipper_id: number; dropshipper_name: string }>`
      update subscription s
      set pause_asked_tm = ${now}
      from dropshipper d
      where s.vendor_id = ${vendorId}
        and s.dropshipper_id = any(${ids}::int[])
        and d.dropshipper_id = s.dropshipper_id
        and ${pauseRequestedTm(ctx.clock.now())} is null
      returning s.dropshipper_id, d.supplier_name as dropshipper_name`.execute(tx)
    if (pausedRows.length === 0) throw invalid({ dropshipper_ids: alreadyRequested }, alreadyRequested)
    const [firstRow, ...otherRows] = pausedRows
    const names = pausedRows.map((s) => s.dropshipper_name).toSorted((a, b) => a.localeCompare(b))
    const moreCount = names.length - mostNamed
    const nameText = [...names.slice(0, mostNamed), ...(moreCount > 0 ? [`${moreCount} more`] : [])].join(
      ', ',
    )
    const link = `/vendors/view/${vendorId}/subscriptions`
    await raise(tx, {
      kind: 'pause',
      subject: vendorId,
      message: `${company} requested a pause: ${nameText}`,
      link,
      vendor_id: vendorId,
    })
    await ctx.mail.write(tx, {
      recipient: ctx.config.supportEmail,
      ...pauseAskedLetter({ company, by: ctx.who.email, names: nameText, comment: body.comment, link }),
    })
    await logActivity({
      type: 'subscription.ask_pause',
      vendor_id: vendorId,
      dropshipper_id: otherRows.length === 0 ? (firstRow?.dropshipper_id ?? null) : null,
      entity: 'vendor',
      entity_id: vendorId,
      message: `Pause requested by the customer: ${nameText}`,
      ...(body.comment && { reason: body.comment }),
    })
  })
  return readOwnSubscriptions(ctx, vendorId)
}

const alreadyRequested = 'These subscriptions are already paused, or a pause was already requested'
