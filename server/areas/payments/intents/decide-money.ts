import { money } from '#contract/formats.ts'
import { toCents } from '#contract/billing/cents.ts'
import type { Parsed } from '#contract/index.ts'
import { lockAnyVendor } from '#server/areas/vendor-record/public.ts'
import type { Tx } from '#server/platform/database/db.ts'
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts'
import { write, type Activity, type Ctx } from '#server/platform/services.ts'
import { answerOfPayment, answerOfRefund } from './answers.ts'
import {
  GatewayBusy,
  GatewayRefused,
  GatewayUnsure,
  type Payment,
  type PaymentRequest,
  type Refund,
  type RefundRequest,
} from '../gateways/gateway.ts'
import { gatewayOf } from '../gateways/gateway-of.ts'
import { sendMoney } from './intents.ts'
import { settle } from './settle.ts'
import type { Answer, SettledIntent } from './settled-intent.ts'

interface Open {
  money_intent_id: string
  vendor_id: number
  kind: SettledIntent['kind']
  amount: string
  gateway_ref: string | null
  flagged_tm: string | null
  request: PaymentRequest & RefundRequest
}

/** Asks the gateway now about a payment, even if it is flagged or not due for a check. */
export async function askGatewayAgain(ctx: Ctx, { body }: Parsed<'askGatewayAgain'>) {
  const { money_intent_id } = await openOf(ctx, body.money_intent_id)
  await write(ctx, async (tx, logActivity) => {
    const intent = await hold(ctx, tx, money_intent_id)
    await tx
      .updateTable('money_intent')
      .set({ flagged_tm: null, next_check_tm: new Date(ctx.clock.now()).toISOString() })
      .where('money_intent_id', '=', money_intent_id)
      .execute()
    await logActivity(intentActivity(intent, 'payment.ask', 'Checked at the gateway'))
  })
  await sendMoney(ctx, [money_intent_id])
  return stateOf(ctx, money_intent_id)
}

/**
 * Lets a person decide a payment whose result nobody could find out. What the gateway has under the given name
 * must match, and what "did not happen" must not have happened (docs/domain/gateways.md, Money without an answer).
 */
export async function decideMoney(ctx: Ctx, { body }: Parsed<'decideMoney'>) {
  const intent = await openOf(ctx, body.money_intent_id)
  if (intent.flagged_tm === null)
    throw conflict('Still checking automatically. You can resolve it after two days')
  const answer =
    body.gateway_ref === null
      ? await confirmNotMoved(ctx, intent, body.reason)
      : await confirmMoved(ctx, intent, body.gateway_ref)
  await write(ctx, async (tx, logActivity) => {
    await hold(ctx, tx, intent.money_intent_id)
    await tx
      .updateTable('money_intent')
      .set({
        decided_by: ctx.who.login_id,
        ...(body.gateway_ref !== null && { gateway_ref: body.gateway_ref }),
      })
      .where('money_intent_id', '=', intent.money_intent_id)
      .execute()
    await settle(ctx, tx, [answer])
    await logActivity({
      ...intentActivity(
        intent,
        'payment.decide',
        body.gateway_ref === null ? 'Resolved as failed' : `Resolved as ${body.gateway_ref}`,
      ),
      reason: body.reason,
    })
  })
  return stateOf(ctx, intent.money_intent_id)
}

/** Reads what the gateway has under the given name as the intent's answer. */
async function confirmMoved(ctx: Ctx, intent: Open, ref: string): Promise<Answer> {
  const counterpart = await atGateway(ctx, intent, ref)
  const wrong = (fault: string) => invalid({ gateway_ref: fault })
  if (counterpart === null) throw wrong('Reference not found at the gateway')
  if (counterpart.amount !== toCents(intent.amount))
    throw wrong(`The amount at the gateway isn’t ${money(intent.amount)}`)
  if (intent.kind === 'refund' && (counterpart as Refund).payment !== intent.request.payment)
    throw wrong('This refund is for another payment')
  const answer = answerTo(intent, counterpart)
  if (answer?.state !== 'succeeded') throw wrong(`The gateway shows it as ${counterpart.state}`)
  const otherIntent = await ctx.db
    .selectFrom('money_intent')
    .select('vendor_id')
    .where('gateway_ref', '=', ref)
    .where('money_intent_id', '<>', intent.money_intent_id)
    .executeTakeFirst()
  if (otherIntent) throw wrong('This reference belongs to another payment')
  return answer
}

/** Confirms that nothing moved: cancels what the gateway holds, and refuses if the money did move there. */
async function confirmNotMoved(ctx: Ctx, intent: Open, reason: string): Promise<Answer> {
  const gateway = gatewayOf(ctx)
  const counterpart = await askGateway<Payment | Refund | null>(() => {
    if (intent.gateway_ref !== null) return atGateway(ctx, intent, intent.gateway_ref)
    return intent.kind === 'refund' ? gateway.findRefund(intent.request) : gateway.findPayment(intent.request)
  })
  if (counterpart?.state === 'open') throw conflict('The gateway is still processing it. Check again later')
  if (counterpart && answerTo(intent, counterpart)?.state === 'succeeded')
    throw conflict(`The payment went through as ${counterpart.ref}. Check again to update it`)
  if (counterpart && (counterpart.state === 'ready' || counterpart.state === 'held'))
    await askGateway(() => gateway.cancelPayment(counterpart.ref, `${intent.money_intent_id}:cancel`))
  return {
    money_intent_id: intent.money_intent_id,
    state: 'failed',
    transaction_num: null,
    refusal: { code: 'decided', decline_code: null, message: `Didn’t go through: ${reason}`.slice(0, 500) },
  }
}

const answerTo = (intent: Open, counterpart: Payment | Refund): Answer | null =>
  intent.kind === 'refund'
    ? answerOfRefund(intent, counterpart as Refund)
    : answerOfPayment(intent, counterpart as Payment)

const atGateway = (ctx: Ctx, { kind }: Open, ref: string): Promise<Payment | Refund | null> =>
  askGateway(async () => {
    const gateway = gatewayOf(ctx)
    try {
      return kind === 'refund' ? await gateway.readRefund(ref) : await gateway.readPayment(ref)
    } catch (error) {
      if (error instanceof GatewayRefused) return null
      throw error
    }
  })

/** Refuses a decision while the gateway doesn't answer. */
async function askGateway<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof GatewayUnsure || error instanceof GatewayBusy || error instanceof GatewayRefused)
      throw conflict(`The gateway didn’t respond: ${error.message} Try again later`)
    throw error
  }
}

async function openOf({ db }: Ctx, id: string): Promise<Open> {
  const row = await db
    .selectFrom('money_intent')
    .select([
      'money_intent_id',
      'vendor_id',
      'kind',
      'amount',
      'state',
      'gateway_ref',
      'flagged_tm',
      'request',
    ])
    .where('money_intent_id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('payment')
  if (row.state !== 'open') throw conflict(`Already ${row.state}`)
  return row as unknown as Open
}

/** Locks the vendor and rereads the intent, which may have been settled in the meantime. */
async function hold(ctx: Ctx, tx: Tx, id: string): Promise<Open> {
  const { vendor_id } = await openOf(ctx, id)
  // deleted accounts too: moved money must be known
  await lockAnyVendor(tx, vendor_id)
  return openOf({ ...ctx, db: tx }, id)
}

const intentActivity = (intent: Open, type: Activity['type'], message: string): Activity => ({
  type,
  vendor_id: intent.vendor_id,
  entity: 'money_intent',
  entity_id: intent.money_intent_id,
  message: `${message}: ${intent.kind === 'refund' ? 'refund' : 'charge'} of ${money(intent.amount)}`,
})

async function stateOf({ db }: Ctx, id: string) {
  const { state } = await db
    .selectFrom('money_intent')
    .select('state')
    .where('money_intent_id', '=', id)
    .executeTakeFirstOrThrow()
  return { state: state as 'open' | 'succeeded' | 'declined' | 'failed' }
}
