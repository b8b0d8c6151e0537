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
import { itemAt } from '../item-at.ts'
import { settle } from './settle.ts'
import type { Answer, SettledIntent } from './settled-intent.ts'
import type { Services } from '#server/platform/services.ts'

interface OpenIntent {
  money_intent_id: string
  kind: SettledIntent['kind']
  gateway_ref: string | null
  request: PaymentRequest & RefundRequest
  insert_tm: string
  checks: number
  terms: unknown
}
const leaseSeconds = 120
const atOnce = 100
/** One lane writes answers while the other calls the gateway. */
const lanes = 2
/** Concurrent gateway calls per lane. */
const parallel = 6

/** Sends what is due: new intents, and those whose answer never came. Any number of workers may run it. */
export async function sendDueMoney(services: Services): Promise<number> {
  const all = await Promise.allSettled(Array.from({ length: lanes }, () => sendInTurn(services)))
  return all.reduce((total, lane) => {
    if (lane.status === 'rejected') throw lane.reason
    return total + lane.value
  }, 0)
}

async function sendInTurn(services: Services): Promise<number> {
  for (let count = 0; ;) {
    const intents = await claim(services, null)
    if (intents.length === 0) return count
    await send(services, intents)
    count += intents.length
  }
}

/** Sends these now; what the gateway doesn't answer is checked later. */
export async function sendMoney(services: Services, intents: readonly string[]): Promise<void> {
  await send(services, await claim(services, intents))
}

async function claim(services: Services, intentIds: readonly string[] | null): Promise<OpenIntent[]> {
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
        -- only the gateway that was asked knows the answer
        and gateway = ${gatewayOf(services).name}
        and next_check_tm <= ${now}::timestamptz
        and (${intentIds === null} or money_intent_id = any(${(intentIds ?? []) as string[]}::text[]))
      order by next_check_tm
      limit ${atOnce}
      for no key update skip locked) due
    where i.money_intent_id = due.money_intent_id
    returning i.money_intent_id, i.kind, i.gateway_ref, i.request, i.insert_tm, i.checks,
      i.terms`.execute(services.db)
  return rows
}

/** Where a gateway call led: an answer, a reference to go on with, or an error to retry. */
type Step = { answer: Answer } | { ref: string } | { later: Error }

async function send(services: Services, intents: readonly OpenIntent[]): Promise<void> {
  if (intents.length === 0) return
  const gateway = gatewayOf(services)
  const first = await inParallel(
    intents,
    (intent) => intent,
    (intent) => begin(gateway, intent, services.clock.now()),
  )
  const second = await inParallel(
    await keepRefs(services.db, first),
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

interface AnsweredIntent {
  intent: OpenIntent
  answer: Answer
}
/** Settles all at once, or one by one if that fails, so one can't block the rest. Returns what failed. */
async function settleAll(services: Services, all: readonly AnsweredIntent[]): Promise<Unknown[]> {
  if (all.length === 0) return []
  const write = (batch: readonly AnsweredIntent[]) =>
    services.db.transaction().execute((tx) =>
      settle(
        services,
        tx,
        batch.map(({ answer }) => answer),
      ),
    )
  try {
    await write(all)
    return []
  } catch (error) {
    if (isConnectionLost(error)) throw error
    services.log.error({ err: error }, 'saving gateway results failed as a batch, saving them one by one')
  }
  const unwritten: Unknown[] = []
  for (const answeredIntent of all)
    await write([answeredIntent]).catch((error: unknown) => {
      if (isConnectionLost(error)) throw error
      unwritten.push({ intent: answeredIntent.intent, error: error as Error })
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
      const item = itemAt(all, i)
      const intent = intentOf(item)
      steps[i] = { intent, step: await work(item).catch((error: unknown) => stepOf(intent, error)) }
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallel, all.length) }, worker))
  return steps
}

/** A failed look-up says nothing about whether the money moved. */
const look = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw error instanceof GatewayRefused ? new GatewayUnsure(error.message) : error
  })

/** A failed call as a step: the gateway's refusal is an answer, anything else is checked later. */
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
  // an unexpected failure must not block the other answers
  return { later: error instanceof Error ? error : new Error(String(error)) }
}

const day = 86_400_000
/** Prepares a payment or requests a refund; no money has moved yet. */
async function begin(gateway: Gateway, intent: OpenIntent, now: number): Promise<Step> {
  if (intent.gateway_ref !== null) return { ref: intent.gateway_ref }
  const isRetry = intent.checks > 1
  if (intent.kind !== 'refund') {
    const payment = isRetry ? await look(() => gateway.findPayment(intent.request)) : null
    return { ref: (payment ?? (await gateway.createPayment(intent.request, intent.checks))).ref }
  }
  const refund = isRetry ? await look(() => gateway.findRefund(intent.request)) : null
  // the gateway forgets a key after a day, so asking again could refund twice
  if (!refund && isRetry && now - Date.parse(intent.insert_tm) > 23 * 3_600_000)
    return { later: new GatewayUnsure('Refund not found at the gateway') }
  return { ref: (refund ?? (await gateway.createRefund(intent.request))).ref }
}

/** Moves the money, or reads whether it has moved. */
async function finish(gateway: Gateway, intent: OpenIntent, ref: string, now: number): Promise<Step> {
  const { money_intent_id, kind } = intent
  if (kind === 'refund') {
    const answer = answerOfRefund(intent, await look(() => gateway.readRefund(ref)))
    return answer ? { answer } : { later: new GatewayUnsure('The gateway is processing the refund') }
  }
  if (isByHolder(intent)) {
    const answer = await answerOfHolder(gateway, intent, ref, now)
    return answer ? { answer } : { later: new GatewayUnsure('Waiting for the customer to confirm') }
  }
  let payment = intent.checks > 1 ? await look(() => gateway.readPayment(ref)) : null
  if (payment === null || payment.state === 'ready')
    // a payment is paid at most once; an earlier key might only repeat a failure
    payment = await gateway.confirmPayment(ref, `${money_intent_id}:confirm:${intent.checks}`)
  if (payment.state === 'held') payment = await gateway.cancelPayment(ref, `${money_intent_id}:cancel`)
  const answer = answerOfPayment(intent, payment)
  return answer ? { answer } : { later: new GatewayUnsure('The gateway is processing the payment') }
}

interface BegunIntent {
  intent: OpenIntent
  step: Step
}
/**
 * Saves the gateway's references before any money moves. Each continues with the saved one: a process that
 * stalled while it created a payment must not move another one's money a second time.
 */
async function keepRefs(db: Db, steps: readonly BegunIntent[]): Promise<readonly BegunIntent[]> {
  const fresh = steps.flatMap(({ intent, step }) =>
    'ref' in step && intent.gateway_ref === null ? { id: intent.money_intent_id, ref: step.ref } : [],
  )
  if (fresh.length === 0) return steps
  const { rows } = await sql<{ id: string; ref: string }>`
    update money_intent i
    set gateway_ref = coalesce(i.gateway_ref, x.ref)
    from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as x (id text, ref text)
    where i.money_intent_id = x.id
    returning i.money_intent_id as id, i.gateway_ref as ref`.execute(db)
  const saved = new Map(rows.map(({ id, ref }) => [id, ref]))
  return steps.map(({ intent, step }) => {
    const ref = saved.get(intent.money_intent_id)
    return { intent, step: ref === undefined ? step : { ref } }
  })
}

/** Seconds until the next check of each; after two days a person decides. */
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
    if (!isExpected(error))
      log.error({ err: error, money: intent.money_intent_id }, 'payment could not be settled')
  const now = clock.now()
  const rows = unknown.map(({ intent, error }) => ({
    id: intent.money_intent_id,
    error: error.message.slice(0, 500),
    next: new Date(
      now + itemAt(waitSeconds, Math.min(intent.checks, waitSeconds.length) - 1) * 1000,
    ).toISOString(),
    flagged: now - Date.parse(intent.insert_tm) > flaggedAfterMs ? new Date(now).toISOString() : null,
  }))
  await sql`
    update money_intent i
    set last_error = x.error, next_check_tm = x.next, flagged_tm = x.flagged
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (id text, error text, next timestamptz, flagged timestamptz)
    where i.money_intent_id = x.id and i.state = 'open'`.execute(db)
}
