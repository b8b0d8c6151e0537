import { fromCents } from '#contract/billing/cents.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { applyPayment, applyRefund } from '../gateways/events.ts'
import type { Gateway, Payment, Refund } from '../gateways/gateway.ts'
import { gatewayOf } from '../gateways/gateway-of.ts'

const day = 86_400_000
/** Days compared; further back while an older difference is open, up to `mostDays`. */
export const usualDays = 7
export const mostDays = 60
/** Anything younger may still be on its way. */
export const settlesMs = 3_600_000
const batch = 500

/**
 * Compares the gateway's records with ours in both directions, page by page. It settles intents that only wait
 * for an answer; what still differs is a row until it disappears or is accepted (docs/domain/gateways.md, Reconciliation).
 */
export async function reconcile(services: Services): Promise<void> {
  const { db, clock } = services
  const gateway = gatewayOf(services)
  const now = new Date(clock.now())
  const from = await oldestCompared(db, gateway.name, clock.now())
  await sql`truncate gateway_listed`.execute(db)
  await list(services, 'payment', gateway.payments(from, now), applyPayment)
  await list(services, 'refund', gateway.refunds(from, now), applyRefund)
  await sql`analyze gateway_listed`.execute(db)
  await db.transaction().execute((tx) => keepDifferences(tx, gateway, from, now))
}

/** The earliest moment at which a difference's payment may have been made. */
const earliestMadeTm = sql`least(i.sent_tm, d.found_tm - make_interval(days => ${usualDays}::int))`
async function oldestCompared(db: Db, gateway: string, now: number): Promise<Date> {
  const { rows } = await sql<{ oldest: string | null }>`
    select min(${earliestMadeTm}) as oldest
    from gateway_difference d
    left join money_intent i using (money_intent_id)
    where d.gateway = ${gateway} and d.gone_tm is null and d.accepted_tm is null`.execute(db)
  const oldest = rows[0]?.oldest ? Date.parse(rows[0].oldest) : now
  return new Date(Math.max(Math.min(oldest, now - usualDays * day), now - mostDays * day))
}

type Kind = 'payment' | 'refund'
/** Saves what the gateway lists, in batches, and settles what we still wait for as an event would. */
async function list<T extends Payment | Refund>(
  services: Services,
  kind: Kind,
  listing: AsyncIterable<T>,
  bring: (services: Services, tx: Tx, one: T) => Promise<void>,
): Promise<void> {
  let chunk: T[] = []
  const keep = async () => {
    if (chunk.length === 0) return
    const stale = await keepListed(services.db, kind, chunk)
    for (const entry of chunk.filter(({ ref }) => stale.has(ref)))
      await services.db.transaction().execute((tx) => bring(services, tx, entry))
    chunk = []
  }
  for await (const entry of listing) {
    chunk.push(entry)
    if (chunk.length === batch) await keep()
  }
  await keep()
}

/** Saves a batch; returns the references whose intent has another state. */
async function keepListed(db: Db, kind: Kind, chunk: readonly (Payment | Refund)[]): Promise<Set<string>> {
  const rows = chunk.map(({ ref, key, amount, state, ...movement }) => ({
    ref,
    key,
    amount: fromCents(amount),
    state,
    customer: 'customer' in movement ? movement.customer : null,
    payment: 'payment' in movement ? movement.payment : null,
  }))
  const { rows: stale } = await sql<{ ref: string }>`
    with listed as (
      insert into gateway_listed
      select ${kind}, l.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as l (ref text, key text, amount numeric, state text, customer text, payment text)
      on conflict do nothing
      returning *)
    select l.ref
    from listed l
    join money_intent i on i.money_intent_id = l.key
    where ${stateDiffers}`.execute(db)
  return new Set(stale.map((row) => row.ref))
}

/** Whether the gateway's state differs from that of our intent `i`. */
const stateDiffers = sql`not (
  case l.state
    when 'succeeded' then i.state = 'succeeded' and i.kind <> 'auth'
    when 'canceled' then i.state in ('declined', 'failed') or (i.kind = 'auth' and i.state = 'succeeded')
    when 'refused' then i.state in ('declined', 'failed')
    when 'failed' then i.state = 'failed'
    when 'ready' then i.state in ('open', 'failed')
    else i.state = 'open'
  end)`

/** The vendor of something only the gateway has, `l`: by its customer, or for a refund by its payment. */
const vendorOf = (gateway: string) => sql`coalesce(
  (
    select c.vendor_id
    from payment_customer c
    where c.gateway = ${gateway} and c.customer = l.customer),
  (
    select i.vendor_id
    from money_intent i
    where i.gateway = ${gateway} and i.gateway_ref = l.payment
    limit 1),
  (
    select c.vendor_id
    from gateway_listed p
    join payment_customer c on c.gateway = ${gateway} and c.customer = p.customer
    where p.kind = 'payment' and p.ref = l.payment))`

async function keepDifferences(tx: Tx, { name }: Gateway, from: Date, now: Date): Promise<void> {
  const settledBefore = new Date(now.getTime() - settlesMs)
  await sql`
    create temporary table differing on commit drop as
    -- only the gateway has it; what moved no money doesn’t matter
    select l.kind, l.ref, 'unknown' as what, ${vendorOf(name)} as vendor_id, null::text as money_intent_id,
      'nothing' as ours, '$' || l.amount || ', ' || l.state as theirs
    from gateway_listed l
    where l.state in ('succeeded', 'held', 'open')
      and not exists (
        select
        from money_intent i
        where i.money_intent_id = l.key and i.gateway = ${name})
    union all
    select l.kind, l.ref, 'amount', i.vendor_id, i.money_intent_id, '$' || i.amount, '$' || l.amount
    from gateway_listed l
    join money_intent i on i.money_intent_id = l.key and i.gateway = ${name}
    where i.amount <> l.amount
    union all
    select l.kind, l.ref, 'state', i.vendor_id, i.money_intent_id, i.state, l.state
    from gateway_listed l
    join money_intent i on i.money_intent_id = l.key and i.gateway = ${name}
    where ${stateDiffers} and i.insert_tm < ${settledBefore}
    union all
    select case i.kind when 'refund' then 'refund' else 'payment' end, i.money_intent_id, 'missing', i.vendor_id,
      i.money_intent_id, '$' || i.amount || ', ' || i.state, 'nothing'
    from money_intent i
    where i.gateway = ${name}
      and i.state = 'succeeded'
      -- the gateway made it after we sent it
      and i.sent_tm >= ${from}
      and i.settled_tm < ${settledBefore}
      and not exists (
        select
        from gateway_listed l
        where l.key = i.money_intent_id or l.ref = i.gateway_ref)`.execute(tx)
  await sql`
    insert into gateway_difference
      (gateway, kind, ref, what, vendor_id, money_intent_id, ours, theirs, found_tm, seen_tm)
    select ${name}, kind, ref, what, vendor_id, money_intent_id, ours, theirs, ${now}, ${now}
    from differing
    on conflict (gateway, ref, what) do update
    set seen_tm = excluded.seen_tm, gone_tm = null, vendor_id = excluded.vendor_id, ours = excluded.ours, theirs = excluded.theirs,
      -- an acceptance holds only for the values it was given for
      accepted_by = case when ${sameAsAccepted} then gateway_difference.accepted_by end,
      accepted_by_name = case when ${sameAsAccepted} then gateway_difference.accepted_by_name end,
      accepted_tm = case when ${sameAsAccepted} then gateway_difference.accepted_tm end,
      accepted_reason = case when ${sameAsAccepted} then gateway_difference.accepted_reason end`.execute(tx)
  await sql`
    update gateway_difference gone
    set gone_tm = ${now}
    from gateway_difference d
    left join money_intent i using (money_intent_id)
    where gone.gateway_difference_id = d.gateway_difference_id
      and d.gateway = ${name}
      and d.gone_tm is null
      and not exists (select from differing f where f.ref = d.ref and f.what = d.what)
      -- what wasn’t compared may still differ
      and ${earliestMadeTm} >= ${from}`.execute(tx)
  await sql`
    insert into gateway_watch (gateway, events_upto, reconciled_tm)
    values (${name}, ${now}, ${now})
    on conflict (gateway) do update set reconciled_tm = excluded.reconciled_tm`.execute(tx)
}
const sameAsAccepted = sql`
  gateway_difference.ours = excluded.ours and gateway_difference.theirs = excluded.theirs`
