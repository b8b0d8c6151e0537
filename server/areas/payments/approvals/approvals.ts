import type { Parsed } from '#contract/index.ts'
import { lockAnyVendor, lockVendor } from '#server/areas/vendor-record/public.ts'
import type { Db, Tx } from '#server/platform/database/db.ts'
import { conflict, forbidden, notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx, type Who } from '#server/platform/services.ts'
import { beginCharge, effectsOfCharge } from '../charges/charge-manually.ts'
import { beginClosing, effectsOfClosing } from '../papers/close-invoice.ts'
import { finishMoney } from '../intents/outcome.ts'
import { beginRefund, effectsOfRefund } from '../charges/refund-charge.ts'
import { requireRequester } from './requester.ts'
import { textOf, type MoneyRequest } from './second-person.ts'

/** Previews `approveMoney` with the code that performs it; refused whenever that would be. */
export async function weighApproval(ctx: Ctx, { params: { id } }: Parsed<'weighApproval'>) {
  const approval = await waitingOf(ctx.db, id)
  refuseOwn(ctx, approval)
  await requireRequester(ctx.db, approval)
  // the person who looks is the second person
  return { ...(await effectsOf(ctx, approval)), second_person: null }
}

function effectsOf(ctx: Ctx, { vendor_id, act, request }: MoneyRequest) {
  if (act === 'refund') return effectsOfRefund(ctx, vendor_id, request)
  if (act === 'close_invoice') return effectsOfClosing(ctx, vendor_id, request)
  return effectsOfCharge(ctx, vendor_id, request)
}
function begin(
  ctx: Ctx,
  tx: Tx,
  { vendor_id, act, request }: MoneyRequest,
  requester: Pick<Who, 'login_id' | 'name'>,
) {
  if (act === 'refund') return beginRefund(ctx, tx, { vendor_id, request, requester })
  if (act === 'close_invoice') return beginClosing(ctx, tx, { vendor_id, request, requester })
  return beginCharge(ctx, tx, { vendor_id, request, requester })
}

/** Another person approves: it is carried out now, on today's facts. */
export async function approveMoney(ctx: Ctx, { params }: Parsed<'approveMoney'>) {
  const { vendor_id, intents } = await write(ctx, async (tx, logActivity) => {
    const approval = await lockWaiting(tx, params.id, (_, id) => lockVendor(ctx, tx, id))
    refuseOwn(ctx, approval)
    await requireRequester(tx, approval)
    await decide(ctx, tx, params.id, 'approved')
    await logActivity({
      type: 'payment.approve',
      vendor_id: approval.vendor_id,
      entity: 'money_approval',
      entity_id: params.id,
      message: `Approved: ${textOf(approval)}, requested by ${approval.asked_by_name}`,
    })
    const intents = await begin(ctx, tx, approval, {
      login_id: approval.asked_by,
      name: approval.asked_by_name,
    })
    await tx
      .updateTable('money_approval')
      .set({ money_intent_id: intents[0] ?? null })
      .where('money_approval_id', '=', params.id)
      .execute()
    return { vendor_id: approval.vendor_id, intents }
  })
  return finishMoney(ctx, vendor_id, intents)
}

/** Another person refuses, or the requester withdraws. */
export const refuseMoney = (ctx: Ctx, { params, body }: Parsed<'refuseMoney'>) =>
  write(ctx, async (tx, logActivity) => {
    const approval = await lockWaiting(tx, params.id, lockAnyVendor)
    const isOwn = approval.asked_by === ctx.who.login_id
    await decide(ctx, tx, params.id, 'refused')
    await logActivity({
      type: 'payment.refuse',
      vendor_id: approval.vendor_id,
      entity: 'money_approval',
      entity_id: params.id,
      message: `${isOwn ? 'Withdrawn' : 'Rejected'}: ${textOf(approval)}`,
      reason: body.reason,
    })
  })

/** Reads a waiting request after locking its vendor, as every write of a vendor does. */
async function lockWaiting(tx: Tx, id: number, hold: typeof lockAnyVendor) {
  const row = await tx
    .selectFrom('money_approval')
    .select('vendor_id')
    .where('money_approval_id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('request')
  await hold(tx, row.vendor_id)
  return waitingOf(tx, id)
}

async function waitingOf(db: Db, id: number) {
  const row = await db
    .selectFrom('money_approval')
    .selectAll()
    .where('money_approval_id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('request')
  if (row.state !== 'waiting')
    throw conflict(`Already ${row.state === 'refused' ? 'rejected' : row.state} by ${row.decided_by_name}`)
  return row as unknown as MoneyRequest & { asked_by: number; asked_by_name: string }
}

function refuseOwn({ who: person }: Ctx, { asked_by }: { asked_by: number }): void {
  if (asked_by === person.login_id) throw forbidden('Another person must approve your request')
}

const decide = ({ who: person, clock }: Ctx, tx: Tx, id: number, state: 'approved' | 'refused') =>
  tx
    .updateTable('money_approval')
    .set({
      state,
      decided_by: person.login_id,
      decided_by_name: person.name,
      decided_tm: new Date(clock.now()).toISOString(),
    })
    .where('money_approval_id', '=', id)
    .execute()
