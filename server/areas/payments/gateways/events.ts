import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { answerOfPayment, answerOfRefund, failureText } from '../intents/answers.ts'
import { readDisputeState, keepDispute } from '../charges/disputes.ts'
import { GatewayRefused, type GatewayEvent, type Payment, type Refund } from './gateway.ts'
import { gatewayOf } from './gateway-of.ts'
import { itemAt } from '../item-at.ts'
import { settle } from '../intents/settle.ts'
import type { SettledIntent } from '../intents/settled-intent.ts'
import { lockIntentVendor } from '../renewals/hold-vendor.ts'
import { takeBackRefund } from '../charges/taken-back-refunds.ts'

/** Stores gateway events, each once however often it arrives. */
export async function keepEvents(
  db: Db,
  gateway: string,
  events: readonly GatewayEvent[],
  tm: string,
): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into gateway_event (gateway, event_id, type, about, tm, next_try_tm)
    select ${gateway}, e.id, e.type, e.about, ${tm}::timestamptz, ${tm}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (id text, type text, about jsonb)
    on conflict do nothing`.execute(db)
}

const batch = 500
/** How far each listing overlaps the last one: the gateway may list an event late. */
const overlapMs = 600_000
const firstMs = 3 * 86_400_000
/**
 * Lists the gateway's events since the last time, so nothing is missed that never reached our address, and
 * processes the events of both ways (docs/domain/gateways.md, Gateway events).
 */
export async function takeEvents(services: Services): Promise<void> {
  try {
    await listEvents(services)
  } catch (error) {
    await keepFailure(services, error as Error)
    throw error
  }
  await processEvents(services)
}

async function listEvents(services: Services): Promise<void> {
  const { db, clock } = services
  const gateway = gatewayOf(services)
  const now = clock.now()
  const tm = new Date(now).toISOString()
  const watch = await db
    .selectFrom('gateway_watch')
    .select('events_upto')
    .where('gateway', '=', gateway.name)
    .executeTakeFirst()
  const from = new Date(watch ? Date.parse(watch.events_upto) - overlapMs : now - firstMs)
  let events: GatewayEvent[] = []
  for await (const event of gateway.events(from, new Date(now))) {
    events.push(event)
    if (events.length < batch) continue
    await keepEvents(db, gateway.name, events, tm)
    events = []
  }
  await keepEvents(db, gateway.name, events, tm)
  await sql`
    insert into gateway_watch (gateway, events_upto)
    values (${gateway.name}, ${tm})
    on conflict (gateway) do update
    set events_upto = excluded.events_upto, failing_since = null, failure = null`.execute(db)
}

/** What staff are notified of while it lasts. */
async function keepFailure(services: Services, { message }: Error): Promise<void> {
  const tm = new Date(services.clock.now()).toISOString()
  await sql`
    insert into gateway_watch (gateway, events_upto, failing_since, failure)
    values (${gatewayOf(services).name}, ${tm}::timestamptz - make_interval(secs => ${(firstMs - overlapMs) / 1000}), ${tm}, ${message.slice(0, 500)})
    on conflict (gateway) do update
    set failing_since = coalesce(gateway_watch.failing_since, excluded.failing_since), failure = excluded.failure`.execute(
    services.db,
  )
}

interface Due {
  event_id: string
  about: GatewayEvent['about']
  tries: number
}
const leaseSeconds = 120
const atOnce = 50
const parallel = 8

/** Processes stored events that are due; any number of workers may run it. */
export async function processEvents(services: Services): Promise<void> {
  for (;;) {
    const due = await claim(services)
    const queue = [...due]
    const work = async () => {
      for (let event = queue.shift(); event; event = queue.shift()) await processOne(services, event)
    }
    await Promise.all(Array.from({ length: parallel }, work))
    if (due.length < atOnce) return
  }
}

async function claim(services: Services): Promise<Due[]> {
  const now = new Date(services.clock.now()).toISOString()
  const { rows } = await sql<Due>`
    update gateway_event e
    set tries = least(e.tries + 1, 30000),
      next_try_tm = ${now}::timestamptz + make_interval(secs => ${leaseSeconds}::int)
    from (
      select gateway, event_id
      from gateway_event
      where processed_tm is null
        and gateway = ${gatewayOf(services).name}
        and coalesce(next_try_tm, tm) <= ${now}::timestamptz
      order by tm
      limit ${atOnce}
      for no key update skip locked) due
    where e.gateway = due.gateway and e.event_id = due.event_id
    returning e.event_id, e.about, e.tries`.execute(services.db)
  return rows
}

async function processOne(services: Services, event: Due): Promise<void> {
  const { db, log } = services
  try {
    const bring = await readSubject(services, event.about)
    await db.transaction().execute(async (tx) => {
      await bring(tx)
      await markProcessed(services, tx, event, null)
    })
  } catch (error) {
    const { message } = error as Error
    // what the gateway doesn't have, it never will
    if (error instanceof GatewayRefused) return markProcessed(services, db, event, message)
    log.warn({ event: event.event_id, err: message }, 'gateway event failed, retrying')
    await tryLater(services, event, message)
  }
}

type Bring = (tx: Tx) => Promise<void>
/** Reads the current state of an event's subject, whatever order events arrive in; the result writes it. */
async function readSubject(services: Services, subject: Due['about']): Promise<Bring> {
  const gateway = gatewayOf(services)
  if (subject === null) return async () => {}
  if ('payment' in subject) {
    const payment = await gateway.readPayment(subject.payment)
    return (tx) => applyPayment(services, tx, payment)
  }
  if ('refund' in subject) {
    const refund = await gateway.readRefund(subject.refund)
    return (tx) => applyRefund(services, tx, refund)
  }
  const stateBefore = await readDisputeState(services.db, gateway.name, subject.dispute)
  const dispute = await gateway.readDispute(subject.dispute)
  const payment = await gateway.readPayment(dispute.payment)
  return async (tx) => {
    // a dispute may be reported before the payment’s own answer
    await applyPayment(services, tx, payment)
    await keepDispute(services, tx, gateway.name, { ...dispute, stateBefore })
  }
}

/** Settles an intent that waits for this payment. */
export async function applyPayment(services: Services, tx: Tx, payment: Payment): Promise<void> {
  const intent = await intentOf(services, tx, payment)
  const answer = intent?.state === 'open' && intent.kind !== 'refund' && answerOfPayment(intent, payment)
  if (answer) await settle(services, tx, [answer])
}

/** Settles an intent that waits for this refund; reverses a refund that succeeded and has failed since. */
export async function applyRefund(services: Services, tx: Tx, refund: Refund): Promise<void> {
  const intent = await intentOf(services, tx, refund)
  if (intent?.kind !== 'refund') return
  const answer = intent.state === 'open' && answerOfRefund(intent, refund)
  if (answer) await settle(services, tx, [answer])
  else if (intent.state === 'succeeded' && refund.state === 'failed')
    await takeBackRefund(services, tx, intent.money_intent_id, failureText(refund.failure))
}

/** The intent with the key that the gateway was given; we may not know its gateway reference yet. */
async function intentOf(services: Services, tx: Tx, { key, ref }: { key: string; ref: string }) {
  await lockIntentVendor(tx, key)
  const { rows } = await sql<
    Pick<SettledIntent, 'kind' | 'terms'> & { money_intent_id: string; state: string }
  >`
    update money_intent
    set gateway_ref = coalesce(gateway_ref, ${ref})
    where money_intent_id = ${key} and gateway = ${gatewayOf(services).name}
      and coalesce(gateway_ref, ${ref}) = ${ref}
    returning money_intent_id, kind, state, terms`.execute(tx)
  return rows[0]
}

const markProcessed = async (services: Services, db: Db, { event_id }: Due, error: string | null) => {
  await db
    .updateTable('gateway_event')
    .set({
      processed_tm: new Date(services.clock.now()).toISOString(),
      last_error: error?.slice(0, 500) ?? null,
    })
    .where('gateway', '=', gatewayOf(services).name)
    .where('event_id', '=', event_id)
    .execute()
}

/** In seconds; the last one repeats. */
export const waitSeconds = [30, 120, 600, 1800, 3600]
const tryLater = async (services: Services, { event_id, tries }: Due, error: string) => {
  const wait = itemAt(waitSeconds, Math.min(tries, waitSeconds.length) - 1)
  await services.db
    .updateTable('gateway_event')
    .set({
      next_try_tm: new Date(services.clock.now() + wait * 1000).toISOString(),
      last_error: error.slice(0, 500),
    })
    .where('gateway', '=', gatewayOf(services).name)
    .where('event_id', '=', event_id)
    .execute()
}
