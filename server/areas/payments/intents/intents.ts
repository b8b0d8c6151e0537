import { isConnectionLost, sql, type Db } from '#server/platform/database/db.ts'
import { answerOfPayment, answerOfRefund } from './answers.ts'
import { answerOfHolder, isByHolder } from './holder-confirmation.ts'
import { gatewayOf } from '../gateways/gateway-of.ts'
import {
  GatewayBusy,
  GatewayRefused,
  GatewayUnsure,
  type Gateway,
  type PaymentRequest,
  type RefundRequest,
} from '../gateways/gateway.ts'
import { settle } from './settle.ts'
import type { Answer, Settled } from './settled.ts'
import type { Services } from '#server/platform/services.ts'

interface OpenIntent {
  money_intent_id: string
  kind: Settled['kind']
  gateway_ref: string | null
  request: PaymentRequest & RefundRequest
  insert_tm: string
  checks: number
  terms: unknown
}
const leaseSeconds = 120
const atOnce = 100
/** While the answers of some are written, others are asked. */
const lanes = 2
/** Calls to the gateway at once, of each lane. */
const parallel = 6

/** Sends what is due: new ones, and those whose answer never came. Any number of workers may. */
export async function sendDueMoney(services: Services): Promise<number> {
  const all = await Promise.allSettled(Array.from({ length: lanes }, () => sendInTurn(services)))
  return all.reduce((sent, lane) => {
    if (lane.status === 'rejected') throw lane.reason
    return sent + lane.value
  }, 0)
}

async function sendInTurn(services: Services): Promise<number> {
  for (let sent = 0; ;) {
    const claimed = await claim(services, null)
    if (claimed.length === 0) return sent
    await send(services, claimed)
    sent += claimed.length
  }
}

/** Sends these now, as far as the gateway answers; what isn't answered is asked about later. */
export async function sendMoney(services: Services, intents: readonly string[]): Promise<void> {
  await send(services, await claim(services, intents))
}

async function claim(services: Services, only: readonly string[] | null): Promise<OpenIntent[]> {
  const now = new Date(services.clock.now()).toISOString()
  const { rows } = await sql<OpenIntent>`
    update money_intent i
    set checks = i.checks + 1,
      sent_tm = coalesce(i.sent_tm, ${now}::timestamptz),
      next_check_tm = ${now}::timestamptz + make_interval(secs => ${leaseSeconds}::int)
    from (
      select money_intent_id
      from money_intent
      where state = 'open'
        and flagged_tm is null
        -- what another gateway was asked only that one knows
        and gateway = ${gatewayOf(services).name}
        and next_check_tm <= ${now}::timestamptz
        and (${only === null} or money_intent_id = any(${(only ?? []) as string[]}::text[]))
      order by next_check_tm
      limit ${atOnce}
      for no key update skip locked) due
    where i.money_intent_id = due.money_intent_id
    returning i.money_intent_id, i.kind, i.gateway_ref, i.request, i.insert_tm, i.checks,
      i.terms`.execute(services.db)
  return rows
}

/** What one call to the gateway led to: its answer, or why there is none yet. */
type Step = { answer: Answer } | { ref: string } | { later: Error }

async function send(services: Services, intents: readonly OpenIntent[]): Promise<void> {
  if (intents.length === 0) return
  const gateway = gatewayOf(services)
  const first = await inParallel(
    intents,
    (intent) => intent,
    (intent) => begin(gateway, intent, services.clock.now()),
  )
  await keepRefs(services.db, first)
  const second = await inParallel(
    first,
    ({ intent }) => intent,
    async ({ intent, step }) =>
      'ref' in step ? finish(gateway, intent, step.ref, services.clock.now()) : step,
  )
  const answers = second.flatMap(({ intent, step }) =>
    'answer' in step ? { intent, answer: step.answer } : [],
  )
  const unwritten = await settleAll(services, answers)
  await checkLater(services, [
    ...unwritten,
    ...second.flatMap(({ intent, step }) => ('later' in step ? { intent, error: step.later } : [])),
  ])
}

interface Answered {
  intent: OpenIntent
  answer: Answer
}
/** All at once; where that fails each by itself, so that one keeps no other back. Answers what isn't written. */
async function settleAll(services: Services, all: readonly Answered[]): Promise<Unknown[]> {
  if (all.length === 0) return []
  const write = (some: readonly Answered[]) =>
    services.db.transaction().execute((tx) =>
      settle(
        services,
        tx,
        some.map(({ answer }) => answer),
      ),
    )
  try {
    await write(all)
    return []
  } catch (error) {
    if (isConnectionLost(error)) throw error
    services.log.error({ err: error }, 'answers of the gateway are written one by one')
  }
  const unwritten: Unknown[] = []
  for (const one of all)
    await write([one]).catch((error: unknown) => {
      if (isConnectionLost(error)) throw error
      unwritten.push({ intent: one.intent, error: error as Error })
    })
  return unwritten
}

async function inParallel<T>(
  all: readonly T[],
  intentOf: (one: T) => OpenIntent,
  work: (one: T) => Promise<Step>,
) {
  const steps: { intent: OpenIntent; step: Step }[] = []
  let next = 0
  const worker = async () => {
    for (let i = next++; i < all.length; i = next++) {
      const intent = intentOf(all[i]!)
      steps[i] = { intent, step: await work(all[i]!).catch((error: unknown) => stepOf(intent, error)) }
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallel, all.length) }, worker))
  return steps
}

/** Looking moves nothing: what can't be looked at now says nothing of what was done. */
const look = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw error instanceof GatewayRefused ? new GatewayUnsure(error.message) : error
  })

/** A failure of a call as a step: what the gateway refuses is an answer, anything else is asked about later. */
function stepOf(intent: OpenIntent, error: unknown): Step {
  if (error instanceof GatewayRefused)
    return {
      answer: {
        money_intent_id: intent.money_intent_id,
        state: 'failed',
        transaction_num: null,
        refusal: { code: error.code, decline_code: null, message: error.message },
      },
    }
  // one that fails in a way of its own keeps no other from its answer
  return { later: error instanceof Error ? error : new Error(String(error)) }
}

const day = 86_400_000
/** Nothing has moved yet: a payment is made ready, a refund asked for. */
async function begin(gateway: Gateway, intent: OpenIntent, now: number): Promise<Step> {
  if (intent.gateway_ref !== null) return { ref: intent.gateway_ref }
  const again = intent.checks > 1
  if (intent.kind !== 'refund') {
    const found = again ? await look(() => gateway.findPayment(intent.request)) : null
    return { ref: (found ?? (await gateway.createPayment(intent.request))).ref }
  }
  const found = again ? await look(() => gateway.findRefund(intent.request)) : null
  // the gateway forgets a key after a day: asking again would give the money back twice
  if (!found && again && now - Date.parse(intent.insert_tm) > 23 * 3_600_000)
    return { later: new GatewayUnsure('The gateway knows of no such refund') }
  return { ref: (found ?? (await gateway.createRefund(intent.request))).ref }
}

/** The money moves, or it is read whether it has. */
async function finish(gateway: Gateway, intent: OpenIntent, ref: string, now: number): Promise<Step> {
  const { money_intent_id, kind } = intent
  if (kind === 'refund') {
    const answer = answerOfRefund(intent, await look(() => gateway.readRefund(ref)))
    return answer ? { answer } : { later: new GatewayUnsure('The gateway works on the refund') }
  }
  if (isByHolder(intent)) {
    const answer = await answerOfHolder(gateway, intent, ref, now)
    return answer ? { answer } : { later: new GatewayUnsure('The customer is asked to confirm it') }
  }
  let payment = intent.checks > 1 ? await look(() => gateway.readPayment(ref)) : null
  if (payment === null || payment.state === 'ready')
    // a payment is paid once at most; the answer of an earlier try may be a failure that the key repeats
    payment = await gateway.confirmPayment(ref, `${money_intent_id}:confirm:${intent.checks}`)
  if (payment.state === 'held') payment = await gateway.cancelPayment(ref, `${money_intent_id}:cancel`)
  const answer = answerOfPayment(intent, payment)
  return answer ? { answer } : { later: new GatewayUnsure('The gateway works on the payment') }
}

/** What the gateway calls them, before any money moves. */
async function keepRefs(db: Db, steps: readonly { intent: OpenIntent; step: Step }[]): Promise<void> {
  const fresh = steps.flatMap(({ intent, step }) =>
    'ref' in step && intent.gateway_ref === null ? { id: intent.money_intent_id, ref: step.ref } : [],
  )
  if (fresh.length === 0) return
  await sql`
    update money_intent i
    set gateway_ref = x.ref
    from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as x (id text, ref text)
    where i.money_intent_id = x.id and i.gateway_ref is null`.execute(db)
}

/** When each is asked about again, in seconds; after two days a person decides. */
export const waitSeconds = [60, 300, 3600, 5 * 3600]
export const flaggedAfterMs = 2 * day
interface Unknown {
  intent: OpenIntent
  error: Error
}
const isExpected = (error: Error) => error instanceof GatewayUnsure || error instanceof GatewayBusy
async function checkLater({ db, clock, log }: Services, unknown: readonly Unknown[]): Promise<void> {
  if (unknown.length === 0) return
  for (const { intent, error } of unknown)
    if (!isExpected(error)) log.error({ err: error, money: intent.money_intent_id }, 'money isn’t settled')
  const now = clock.now()
  const rows = unknown.map(({ intent, error }) => ({
    id: intent.money_intent_id,
    error: error.message.slice(0, 500),
    next: new Date(now + waitSeconds[Math.min(intent.checks, waitSeconds.length) - 1]! * 1000).toISOString(),
    flagged: now - Date.parse(intent.insert_tm) > flaggedAfterMs ? new Date(now).toISOString() : null,
  }))
  await sql`
    update money_intent i
    set last_error = x.error, next_check_tm = x.next, flagged_tm = x.flagged
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (id text, error text, next timestamptz, flagged timestamptz)
    where i.money_intent_id = x.id and i.state = 'open'`.execute(db)
}
