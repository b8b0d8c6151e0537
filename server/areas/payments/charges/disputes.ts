import { dayText, money } from '#contract/formats.ts'
import { dayOf } from '#contract/billing/days.ts'
import { evidenceSoonMs } from '#contract/payments/disputes.ts'
import { fromCents, toCents, type Cents } from '#contract/billing/cents.ts'
import { book, type Account } from '#server/areas/ledger/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { record, type Services } from '#server/platform/services.ts'
import type { Dispute } from '../gateways/gateway.ts'

type State = Dispute['state']
/** Where a dispute's money is: nowhere else than where it was, held until it is decided, or gone. */
const placeOf: Record<State, Account | null> = {
  inquiry: null,
  open: 'disputed',
  won: null,
  lost: 'dispute_loss',
}
const said: Record<State, string> = {
  inquiry: 'The card’s bank asks about it; no money is withdrawn',
  open: 'The card’s holder disputes it; the money is withdrawn until it is decided',
  won: 'The dispute is won; nothing is lost',
  lost: 'The dispute is lost; the money is gone',
}
interface Disputed {
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

/** What of a dispute was known before the gateway is asked; null: nothing. */
export async function disputeKnown(db: Db, gateway: string, ref: string): Promise<string | null> {
  const { rows } = await sql<{ known: string }>`
    select concat_ws(' ', state, amount, changed_tm) as known
    from dispute
    where gateway = ${gateway} and gateway_ref = ${ref}`.execute(db)
  return rows[0]?.known ?? null
}

/**
 * Writes how a dispute stands at the gateway, whatever was known of it before: its row, what the ledger has of
 * its money, the activity (docs/domain.md, Disputes). A payment of nobody's is left alone.
 *
 * @param known before it was asked: where another has written since what may be newer, it is to be asked again
 */
export async function keepDispute(
  { clock }: Services,
  tx: Tx,
  gateway: string,
  dispute: Dispute,
  known?: string | null,
): Promise<void> {
  const tm = new Date(clock.now()).toISOString()
  const of = await disputedCharge(tx, gateway, dispute)
  const amount = fromCents(dispute.amount)
  if (!of) return
  const isMoved = of.state !== dispute.state || of.amount !== amount
  if (!isMoved && of.answered === dispute.answered && isSameMoment(of.due_by, dispute.due_by)) return
  if (known !== undefined && (await disputeKnown(tx, gateway, dispute.ref)) !== known)
    throw new Error('The dispute was written by another while the gateway was asked')
  const moved = movementOf(of, dispute)
  const turn = of.turn + (moved.postings.length > 0 ? 1 : 0)
  await sql`
    insert into dispute (gateway, gateway_ref, vendor_charge_id, vendor_id, amount, reason, state, insert_tm,
      changed_tm, turn, due_by, answered)
    values (${gateway}, ${dispute.ref}, ${of.vendor_charge_id}, ${of.vendor_id}, ${amount}, ${dispute.reason},
      ${dispute.state}, ${tm}, ${tm}, ${turn}, ${dispute.due_by}, ${dispute.answered})
    on conflict (gateway, gateway_ref) do update
    set amount = excluded.amount, reason = excluded.reason, state = excluded.state,
      changed_tm = excluded.changed_tm, turn = excluded.turn, due_by = excluded.due_by, answered = excluded.answered,
      -- another day is told of anew
      reminded_tm = case when dispute.due_by is not distinct from excluded.due_by then dispute.reminded_tm end`.execute(
    tx,
  )
  const key = (nth: number) => `dispute ${gateway} ${dispute.ref} ${nth}`
  await book(tx, [
    {
      key: key(turn),
      vendor_id: of.vendor_id,
      tm,
      what: `Dispute of ${of.charge_description}`,
      postings: moved.postings,
      ...(moved.reverses && { reverses: key(of.turn) }),
    },
  ])
  await tell(tx, of, dispute, amount, isMoved)
}

/** Reminds staff, once, of disputes whose evidence is late soon and isn't given (docs/domain.md, Disputes). */
export async function remindOfDisputes({ db, clock }: Services): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<
      Pick<Disputed, 'company' | 'charge_description'> & { amount: string; due_by: string }
    >`
      with due as (
        update dispute
        set reminded_tm = ${new Date(now)}
        where state in ('open', 'inquiry')
          and not answered
          and reminded_tm is null
          and due_by > ${new Date(now)}
          and due_by <= ${new Date(now + evidenceSoonMs)}
        returning vendor_charge_id, amount, due_by)
      select v.company, c.charge_description, d.amount, d.due_by
      from due d
      join vendor_charge c using (vendor_charge_id)
      join vendor v using (vendor_id)
      order by d.due_by`.execute(tx)
    if (rows.length === 0) return
    await tx
      .insertInto('system_message')
      .values(
        rows.map((of) => ({
          category: 'money',
          message: `${of.company}: ${money(of.amount)}, ${of.charge_description}. ${untilText(of.due_by)}, and none was given`,
          link: '/billing/',
        })),
      )
      .execute()
  })
}

const isSameMoment = (a: string | null, b: string | null) => (a && Date.parse(a)) === (b && Date.parse(b))
const untilText = (due: string) => `Evidence is taken until ${dayText(dayOf(Date.parse(due)))} (UTC)`

/** The charge that is disputed, its vendor held, and how the dispute stood. */
async function disputedCharge(tx: Tx, gateway: string, dispute: Dispute): Promise<Disputed | undefined> {
  await sql`
    select v.vendor_id
    from vendor v
    join money_intent i using (vendor_id)
    where i.gateway = ${gateway} and i.gateway_ref = ${dispute.payment}
    for no key update of v`.execute(tx)
  const { rows } = await sql<Disputed>`
    select c.vendor_charge_id, c.vendor_id, v.company, c.charge_description, d.state, d.amount,
      d.due_by, d.answered, coalesce(d.turn, 0) as turn
    from money_intent i
    join vendor_charge c using (money_intent_id)
    join vendor v on v.vendor_id = c.vendor_id
    left join dispute d on d.gateway = ${gateway} and d.gateway_ref = ${dispute.ref}
    where i.gateway = ${gateway} and i.gateway_ref = ${dispute.payment}`.execute(tx)
  return rows[0]
}

/** What takes the money from where the last state had it to where this one has it. */
function movementOf(of: Disputed, { state, amount }: Dispute) {
  const sums = new Map<Account, Cents>()
  const move = (account: Account | null, cents: Cents) => {
    if (account === null) return
    sums.set(account, (sums.get(account) ?? 0) + cents)
    sums.set('gateway', (sums.get('gateway') ?? 0) - cents)
  }
  const before = of.state && placeOf[of.state]
  if (before) move(before, -toCents(of.amount!))
  move(placeOf[state], amount)
  const postings = [...sums].flatMap(([account, cents]) => (cents === 0 ? [] : { account, cents }))
  // won at once: the money comes back by the very movement that took it
  return { postings, reverses: before !== null && of.turn === 1 && placeOf[state] === null }
}

/** In the log each change; staff are told of what moves. */
async function tell(
  tx: Tx,
  of: Disputed,
  { state, reason, due_by, answered }: Dispute,
  amount: string,
  isMoved: boolean,
): Promise<void> {
  const what = `${money(amount)}, ${of.charge_description}`
  const happened = isMoved
    ? said[state]
    : answered && !of.answered
      ? 'Evidence was given to the card’s bank'
      : due_by
        ? untilText(due_by)
        : 'The card’s bank takes no evidence any more'
  await record(
    tx,
    {},
    {
      type: 'payment.dispute',
      vendor_id: of.vendor_id,
      entity: 'vendor_charge',
      entity_id: of.vendor_charge_id,
      message: `${happened}: ${what}`.slice(0, 500),
      changes: isMoved
        ? { dispute: { from: of.state, to: state } }
        : {
            evidence_until: { from: of.due_by, to: due_by },
            evidence_given: { from: of.answered, to: answered },
          },
      reason: reason.replaceAll('_', ' '),
    },
  )
  if (!isMoved) return
  const isOpen = state === 'open' || state === 'inquiry'
  await tx
    .insertInto('system_message')
    .values({
      category: 'money',
      message: [
        `${of.company}: ${what}`,
        happened,
        ...(isOpen && due_by && !answered ? [untilText(due_by)] : []),
      ].join('. '),
      link: `/vendors/view/${of.vendor_id}/billing_history`,
    })
    .execute()
}
