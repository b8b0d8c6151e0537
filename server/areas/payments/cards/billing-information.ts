import { randomUUID } from 'node:crypto'
import { cardYears, type BillingInformation } from '#contract/payments/billing-information.ts'
import type { Parsed } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { sql } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { gatewayOf } from '../gateways/gateway-of.ts'
import { endConfirmations } from './confirm-payment.ts'
import { outcomeOf } from '../intents/outcome.ts'
import { requireCustomer, refuseOften, callGateway } from './own-customer.ts'
import { billingContactOf, payerOf, saveBillingContact, saveCard } from './save-card.ts'

/** The signed-in customer's billing contact and card. */
export async function getBillingInformation(ctx: Ctx): Promise<BillingInformation> {
  const vendorId = requireCustomer(ctx)
  const [contact, card] = await Promise.all([
    billingContactOf(ctx.db, vendorId),
    ctx.db
      .selectFrom('payment_method')
      .select(['card_type_id', 'brand', 'last4', 'exp_month', 'exp_year'])
      .where('vendor_id', '=', vendorId)
      .where('removed_tm', 'is', null)
      .executeTakeFirst(),
  ])
  if (!card) return { form: gatewayOf(ctx).form, contact, card: null }
  const { brand, last4, ...cardDetails } = card
  return { form: gatewayOf(ctx).form, contact, card: { ...cardDetails, text: `${brand} ${last4}` } }
}

/** Starts a card setup in Stripe’s own fields, so the number never reaches us. */
export async function beginCardSetup(ctx: Ctx) {
  const vendorId = requireCustomer(ctx)
  await refuseOften(ctx, vendorId)
  const { customer: customerRef, client_secret } = await callGateway(() =>
    payerOf(ctx, vendorId).then((payer) => gatewayOf(ctx).beginSetup(`fs_${randomUUID()}`, payer)),
  )
  await sql`
    insert into payment_customer (vendor_id, gateway, customer)
    values (${vendorId}, ${gatewayOf(ctx).name}, ${customerRef})
    on conflict (vendor_id) do update set gateway = excluded.gateway, customer = excluded.customer`.execute(
    ctx.db,
  )
  return { client_secret }
}

/** Saves the customer's billing contact and card, and charges what is owed at once. */
export async function saveBillingInformation(ctx: Ctx, { body }: Parsed<'saveBillingInformation'>) {
  const vendorId = requireCustomer(ctx)
  const { contact, credit_card: card } = body
  if (!card) {
    await saveBillingContact(ctx, vendorId, contact)
    return { success: true, retried: null }
  }
  await refuseOften(ctx, vendorId)
  const { form } = gatewayOf(ctx)
  if ('setup' in card !== (form.kind === 'stripe'))
    throw invalid({ 'credit_card.card_num': messages.cardInvalid }, messages.cardInvalid)
  const year = new Date(ctx.clock.now()).getUTCFullYear()
  if ('exp_year' in card && (card.exp_year < year || card.exp_year >= year + cardYears))
    throw invalid(
      { 'credit_card.exp_year': `Enter a year from ${year} to ${year + cardYears - 1}` },
      messages.cardFormErrors,
    )
  await endConfirmations(ctx, vendorId)
  const intentIds = await callGateway(
    () => saveCard(ctx, vendorId, 'setup' in card ? card : { card }, contact),
    !('setup' in card),
  )
  return { success: true, retried: intentIds.length === 0 ? null : await outcomeOf(ctx.db, intentIds) }
}
