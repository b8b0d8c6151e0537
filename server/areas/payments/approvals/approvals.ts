import type { Parsed } from '#contract/index.ts'
import { lockAnyVendor, lockVendor } from '#server/areas/vendor-record/public.ts'
import type { Db, Tx } from '#server/platform/database/db.ts'
import { conflict, forbidden, notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx, type Who } from '#server/platform/services.ts'
import { beginCharge, effectsOfCharge } from '../charges/charge-manually.ts'
import { beginClosing, effectsOfClosing } from '../papers/close-invoice.ts'
import { finishMoney } from '../intents/outcome.ts'
import { beginRefund, effectsOfRefund } from '../charges/refund-charge.ts'
import { textOf, type Asked } from './second-person.ts'

/** What `approveMoney` would do now, by what it does it by; refused where that would be. */
export async function weighApproval(ctx: Ctx, { params: { id } }: Parsed<'weighApproval'>) {
  const asked = await waitingOf(ctx.db, id)
  refuseOwn(ctx, asked)
  // whoever looks is the second person
  return { ...(await effectsOf(ctx, asked)), second_person: null }
}

function effectsOf(ctx: Ctx, { vendor_id, act, request }: Asked) {
  if (act === 'refund') return effectsOfRefund(ctx, vendor_id, request)
  if (act === 'close_invoice') return effectsOfClosing(ctx, vendor_id, request)
  return effectsOfCharge(ctx, vendor_id, request)
}
function begin(ctx: Ctx, tx: Tx, { vendor_id, act, request }: Asked, by: Pick<Who, 'login_id' | 'name'>) {
  if (act === 'refund') return beginRefund(ctx, tx, vendor_id, request, by)
  if (act === 'close_invoice') return beginClosing(ctx, tx, vendor_id, request, by)
  return beginCharge(ctx, tx, vendor_id, request, by)
}

/** Another person agrees: it is done now, by what holds now. */
export async function approveMoney(ctx: Ctx, { params }: Parsed<'approveMoney'>) {
  const { vendor_id, begun } = await write(ctx, async (tx, logActivity) => {
    const asked = await heldWaiting(tx, params.id, (_, id) => lockVendor(ctx, tx, id))
    refuseOwn(ctx, asked)
    await decide(ctx, tx, params.id, 'approved')
    await logActivity({
      type: 'payment.approve',
      vendor_id: asked.vendor_id,
      entity: 'money_approval',
      entity_id: params.id,
      message: `Approved: ${textOf(asked)}, asked for by ${asked.asked_by_name}`,
    })
    const intents = await begin(ctx, tx, asked, { login_id: asked.asked_by, name: asked.asked_by_name })
    await tx
      .updateTable('money_approval')
      .set({ money_intent_id: intents[0] ?? null })
      .where('money_approval_id', '=', params.id)
      .execute()
    return { vendor_id: asked.vendor_id, begun: intents }
  })
  return finishMoney(ctx, vendor_id, begun)
}

/** Another person refuses, or whoever asked takes it back. */
export const refuseMoney = (ctx: Ctx, { params, body }: Parsed<'refuseMoney'>) =>
  write(ctx, async (tx, logActivity) => {
    const asked = await heldWaiting(tx, params.id, lockAnyVendor)
    const own = asked.asked_by === ctx.who.login_id
    await decide(ctx, tx, params.id, 'refused')
    await logActivity({
      type: 'payment.refuse',
      vendor_id: asked.vendor_id,
      entity: 'money_approval',
      entity_id: params.id,
      message: `${own ? 'Taken back' : 'Refused'}: ${textOf(asked)}`,
      reason: body.reason,
    })
  })

/** What waits, its vendor held first, as every write of a vendor holds it. */
async function heldWaiting(tx: Tx, id: number, hold: typeof lockAnyVendor) {
  const found = await tx
    .selectFrom('money_approval')
    .select('vendor_id')
    .where('money_approval_id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound('request')
  await hold(tx, found.vendor_id)
  return waitingOf(tx, id)
}

async function waitingOf(db: Db, id: number) {
  const row = await db
    .selectFrom('money_approval')
    .selectAll()
    .where('money_approval_id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('request')
  if (row.state !== 'waiting') throw conflict(`This was ${row.state} by ${row.decided_by_name} already`)
  return row as unknown as Asked & { asked_by: number; asked_by_name: string }
}

function refuseOwn({ who }: Ctx, { asked_by }: { asked_by: number }): void {
  if (asked_by === who.login_id) throw forbidden('Another person has to agree to what you asked for')
}

const decide = ({ who, clock }: Ctx, tx: Tx, id: number, state: 'approved' | 'refused') =>
  tx
    .updateTable('money_approval')
    .set({
      state,
      decided_by: who.login_id,
      decided_by_name: who.name,
      decided_tm: new Date(clock.now()).toISOString(),
    })
    .where('money_approval_id', '=', id)
    .execute()
