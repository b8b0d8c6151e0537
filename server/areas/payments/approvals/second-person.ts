import { money } from '#contract/formats.ts'
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
import { closingText, type ClosingRequest } from '../papers/closing-request.ts'

type LogActivity = (activity: Activity) => Promise<void>
/** What is asked for, as it was given. */
export type Asked =
  | { vendor_id: number; act: 'manual_charge'; request: ManualCharge }
  | { vendor_id: number; act: 'refund'; request: RefundBody }
  | { vendor_id: number; act: 'close_invoice'; request: ClosingRequest }
/** The same before it is asked for, without its note or reason. */
type Asking =
  | Extract<Asked, { act: 'manual_charge' }>
  | { vendor_id: number; act: 'refund'; request: Omit<RefundBody, 'note'> }
  | { vendor_id: number; act: 'close_invoice'; request: Omit<ClosingRequest, 'reason'> }

const dayMs = 86_400_000
/**
 * Why an amount wants a second person: it is above the limit by itself, or with what the same person moved by
 * the same act on the same vendor within 24 hours (docs/domain.md, A second person). Null: it wants none.
 */
export async function wantsSecond(
  db: Db,
  { who, clock }: Pick<Ctx, 'who' | 'clock'>,
  { vendor_id, act, request }: Asking,
): Promise<PaymentEffects['second_person']> {
  const { rows } = await sql<{ above: string; moved: string }>`
    select second_person_above::text as above, moved::numeric(12,2)::text as moved
    from money_setting
    cross join (
      select ${who.login_id}::int as login_id, ${vendor_id}::int as vendor_id, ${act}::text as act,
        ${new Date(clock.now() - dayMs).toISOString()}::timestamptz as since) asks
    cross join lateral (select ${movesMoney(request) ? movedAlone : sql`0`} as moved) m
    where ${request.amount}::numeric + moved > second_person_above`.execute(db)
  return rows[0] ?? null
}
/** What has moved, or may have, without a second person. */
const movedAlone = sql`(
  select coalesce(sum(m.amount), 0)
  from money_alone m
  left join money_intent i using (money_intent_id)
  where m.login_id = asks.login_id
    and m.vendor_id = asks.vendor_id
    and m.act = asks.act
    and m.tm > asks.since
    and coalesce(i.state in ('open', 'succeeded'), true))`
/** A hold only asks whether the card would pay. */
const movesMoney = (request: Asking['request']) =>
  !('vendor_charge_trans_type_id' in request && request.vendor_charge_trans_type_id === 2)

/** Keeps what one person moves alone, for what it may move later. */
export async function keepAlone(
  tx: Tx,
  { who, clock }: Pick<Ctx, 'who' | 'clock'>,
  { vendor_id, act, request }: Asked,
  intents: readonly string[],
): Promise<void> {
  if (!movesMoney(request)) return
  await sql`
    insert into money_alone (login_id, vendor_id, act, amount, tm, second_person_above, money_intent_id)
    select ${who.login_id}, ${vendor_id}, ${act}, ${request.amount}::numeric,
      ${new Date(clock.now()).toISOString()}::timestamptz, second_person_above, ${intents[0] ?? null}
    from money_setting`.execute(tx)
}

/** The same is asked for once at a time: agreed to twice it would be done twice. */
export async function refuseWaiting(db: Db, { vendor_id, act, request }: Asking): Promise<void> {
  const waiting = await db
    .selectFrom('money_approval')
    .select('money_approval_id')
    .where('vendor_id', '=', vendor_id)
    .where('state', '=', 'waiting')
    .where('act', '=', act)
    .where('amount', '=', request.amount)
    // a refund of another charge isn't the same, nor is another invoice
    .where(
      sql<string | null>`coalesce(request->>'vendor_charge_id', request->>'invoice_id')`,
      'is not distinct from',
      'vendor_charge_id' in request
        ? String(request.vendor_charge_id)
        : 'invoice_id' in request
          ? String(request.invoice_id)
          : null,
    )
    .executeTakeFirst()
  if (waiting) throw conflict('The same waits for a second person already')
}

/** What is asked for waits for another person (docs/domain.md, A second person). */
export async function askSecondPerson(
  ctx: Pick<Ctx, 'who' | 'clock'>,
  tx: Tx,
  logActivity: LogActivity,
  asked: Asked,
): Promise<void> {
  await refuseWaiting(tx, asked)
  const { money_approval_id } = await tx
    .insertInto('money_approval')
    .values({
      vendor_id: asked.vendor_id,
      act: asked.act,
      amount: asked.request.amount,
      request: JSON.stringify(asked.request),
      asked_by: ctx.who.login_id,
      asked_by_name: ctx.who.name,
      insert_tm: new Date(ctx.clock.now()).toISOString(),
    })
    .returning('money_approval_id')
    .executeTakeFirstOrThrow()
  await logActivity({
    type: 'payment.approve',
    vendor_id: asked.vendor_id,
    entity: 'money_approval',
    entity_id: money_approval_id,
    message: `Waits for a second person: ${textOf(asked)}`,
    reason: asked.act === 'close_invoice' ? asked.request.reason : null,
  })
}

/** What it is, in a few words. */
export function textOf({ act, request }: Asked): string {
  const amount = money(request.amount)
  if (act === 'refund') return `refund of ${amount}`
  if (act === 'close_invoice') return `${amount}, ${closingText(request)}`
  return `${amount}, ${request.charge_description}`
}

type Row<Of extends MoneyApproval> = Omit<Of, 'text' | 'own'> & {
  asked_by: number
  request: Asked['request']
  /** What the charge was for that is to be given back. */
  charged: string | null
}
const asks = sql`a.money_approval_id, a.vendor_id, v.company, a.act, a.amount, a.request, a.asked_by,
      a.asked_by_name, a.insert_tm, (
        select c.charge_description
        from vendor_charge c
        where c.vendor_charge_id = (a.request ->> 'vendor_charge_id')::bigint
      ) as charged`

/** What waits, of one vendor or of all, the oldest first. */
export async function waitingApprovals(
  db: Db,
  who: { login_id: number },
  vendorId: number | null,
): Promise<MoneyApproval[]> {
  const { rows } = await sql<Row<MoneyApproval>>`
    select ${asks}
    from money_approval a
    join vendor v using (vendor_id)
    where a.state = 'waiting' and ${vendorId === null ? sql`true` : sql`a.vendor_id = ${vendorId}`}
    order by a.money_approval_id
    limit 200`.execute(db)
  return rows.map((row) => toldOf(row, who))
}

export const refusedShownMs = 7 * dayMs
/** What another person refused of a vendor lately, for whoever asked: the newest first. */
export async function refusedApprovals(
  { db, who, clock }: Pick<Ctx, 'db' | 'who' | 'clock'>,
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
  return rows.map((row) => toldOf(row, who))
}

const toldOf = <Of extends MoneyApproval>(
  { request, asked_by, charged, ...row }: Row<Of>,
  who: { login_id: number },
) => ({ ...row, text: whatFor(request, charged), own: asked_by === who.login_id })

function whatFor(request: Asked['request'], charged: string | null): string {
  if ('note' in request) return charged === null ? request.note : `${charged}: ${request.note}`
  return 'how' in request ? `${closingText(request)}: ${request.reason}` : request.charge_description
}
