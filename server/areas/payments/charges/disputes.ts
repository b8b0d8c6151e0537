import { dayText, money } from '#contract/formats.ts'
import { dayOf } from '#contract/billing/days.ts'
import { evidenceSoonMs } from '#contract/payments/disputes.ts'
import { fromCents, toCents, type Cents } from '#contract/billing/cents.ts'
import { book, type Account } from '#server/areas/ledger/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { record, type Services } from '#server/platform/services.ts'
import type { Dispute } from '../gateways/gateway.ts'
import { raise } from '#server/platform/notices.ts'

type State = Dispute['state']
/** The account that holds a dispute's money; null: it stays at the gateway. */
const accountOfState: Record<State, Account | null> = {
  inquiry: null,
  open: 'disputed',
  won: null,
  lost: 'dispute_loss',
}
const stateTexts: Record<State, string> = {
  inquiry: 'Inquiry from the bank, no money withdrawn',
  open: 'Disputed by the cardholder, money withdrawn until the bank rules',
  won: 'Dispute won, money returned',
  lost: 'Dispute lost, money not returned',
}
interface DisputedCharge {
  gateway: string
  vendor_charge_id: number
  vendor_id: number
  company: string
  charge_description: string
  state: State | null
  amount: string | null
  due_by: string | null
  answered: boolean | null
  turn: number
}

/** What is recorded of a dispute before the gateway is asked; null: nothing. */
export async function readDisputeState(db: Db, gateway: string, ref: string): Promise<string | null> {
  const { rows } = await sql<{ known: string }>`
    select concat_ws(' ', state, amount, changed_tm) as known
    from dispute
    where gateway = ${gateway} and gateway_ref = ${ref}`.execute(db)
  return rows[0]?.known ?? null
}

/**
 * Records a dispute as it stands at the gateway, whatever was recorded before: its row, the ledger, the activity
 * (docs/domain/disputes.md). Ignores payments that aren't ours. Given `stateBefore`, what was recorded when the
 * gateway was asked, it fails if another process has written since: the gateway must be asked again.
 */
export async function keepDispute(
  { clock }: Services,
  tx: Tx,
  gateway: string,
  { stateBefore, ...dispute }: Dispute & { stateBefore?: string | null },
): Promise<void> {
  const tm = new Date(clock.now()).toISOString()
  const charge = await disputedCharge(tx, gateway, dispute)
  const amount = fromCents(dispute.amount)
  if (!charge) return
  const isMoved = charge.state !== dispute.state || charge.amount !== amount
  if (!isMoved && charge.answered === dispute.answered && isSameMoment(charge.due_by, dispute.due_by)) return
  if (stateBefore !== undefined && (await readDisputeState(tx, gateway, dispute.ref)) !== stateBefore)
    throw new Error('The dispute changed while the gateway was read')
  const movement = movementOf(charge, dispute)
  const turn = charge.turn + (movement.postings.length > 0 ? 1 : 0)
  await sql`
    insert into dispute (gateway, gateway_ref, vendor_charge_id, vendor_id, amount, reason, state, insert_tm,
      changed_tm, turn, due_by, answered)
    values (${gateway}, ${dispute.ref}, ${charge.vendor_charge_id}, ${charge.vendor_id}, ${amount}, ${dispute.reason},
      ${dispute.state}, ${tm}, ${tm}, ${turn}, ${dispute.due_by}, ${dispute.answered})
    on conflict (gateway, gateway_ref) do update
    set amount = excluded.amount, reason = excluded.reason, state = excluded.state,
      changed_tm = excluded.changed_tm, turn = excluded.turn, due_by = excluded.due_by, answered = excluded.answered,
      -- a new due date gets a new reminder
      reminded_tm = case when dispute.due_by is not distinct from excluded.due_by then dispute.reminded_tm end`.execute(
    tx,
  )
  const key = (nth: number) => `dispute ${gateway} ${dispute.ref} ${nth}`
  await book(tx, [
    {
      key: key(turn),
      vendor_id: charge.vendor_id,
      tm,
      what: `Dispute of ${charge.charge_description}`,
      postings: movement.postings,
      ...(movement.reverses && { reverses: key(charge.turn) }),
    },
  ])
  await recordDispute(tx, charge, dispute, isMoved)
}

type DueEvidence = Pick<DisputedCharge, 'gateway' | 'vendor_id' | 'company' | 'charge_description'> & {
  gateway_ref: string
  amount: string
  due_by: string
}

/** Reminds staff, once, of disputes whose evidence is due soon and missing (docs/domain/disputes.md). */
export async function remindOfDisputes({ db, clock }: Services): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<DueEvidence>`
      with due as (
        update dispute
        set reminded_tm = ${new Date(now)}
        where state in ('open', 'inquiry')
          and not answered
          and reminded_tm is null
          and due_by > ${new Date(now)}
          and due_by <= ${new Date(now + evidenceSoonMs)}
        returning gateway, gateway_ref, vendor_id, vendor_charge_id, amount, due_by)
      select v.vendor_id, v.company, c.charge_description, d.gateway, d.gateway_ref, d.amount, d.due_by
      from due d
      join vendor_charge c using (vendor_charge_id)
      join vendor v on v.vendor_id = d.vendor_id
      order by d.due_by`.execute(tx)
    if (rows.length === 0) return
    await raise(
      tx,
      ...rows.map((row) => ({
        kind: 'dispute' as const,
        subject: `${row.gateway}:${row.gateway_ref}`,
        severity: 'urgent' as const,
        message: `${row.company}: ${money(row.amount)}, ${row.charge_description}. ${untilText(row.due_by)}. None submitted yet`,
        link: '/billing/',
        vendor_id: row.vendor_id,
      })),
    )
  })
}

const isSameMoment = (a: string | null, b: string | null) => (a && Date.parse(a)) === (b && Date.parse(b))
const untilText = (due: string) => `Evidence is due by ${dayText(dayOf(Date.parse(due)))} (UTC)`

/** The disputed charge, its vendor locked, and the dispute as recorded. */
async function disputedCharge(
  tx: Tx,
  gateway: string,
  dispute: Dispute,
): Promise<DisputedCharge | undefined> {
  await sql`
    select v.vendor_id
    from vendor v
    join money_intent i using (vendor_id)
    where i.gateway = ${gateway} and i.gateway_ref = ${dispute.payment}
    for no key update of v`.execute(tx)
  const { rows } = await sql<DisputedCharge>`
    select i.gateway, c.vendor_charge_id, c.vendor_id, v.company, c.charge_description, d.state, d.amount,
      d.due_by, d.answered, coalesce(d.turn, 0) as turn
    from money_intent i
    join vendor_charge c using (money_intent_id)
    join vendor v on v.vendor_id = c.vendor_id
    left join dispute d on d.gateway = ${gateway} and d.gateway_ref = ${dispute.ref}
    where i.gateway = ${gateway} and i.gateway_ref = ${dispute.payment}`.execute(tx)
  return rows[0]
}

/** The movement that takes the money from the last state's account to this one's. */
function movementOf(charge: DisputedCharge, { state, amount }: Dispute) {
  const sums = new Map<Account, Cents>()
  const move = (account: Account | null, cents: Cents) => {
    if (account === null) return
    sums.set(account, (sums.get(account) ?? 0) + cents)
    sums.set('gateway', (sums.get('gateway') ?? 0) - cents)
  }
  const before = charge.state && accountOfState[charge.state]
  if (before && charge.amount !== null) move(before, -toCents(charge.amount))
  move(accountOfState[state], amount)
  const postings = [...sums].flatMap(([account, cents]) => (cents === 0 ? [] : { account, cents }))
  // won right after it opened: reverse the movement that took the money
  return { postings, reverses: before !== null && charge.turn === 1 && accountOfState[state] === null }
}

/** What changed of a dispute whose money stays where it is. */
function evidenceText(charge: DisputedCharge, { answered: isAnswered, due_by }: Dispute): string {
  if (isAnswered && !charge.answered) return 'Evidence submitted to the bank'
  return due_by ? untilText(due_by) : 'The bank no longer accepts evidence'
}

/** Logs each change; notifies staff when money moves. */
async function recordDispute(
  tx: Tx,
  charge: DisputedCharge,
  dispute: Dispute,
  isMoved: boolean,
): Promise<void> {
  const { state, reason, due_by, answered: isAnswered } = dispute
  const chargeText = `${money(fromCents(dispute.amount))}, ${charge.charge_description}`
  const eventText = isMoved ? stateTexts[state] : evidenceText(charge, dispute)
  await record(
    tx,
    {},
    {
      type: 'payment.dispute',
      vendor_id: charge.vendor_id,
      entity: 'vendor_charge',
      entity_id: charge.vendor_charge_id,
      message: `${eventText}: ${chargeText}`.slice(0, 500),
      changes: isMoved
        ? { dispute: { from: charge.state, to: state } }
        : {
            evidence_until: { from: charge.due_by, to: due_by },
            evidence_given: { from: charge.answered, to: isAnswered },
          },
      reason: reason.replaceAll('_', ' '),
    },
  )
  if (!isMoved) return
  const isOpen = state === 'open' || state === 'inquiry'
  await raise(tx, {
    kind: isOpen ? 'dispute' : 'dispute_decided',
    subject: `${charge.gateway}:${dispute.ref}`,
    message: [
      `${charge.company}: ${chargeText}`,
      eventText,
      ...(isOpen && due_by && !isAnswered ? [untilText(due_by)] : []),
    ].join('. '),
    link: `/vendors/view/${charge.vendor_id}/billing_history`,
    vendor_id: charge.vendor_id,
  })
}
