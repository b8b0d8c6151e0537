import { money } from '#contract/formats.ts'
import { transType } from '#contract/billing/billing.ts'
import type { ManualCharge } from '#contract/payments/manual-charge.ts'
import type {
  MoneyApproval,
  PaymentEffects,
  RefundBody,
  RefusedApproval,
} from '#contract/payments/payments.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Activity, Ctx } from '#server/platform/services.ts'
import { requesterLeft } from './requester.ts'
import { closingText, type ClosingRequest } from '../papers/closing-request.ts'

type LogActivity = (activity: Activity) => Promise<void>
/** A request for money to move, as it was made. */
export type MoneyRequest =
  | { vendor_id: number; act: 'manual_charge'; request: ManualCharge }
  | { vendor_id: number; act: 'refund'; request: RefundBody }
  | { vendor_id: number; act: 'close_invoice'; request: ClosingRequest }
/** A request before it is made, without its note or reason. */
type MoneyRequestDraft =
  | Extract<MoneyRequest, { act: 'manual_charge' }>
  | { vendor_id: number; act: 'refund'; request: Omit<RefundBody, 'note'> }
  | { vendor_id: number; act: 'close_invoice'; request: Omit<ClosingRequest, 'reason'> }

const dayMs = 86_400_000
/**
 * Why an amount needs a second person: it is above the limit, alone or together with what the same person moved
 * by the same act on the same vendor within 24 hours (docs/domain/moving-money.md, Second person). null: it needs none.
 */
export async function needsSecondPerson(
  db: Db,
  { who: person, clock }: Pick<Ctx, 'who' | 'clock'>,
  { vendor_id, act, request }: MoneyRequestDraft,
): Promise<PaymentEffects['second_person']> {
  const { rows } = await sql<{ above: string; moved: string }>`
    select second_person_above::text as above, moved::numeric(12,2)::text as moved
    from money_setting
    cross join (
      select ${person.login_id}::int as login_id, ${vendor_id}::int as vendor_id, ${act}::text as act,
        ${new Date(clock.now() - dayMs).toISOString()}::timestamptz as since) asks
    cross join lateral (select ${movesMoney(request) ? movedAlone : sql`0`} as moved) m
    where ${request.amount}::numeric + moved > second_person_above`.execute(db)
  return rows[0] ?? null
}
/** What has moved, or may have moved, without a second person. */
const movedAlone = sql`(
  select coalesce(sum(m.amount), 0)
  from money_alone m
  left join money_intent i using (money_intent_id)
  where m.login_id = asks.login_id
    and m.vendor_id = asks.vendor_id
    and m.act = asks.act
    and m.tm > asks.since
    and coalesce(i.state in ('open', 'succeeded'), true))`
/** A hold moves no money. */
const movesMoney = (request: MoneyRequestDraft['request']) =>
  !('vendor_charge_trans_type_id' in request && request.vendor_charge_trans_type_id === transType.auth)

/** Records what a person moves alone; it counts toward the limit of later amounts. */
export async function recordMovedAlone(
  tx: Tx,
  { who: person, clock }: Pick<Ctx, 'who' | 'clock'>,
  { vendor_id, act, request }: MoneyRequest,
  intents: readonly string[],
): Promise<void> {
  if (!movesMoney(request)) return
  await sql`
    insert into money_alone (login_id, vendor_id, act, amount, tm, second_person_above, money_intent_id)
    select ${person.login_id}, ${vendor_id}, ${act}, ${request.amount}::numeric,
      ${new Date(clock.now()).toISOString()}::timestamptz, second_person_above, ${intents[0] ?? null}
    from money_setting`.execute(tx)
}

/** The same request can wait only once: approved twice, it would be carried out twice. */
export async function refuseDuplicate(db: Db, { vendor_id, act, request }: MoneyRequestDraft): Promise<void> {
  const waiting = await db
    .selectFrom('money_approval')
    .select('money_approval_id')
    .where('vendor_id', '=', vendor_id)
    .where('state', '=', 'waiting')
    .where('act', '=', act)
    .where('amount', '=', request.amount)
    // another charge or another invoice is another request
    .where(
      sql<string | null>`coalesce(request->>'vendor_charge_id', request->>'invoice_id')`,
      'is not distinct from',
      subjectOf(request),
    )
    .executeTakeFirst()
  if (waiting) throw conflict('The same request is already waiting for approval')
}

/** The charge or the invoice that a request is about. */
function subjectOf(request: MoneyRequestDraft['request']): string | null {
  if ('vendor_charge_id' in request) return String(request.vendor_charge_id)
  return 'invoice_id' in request ? String(request.invoice_id) : null
}

/** Keeps a request until another person decides (docs/domain/moving-money.md, Second person). */
export async function askSecondPerson(
  ctx: Pick<Ctx, 'who' | 'clock'>,
  tx: Tx,
  logActivity: LogActivity,
  moneyRequest: MoneyRequest,
): Promise<void> {
  await refuseDuplicate(tx, moneyRequest)
  const { money_approval_id } = await tx
    .insertInto('money_approval')
    .values({
      vendor_id: moneyRequest.vendor_id,
      act: moneyRequest.act,
      amount: moneyRequest.request.amount,
      request: JSON.stringify(moneyRequest.request),
      asked_by: ctx.who.login_id,
      asked_by_name: ctx.who.name,
      insert_tm: new Date(ctx.clock.now()).toISOString(),
    })
    .returning('money_approval_id')
    .executeTakeFirstOrThrow()
  await logActivity({
    type: 'payment.approve',
    vendor_id: moneyRequest.vendor_id,
    entity: 'money_approval',
    entity_id: money_approval_id,
    message: `Approval requested: ${textOf(moneyRequest)}`,
    reason: moneyRequest.act === 'close_invoice' ? moneyRequest.request.reason : null,
  })
}

/** A request in a few words. */
export function textOf({ act, request }: MoneyRequest): string {
  const amount = money(request.amount)
  if (act === 'refund') return `refund of ${amount}`
  if (act === 'close_invoice') return `${amount}, ${closingText(request)}`
  return `${amount}, ${request.charge_description}`
}

type Row<Of extends MoneyApproval> = Omit<Of, 'text' | 'own'> & {
  asked_by: number
  request: MoneyRequest['request']
  /** The description of the charge to refund. */
  charged: string | null
}
const asks = sql`a.money_approval_id, a.vendor_id, v.company, a.act, a.amount, a.request, a.asked_by,
      a.asked_by_name, a.insert_tm, ${requesterLeft} as requester_left, (
        select c.charge_description
        from vendor_charge c
        where c.vendor_charge_id = (a.request ->> 'vendor_charge_id')::bigint
      ) as charged`

/** Waiting requests of one vendor or of all, oldest first. */
export async function waitingApprovals(
  db: Db,
  person: { login_id: number },
  vendorId: number | null,
): Promise<MoneyApproval[]> {
  const { rows } = await sql<Row<MoneyApproval>>`
    select ${asks}
    from money_approval a
    join vendor v using (vendor_id)
    where a.state = 'waiting' and ${vendorId === null ? sql`true` : sql`a.vendor_id = ${vendorId}`}
    order by a.money_approval_id
    limit 200`.execute(db)
  return rows.map((row) => toApproval(row, person))
}

export const refusedShownMs = 7 * dayMs
/** A vendor's requests that another person refused lately, newest first. */
export async function refusedApprovals(
  { db, who: person, clock }: Pick<Ctx, 'db' | 'who' | 'clock'>,
  vendorId: number,
): Promise<RefusedApproval[]> {
  const { rows } = await sql<Row<RefusedApproval>>`
    select ${asks}, a.decided_by_name as refused_by, a.decided_tm as refused_tm,
      (
        select reason
        from activity
        where entity = 'money_approval' and entity_id = a.money_approval_id::text and type = 'payment.refuse'
        limit 1
      ) as reason
    from money_approval a
    join vendor v using (vendor_id)
    where a.vendor_id = ${vendorId}
      and a.state = 'refused'
      and a.decided_by <> a.asked_by
      and a.decided_tm > ${new Date(clock.now() - refusedShownMs)}
    order by a.decided_tm desc
    limit 20`.execute(db)
  return rows.map((row) => toApproval(row, person))
}

const toApproval = <Of extends MoneyApproval>(
  { request, asked_by, charged: chargeText, ...row }: Row<Of>,
  person: { login_id: number },
) => ({ ...row, text: whatFor(request, chargeText), own: asked_by === person.login_id })

function whatFor(request: MoneyRequest['request'], chargeText: string | null): string {
  if ('note' in request) return chargeText === null ? request.note : `${chargeText}: ${request.note}`
  return 'how' in request ? `${closingText(request)}: ${request.reason}` : request.charge_description
}
