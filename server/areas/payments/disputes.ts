import { money } from '#contract/formats.ts'
import { fromCents, toCents, type Cents } from '#contract/billing/cents.ts'
import { book, type Account } from '#server/areas/ledger/public.ts'
import { sql, type Tx } from '#server/platform/db.ts'
import { record, type Services } from '#server/platform/services.ts'
import type { Dispute } from './gateways/gateway.ts'

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
  turn: number
}

/**
 * Writes how a dispute stands at the gateway, whatever was known of it before: its row, what the ledger has of
 * its money, the activity (docs/domain.md, Disputes). A payment of nobody's is left alone.
 */
export async function keepDispute(
  { clock }: Services,
  tx: Tx,
  gateway: string,
  dispute: Dispute,
): Promise<void> {
  const tm = new Date(clock.now()).toISOString()
  const of = await disputedCharge(tx, gateway, dispute)
  const amount = fromCents(dispute.amount)
  if (!of || (of.state === dispute.state && of.amount === amount)) return
  const moved = movementOf(of, dispute)
  const turn = of.turn + (moved.postings.length > 0 ? 1 : 0)
  await sql`
    insert into dispute (gateway, gateway_ref, vendor_charge_id, vendor_id, amount, reason, state, insert_tm,
      changed_tm, turn)
    values (${gateway}, ${dispute.ref}, ${of.vendor_charge_id}, ${of.vendor_id}, ${amount}, ${dispute.reason},
      ${dispute.state}, ${tm}, ${tm}, ${turn})
    on conflict (gateway, gateway_ref) do update
    set amount = excluded.amount, reason = excluded.reason, state = excluded.state,
      changed_tm = excluded.changed_tm, turn = excluded.turn`.execute(tx)
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
  await tell(tx, of, dispute, amount)
}

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
      coalesce(d.turn, 0) as turn
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

async function tell(tx: Tx, of: Disputed, { state, reason }: Dispute, amount: string): Promise<void> {
  const what = `${money(amount)}, ${of.charge_description}`
  await record(
    tx,
    {},
    {
      type: 'payment.dispute',
      vendor_id: of.vendor_id,
      entity: 'vendor_charge',
      entity_id: of.vendor_charge_id,
      message: `${said[state]}: ${what}`.slice(0, 500),
      changes: { dispute: { from: of.state, to: state } },
      reason: reason.replaceAll('_', ' '),
    },
  )
  await tx
    .insertInto('system_message')
    .values({
      category: 'money',
      message: `${of.company}: ${what}. ${said[state]}`,
      link: `/vendors/view/${of.vendor_id}/billing_history`,
    })
    .execute()
}
