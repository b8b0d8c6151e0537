import { cancelReasons } from '#contract/account/my-subscriptions.ts'
import type { OwnRequests } from '#contract/account/requests.ts'
import { money } from '#contract/formats.ts'
import type { Parsed } from '#contract/index.ts'
import { requestKinds, type RequestKind } from '#contract/subscriptions/customer-requests.ts'
import { billingNote, cancellationNote } from '#contract/vendors/note-types.ts'
import { isOpenRequest } from '#server/areas/subscriptions/public.ts'
import { lockUndeletedVendor, writeNote } from '#server/areas/vendor-record/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { conflict, notFound, Refusal } from '#server/platform/http/errors.ts'
import { withinLimit, write, type Ctx } from '#server/platform/services.ts'
import { accountRequestLetter } from '../letters.ts'
import { ownVendor } from '../own-vendor.ts'
import { managersOf } from './account-managers.ts'

const requestsAnHour = 20
/** How long an answer is shown. */
const answerShownDays = 60

type Kind = Exclude<RequestKind, 'supplier'>
interface Wanted {
  kind: Kind
  vendor_plan_type_id: number | null
  /** What the account manager reads it as. */
  wish: string
  comment: string
}

const ownPlan = (ctx: Pick<Ctx, 'who'>) => ownVendor(ctx, 'a plan')

export async function getOwnRequests(ctx: Ctx): Promise<OwnRequests> {
  const vendorId = ownPlan(ctx)
  const { rows } = await sql<NonNullable<OwnRequests['plan']> & { kind: Kind }>`
    select distinct on (r.kind) r.kind, coalesce(p.name, '') as name, r.insert_tm, r.answered_tm, r.accepted, r.answer
    from customer_request r
    left join plan_type p using (vendor_plan_type_id)
    where r.vendor_id = ${vendorId}
      and r.kind in ('plan', 'close')
      and (${isOpenRequest} or r.answered_tm > now() - make_interval(days => ${answerShownDays}::int))
    order by r.kind, r.insert_tm desc`.execute(ctx.db)
  const last = (kind: Kind) => {
    const row = rows.find((request) => request.kind === kind)
    if (!row) return null
    const { kind: _kind, ...request } = row
    return request
  }
  return { plans: await readPlans(ctx.db, vendorId), plan: last('plan'), close: last('close') }
}

/** The plans that the customer doesn't have; a custom plan is none of them. */
async function readPlans(db: Db, vendorId: number): Promise<OwnRequests['plans']> {
  const { rows } = await sql<OwnRequests['plans'][number]>`
    select p.vendor_plan_type_id, p.name, p.monthly_fee
    from plan_type p
    join vendor v on v.vendor_id = ${vendorId}
    where v.has_custom_billing_plan or p.vendor_plan_type_id is distinct from v.vendor_plan_type_id
    order by p.monthly_fee, p.vendor_plan_type_id
    limit 100`.execute(db)
  return rows
}

/** Requests another plan; staff change it (docs/domain/subscriptions.md, Requests). */
export async function requestPlan(ctx: Ctx, { body }: Parsed<'requestPlan'>): Promise<void> {
  const { vendor_plan_type_id, comment } = body
  const plan = (await readPlans(ctx.db, ownPlan(ctx))).find(
    (offered) => offered.vendor_plan_type_id === vendor_plan_type_id,
  )
  if (!plan) throw notFound('plan')
  const wish = `change to the ${plan.name} plan (${money(plan.monthly_fee)} a month)`
  await sendRequest(ctx, { kind: 'plan', vendor_plan_type_id, wish, comment })
}

/** Requests to close the account; nothing ends before staff do it. */
export const requestClosing = (ctx: Ctx, { body }: Parsed<'requestClosing'>): Promise<void> =>
  sendRequest(ctx, {
    kind: 'close',
    vendor_plan_type_id: null,
    wish: 'close the account',
    comment: `${cancelReasons[body.reason_id]}: ${body.comment}`,
  })

async function sendRequest(ctx: Ctx, { kind, vendor_plan_type_id, wish, comment }: Wanted): Promise<void> {
  const vendorId = ownPlan(ctx)
  if (!(await withinLimit(ctx.db, `account requests of ${vendorId}`, requestsAnHour, 3600)))
    throw new Refusal('too_many', 'You’ve sent too many requests. Try again in an hour, or contact us')
  await write(ctx, async (tx, logActivity) => {
    const { company } = await lockUndeletedVendor(tx, vendorId)
    if (await hasOpen(tx, vendorId, kind)) throw conflict('You’ve already requested this')
    await tx
      .insertInto('customer_request')
      .values({ vendor_id: vendorId, kind, vendor_plan_type_id, comment, requested_by: ctx.who.email })
      .execute()
    const link = `/vendors/view/${vendorId}/subscriptions`
    const letter = accountRequestLetter({ company, by: ctx.who.email, wish, comment, link })
    for (const recipient of await managersOf(ctx, tx, vendorId))
      await ctx.mail.write(tx, { recipient, ...letter })
    await writeNote(ctx, tx, logActivity, {
      vendor_id: vendorId,
      note: `Requested by the customer: ${wish}.${comment ? ` ${comment}` : ''}`,
      note_type: kind === 'close' ? cancellationNote : billingNote,
    })
    await logActivity({
      type: 'account.request',
      vendor_id: vendorId,
      entity: 'vendor',
      entity_id: vendorId,
      message: `The customer wants to ${wish}`,
      ...(comment && { reason: comment }),
    })
  })
}

async function hasOpen(tx: Tx, vendorId: number, kind: Kind): Promise<boolean> {
  const { rows } = await sql`
    select
    from customer_request r
    where r.vendor_id = ${vendorId} and r.kind = ${kind} and ${isOpenRequest}
    limit 1`.execute(tx)
  return rows.length > 0
}

export async function withdrawAccountRequest(
  ctx: Ctx,
  { body: { kind } }: Parsed<'withdrawAccountRequest'>,
): Promise<void> {
  const vendorId = ownPlan(ctx)
  await write(ctx, async (tx, logActivity) => {
    await lockUndeletedVendor(tx, vendorId)
    const { rows } = await sql`
      update customer_request r
      set withdrawn_tm = now()
      where r.vendor_id = ${vendorId} and r.kind = ${kind} and ${isOpenRequest}
      returning r.customer_request_id`.execute(tx)
    if (rows.length === 0) throw notFound('request')
    await logActivity({
      type: 'account.withdraw_request',
      vendor_id: vendorId,
      entity: 'vendor',
      entity_id: vendorId,
      message: `Request withdrawn by the customer: ${requestKinds[kind].toLowerCase()}`,
    })
  })
}
