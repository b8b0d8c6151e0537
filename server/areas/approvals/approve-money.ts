import { moneyActs, ownRequest } from '#contract/approvals/acts.ts'
import { money } from '#contract/formats.ts'
import type { Parsed } from '#contract/index.ts'
import { lockAnyVendor, lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { setHistoryFacts } from '#server/platform/database/history.ts'
import { sinceOpened, whenOpened } from '#server/platform/database/versions.ts'
import { conflict, forbidden, notFound, Refusal } from '#server/platform/http/errors.ts'
import { raise } from '#server/platform/notices.ts'
import {
  write,
  type ApprovableAct,
  type Ctx,
  type StoredRequest,
  type Who,
} from '#server/platform/services.ts'
import { refuseNewRole } from './independent.ts'
import { isAllowed, requireRequester } from './requester.ts'
import { needsSecondPerson } from './second-person.ts'

/** Previews an act that may need a second person, with the code that performs it. */
export async function weighMoneyAct(ctx: Ctx, { body: { act: name, ...request } }: Parsed<'weighMoneyAct'>) {
  const act = ctx.moneyActs[name]
  if (!act.requestable) refuseRole(ctx.who, act)
  if (!act.weighOwn) throw new Error(`${name} has a preview of its own`)
  return act.weighOwn(ctx, request)
}

/** Previews `approveMoney` with the code that performs it; refused whenever that would be. */
export async function weighApproval(ctx: Ctx, { params: { id } }: Parsed<'weighApproval'>) {
  const approval = await waitingOf(ctx.db, id)
  const act = ctx.moneyActs[approval.act]
  await refuseOwn(ctx, ctx.db, approval)
  refuseRole(ctx.who, act)
  const requester = await requireRequester(ctx.db, approval, act)
  return orChanged(approval, () => act.weigh(ctx, requester, approval))
}

/** Another person approves: it is carried out now, on today's facts. */
export async function approveMoney(ctx: Ctx, { params }: Parsed<'approveMoney'>) {
  const finish = await write(ctx, async (tx, logActivity) => {
    const approval = await lockWaiting(tx, params.id, (id) => lockVendor(ctx, tx, id))
    const act = ctx.moneyActs[approval.act]
    await refuseOwn(ctx, tx, approval)
    refuseRole(ctx.who, act)
    await decide(ctx, tx, params.id, 'approved')
    await logActivity({
      type: 'payment.approve',
      vendor_id: approval.vendor_id,
      entity: 'money_approval',
      entity_id: params.id,
      message: `Approved: ${labelOf(act, approval)}, requested by ${approval.asked_by_name}`.slice(0, 500),
    })
    await tellAsker(tx, approval, `${labelOf(act, approval)} approved by ${ctx.who.name}`)
    const requester = await requireRequester(tx, approval, act)
    await setHistoryFacts(tx, { by_name: requester.name })
    const begun = await orChanged(approval, () => act.begin(ctx, tx, requester, approval))
    await tx
      .updateTable('money_approval')
      .set({ money_intent_id: begun?.intents[0] ?? null })
      .where('money_approval_id', '=', params.id)
      .execute()
    return begun?.finish ?? doneAtOnce
  })
  return finish()
}
/** What changed since the request can't be reconciled by whoever approves it: they opened no form of it. */
async function orChanged<Outcome>(
  { asked_by_name: name }: StoredRequest,
  carryOut: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await carryOut()
  } catch (error) {
    if (!(error instanceof Refusal && error.meanwhile && 'changed' in error.meanwhile)) throw error
    const change = error.message.replaceAll(` ${sinceOpened}`, '').replaceAll(` ${whenOpened}`, ' then')
    throw conflict(
      `Changed since ${name} requested this: ${change}. Reject this request, then request it again`,
    )
  }
}
const doneAtOnce = () =>
  Promise.resolve({ state: 'succeeded' as const, card_exception: null, cancel_eligible: false })

/** Another person refuses, or the requester withdraws. */
export const refuseMoney = (ctx: Ctx, { params, body }: Parsed<'refuseMoney'>) =>
  write(ctx, async (tx, logActivity) => {
    const approval = await lockWaiting(tx, params.id, (id) => lockAnyVendor(tx, id))
    const act = ctx.moneyActs[approval.act]
    const isOwn = approval.asked_by === ctx.who.login_id
    if (!isOwn) refuseRole(ctx.who, act)
    await decide(ctx, tx, params.id, 'refused')
    await logActivity({
      type: 'payment.refuse',
      vendor_id: approval.vendor_id,
      entity: 'money_approval',
      entity_id: params.id,
      message: `${isOwn ? 'Withdrawn' : 'Rejected'}: ${labelOf(act, approval)}`.slice(0, 500),
      reason: body.reason,
    })
    if (!isOwn)
      await tellAsker(tx, approval, `${labelOf(act, approval)} rejected by ${ctx.who.name}: ${body.reason}`)
  })

/** Tells the person of support who asked what became of it. */
async function tellAsker(tx: Tx, approval: StoredRequest, answerText: string): Promise<void> {
  const { is_request: isRequest, vendor_id, asked_by_name: name, request } = approval
  if (!isRequest || vendor_id === null) return
  const page = `/vendors/view/${vendor_id}`
  await raise(tx, {
    kind: 'request_answered',
    message: `Requested by ${name}: ${answerText}`,
    link:
      'vendor_charge_id' in request
        ? `${page}/charge/${Number(request.vendor_charge_id)}`
        : `${page}/billing_history`,
    vendor_id,
  })
}

const labelOf = (act: ApprovableAct, { text, amount, request }: StoredRequest): string =>
  text ?? act.labelOf?.(request) ?? `${moneyActs[act.act]} ${money(amount)}`

/** Reads a waiting request after locking its vendor, as every write of a vendor does. */
async function lockWaiting(tx: Tx, id: number, hold: (vendorId: number) => Promise<unknown>) {
  const row = await tx
    .selectFrom('money_approval')
    .select('vendor_id')
    .where('money_approval_id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('request')
  if (row.vendor_id !== null) await hold(row.vendor_id)
  // of those who decide a request of no vendor, the first one decides it
  await sql`select from money_approval where money_approval_id = ${id} for update`.execute(tx)
  return waitingOf(tx, id)
}

async function waitingOf(db: Db, id: number): Promise<StoredRequest> {
  const row = await db
    .selectFrom('money_approval')
    .selectAll()
    .where('money_approval_id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('request')
  if (row.state !== 'waiting')
    throw conflict(`Already ${row.state === 'refused' ? 'rejected' : row.state} by ${row.decided_by_name}`)
  return row as unknown as StoredRequest
}

async function refuseOwn(ctx: Ctx, db: Db, approval: StoredRequest): Promise<void> {
  const { asked_by, act, is_request: isRequest } = approval
  const { who: person } = ctx
  if (asked_by === person.login_id) throw forbidden(ownRequest(act))
  // what the approver could do alone needs no independent second person
  if (isRequest && !(await needsSecondPerson(db, ctx, approval))) return
  await refuseNewRole(db, person.login_id, [asked_by])
}

function refuseRole(person: Who, act: ApprovableAct): void {
  if (isAllowed(person, act)) return
  throw forbidden(
    act.access === 'admin'
      ? 'Another admin must approve it'
      : 'Finance or an account manager must approve or reject it',
  )
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
