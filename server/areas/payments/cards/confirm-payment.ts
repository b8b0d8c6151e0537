import { toCents } from '#contract/billing/cents.ts'
import { money } from '#contract/formats.ts'
import { numberOf } from '#contract/billing/papers.ts'
import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { requireCustomer, refuseOften, callGateway } from './own-customer.ts'
import { byHolder } from '../intents/holder-confirmation.ts'
import { refuseUnderWay } from '../facts.ts'
import { gatewayOf } from '../gateways/gateway-of.ts'
import { sendMoney } from '../intents/intents.ts'
import { tryInvoices } from '../renewals/issue-renewals.ts'
import { outcomeOf } from '../intents/outcome.ts'
import { openPaper } from '../papers/open-papers.ts'

/**
 * Prepares a payment of the oldest open invoice. No money moves until the cardholder confirms it in the browser
 * (docs/domain/cards.md, Confirming a payment).
 */
export async function beginPaymentConfirmation(ctx: Ctx) {
  const vendorId = requireCustomer(ctx)
  await refuseOften(ctx, vendorId)
  await endConfirmations(ctx, vendorId, { spareSending: true })
  const [payment] = await write(ctx, async (tx, logActivity) => {
    await sql`select from vendor where vendor_id = ${vendorId} for no key update`.execute(tx)
    await refuseUnderWay(tx, vendorId)
    const invoice = await oldestOpen(tx, vendorId)
    if (!invoice) throw conflict('There is nothing to pay')
    const tm = new Date(ctx.clock.now()).toISOString()
    const total = toCents(invoice.total)
    const intents = await tryInvoices(ctx, tx, [{ ...invoice, total, try_no: null }], {
      tm,
      requester: ctx.who,
      terms: byHolder,
    })
    await logActivity({
      type: 'payment.confirm',
      vendor_id: vendorId,
      entity: 'invoice',
      entity_id: invoice.invoice_id,
      message: `${money(invoice.total)} for ${numberOf(invoice)}: confirmation requested from the customer`,
    })
    return intents
  })
  if (payment === undefined) throw conflict('There is nothing to pay')
  await sendMoney(ctx, [payment])
  const { gateway_ref, amount } = await ctx.db
    .selectFrom('money_intent')
    .select(['gateway_ref', 'amount'])
    .where('money_intent_id', '=', payment)
    .executeTakeFirstOrThrow()
  if (gateway_ref === null) {
    await endConfirmations(ctx, vendorId)
    throw conflict('The payment service isn’t responding. You weren’t charged. Try again in a minute')
  }
  const client_secret = await callGateway(() => gatewayOf(ctx).holderSecret(gateway_ref))
  return { payment, amount, client_secret }
}

/** Takes the cardholder's answer; the gateway's state is what counts. */
export async function endPaymentConfirmation(
  ctx: Ctx,
  { body: { payment, confirmed: isConfirmed } }: Parsed<'endPaymentConfirmation'>,
) {
  const vendorId = requireCustomer(ctx)
  const intent = await ctx.db
    .selectFrom('money_intent')
    .select(['state', 'gateway_ref'])
    .where('money_intent_id', '=', payment)
    .where('vendor_id', '=', vendorId)
    .where(sql<boolean>`terms @> ${JSON.stringify(byHolder)}::jsonb`)
    .executeTakeFirst()
  if (!intent) throw notFound('payment')
  const { state, gateway_ref } = intent
  if (state === 'open' && isConfirmed && gateway_ref !== null)
    await callGateway(() => gatewayOf(ctx).confirmByHolder(gateway_ref))
  await endConfirmations(ctx, vendorId)
  return outcomeOf(ctx.db, [payment])
}

const sendingMs = 60_000
/**
 * Settles all of a customer's unconfirmed payments now: each is paid or canceled.
 * @param spareSending but for one that another request sends to the gateway just now: ending it would leave the
 * customer without any
 */
export async function endConfirmations(
  ctx: Ctx,
  vendorId: number,
  { spareSending = false } = {},
): Promise<void> {
  const now = ctx.clock.now()
  const isSpared = spareSending
    ? sql`gateway_ref is null and insert_tm > ${new Date(now - sendingMs).toISOString()}`
    : sql`false`
  const { rows } = await sql<{ money_intent_id: string }>`
    update money_intent
    set terms = terms || '{"over": true}', next_check_tm = ${new Date(now).toISOString()}
    where vendor_id = ${vendorId} and state = 'open' and terms @> ${JSON.stringify(byHolder)}::jsonb
      and not (${isSpared})
    returning money_intent_id`.execute(ctx.db)
  if (rows.length > 0)
    await sendMoney(
      ctx,
      rows.map((row) => row.money_intent_id),
    )
}

async function oldestOpen(tx: Tx, vendorId: number) {
  const { rows } = await sql<{
    invoice_id: number
    vendor_id: number
    series: 'INV'
    number: number
    total: string
  }>`
    select i.invoice_id, i.vendor_id, i.series, i.number, i.total
    from invoice i
    join payment_method m on m.vendor_id = i.vendor_id and m.removed_tm is null
    where i.vendor_id = ${vendorId}
      and i.kind = 'renewal'
      and ${openPaper('i')}
      and i.total > 0
    order by i.invoice_id
    limit 1`.execute(tx)
  return rows[0]
}
