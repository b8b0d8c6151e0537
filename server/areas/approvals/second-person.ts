import type { MoneyActName, SecondPerson } from '#contract/approvals/acts.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Activity, Ctx } from '#server/platform/services.ts'

export type LogActivity = (activity: Activity | readonly Activity[]) => Promise<void>
type By = Pick<Ctx, 'who' | 'clock'>

/** What an act may move: what the limit is compared with. */
export interface Move {
  act: MoneyActName
  /** null: it concerns all vendors. */
  vendor_id: number | null
  amount: string
  /** Why it needs a second person whatever its amount. */
  always?: string | undefined
  /** A hold moves no money: it counts by itself alone. */
  isHold?: boolean
}
/** A request as it is stored until another person decides. */
export interface MoneyRequest extends Move {
  request: object
  /** The act in a few words, for the log. */
  label: string
  /** The act in words; null: in those of its charge, refund or invoice. */
  text: string | null
  reason?: string | null
  /** Whoever asks may not do it themselves. */
  isRequest?: boolean
}

const dayMs = 86_400_000
/**
 * Why an act needs a second person: what it may move is above the limit, alone or together with what the same person
 * moved on the same vendor within 24 hours by any act (docs/domain/moving-money.md, Second person). null: it needs none.
 */
export async function needsSecondPerson(
  db: Db,
  { who: person, clock }: By,
  { vendor_id, amount, always, isHold = false }: Move,
): Promise<SecondPerson> {
  const { rows } = await sql<{ above: string | null; moved: string; exceeds: boolean }>`
    select second_person_above::text as above, moved::numeric(12,2)::text as moved,
      coalesce(${amount}::numeric > 0 and ${amount}::numeric + moved > second_person_above, false) as exceeds
    from money_setting
    cross join (
      select ${person.login_id}::int as login_id, ${vendor_id}::int as vendor_id,
        ${new Date(clock.now() - dayMs).toISOString()}::timestamptz as since) asks
    cross join lateral (select ${isHold ? sql`0` : movedAlone(vendor_id)} as moved) m`.execute(db)
  const [row] = rows
  if (!row || !(row.exceeds || always !== undefined)) return null
  const { above, moved } = row
  return { above, moved, ...(always !== undefined && { always }) }
}
/** What has moved, or may have moved, without a second person. */
const movedAlone = (vendorId: number | null) => sql`(
  select coalesce(sum(m.amount), 0)
  from money_alone m
  left join money_intent i using (money_intent_id)
  where m.login_id = asks.login_id
    and ${vendorId === null ? sql`m.vendor_id is null` : sql`m.vendor_id = asks.vendor_id`}
    and m.tm > asks.since
    and coalesce(i.state in ('open', 'succeeded'), true))`

/** Records what a person moves alone; it counts toward the limit of later amounts. */
export async function recordMovedAlone(
  tx: Tx,
  { who: person, clock }: By,
  { vendor_id, act, amount, isHold }: Move,
  intents: readonly string[],
): Promise<void> {
  if (isHold || Number(amount) === 0) return
  await sql`
    insert into money_alone (login_id, vendor_id, act, amount, tm, second_person_above, money_intent_id)
    select ${person.login_id}, ${vendor_id}::int, ${act}, ${amount}::numeric,
      ${new Date(clock.now()).toISOString()}::timestamptz, second_person_above, ${intents[0] ?? null}
    from money_setting`.execute(tx)
}

type Draft = Pick<MoneyRequest, 'vendor_id' | 'act' | 'amount' | 'request' | 'text'>
/** The same request can wait only once: approved twice, it would be carried out twice. */
export async function refuseDuplicate(
  db: Db,
  { vendor_id, act, amount, request, text }: Draft,
): Promise<void> {
  const waiting = await db
    .selectFrom('money_approval')
    .select('money_approval_id')
    .where('vendor_id', vendor_id === null ? 'is' : '=', vendor_id)
    .where('state', '=', 'waiting')
    .where('act', '=', act)
    .where((eb) =>
      text === null
        ? eb.and([
            eb('amount', '=', amount),
            // another charge or another invoice is another request
            eb(
              sql<string | null>`coalesce(request->>'vendor_charge_id', request->>'invoice_id')`,
              'is not distinct from',
              subjectOf(request),
            ),
          ])
        : eb('text', '=', text),
    )
    .executeTakeFirst()
  if (waiting) throw conflict('The same request is already waiting for approval')
}

/** The charge or the invoice that a request is about. */
function subjectOf(request: object): string | null {
  if ('vendor_charge_id' in request) return String(request.vendor_charge_id)
  return 'invoice_id' in request ? String(request.invoice_id) : null
}

/** Keeps a request until another person decides (docs/domain/moving-money.md, Second person). */
export async function askSecondPerson(
  ctx: By,
  tx: Tx,
  logActivity: LogActivity,
  { vendor_id, act, amount, request, label, text, reason = null, isRequest = false }: MoneyRequest,
): Promise<number> {
  await refuseDuplicate(tx, { vendor_id, act, amount, request, text })
  const { money_approval_id } = await tx
    .insertInto('money_approval')
    .values({
      vendor_id,
      act,
      amount,
      request: JSON.stringify(request),
      text,
      is_request: isRequest,
      asked_by: ctx.who.login_id,
      asked_by_name: ctx.who.name,
      insert_tm: new Date(ctx.clock.now()).toISOString(),
    })
    .returning('money_approval_id')
    .executeTakeFirstOrThrow()
  await logActivity({
    type: 'payment.approve',
    vendor_id,
    entity: 'money_approval',
    entity_id: money_approval_id,
    message: `${isRequest ? 'Requested from finance' : 'Approval requested'}: ${label}`.slice(0, 500),
    reason,
  })
  return money_approval_id
}
