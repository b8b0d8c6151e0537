import { planCharge, type ChargePlan, type ManualCharge } from '#contract/payments/manual-charge.ts'
import { fromCents, toCents } from '#contract/billing/cents.ts'
import { dayOf } from '#contract/billing/days.ts'
import { dayText, money } from '#contract/formats.ts'
import type { Parsed } from '#contract/index.ts'
import { transType } from '#contract/billing/billing.ts'
import { messages } from '#contract/messages.ts'
import {
  askSecondPerson,
  needsSecondPerson,
  recordMovedAlone,
  refuseDuplicate,
} from '#server/areas/approvals/public.ts'
import { nextBillMoved } from '#server/areas/billing/public.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import type { Tx } from '#server/platform/database/db.ts'
import { conflict, invalid } from '#server/platform/http/errors.ts'
import { write, type Acting, type Ctx, type Services } from '#server/platform/services.ts'
import type { MoneyAct } from '../approvals/money-act.ts'
import { toDraft, toMove, toStored } from '../approvals/second-person.ts'
import { paymentFacts, refuseUnderWay } from '../facts.ts'
import { gatewayOf } from '../gateways/gateway-of.ts'
import { openIntents } from '../intents/open-intents.ts'
import { finishMoney } from '../intents/outcome.ts'
import { settleManual, type ManualTerms } from './settle-manual.ts'

/** Previews `chargeManually` with the code that performs it. */
export async function weighManualCharge(
  ctx: Ctx,
  { params: { vendor_id }, body }: Parsed<'weighManualCharge'>,
) {
  const effects = await effectsOfCharge(ctx, vendor_id, body)
  if (effects.second_person || ctx.who.role === 'support')
    await refuseDuplicate(ctx.db, toDraft({ vendor_id, act: 'manual_charge', request: body }))
  return effects
}

/** What a charge would do now. */
export async function effectsOfCharge(ctx: Ctx, vendor_id: number, charge: ManualCharge) {
  const { db, clock } = ctx
  await refuseUnderWay(db, vendor_id)
  const today = dayOf(clock.now())
  const facts = await paymentFacts(db, vendor_id, today)
  const plan = planCharge(facts, charge, today)
  const { credit_available: credit, balance, vendor_status_id: status } = facts
  return {
    lines: plan.lines.map(({ cents, ...line }) => ({ ...line, amount: fromCents(cents) })),
    total: fromCents(plan.lines.reduce((sum, line) => sum + line.cents, 0)),
    card: plan.card_asked > 0 ? facts.card : null,
    card_asked: fromCents(plan.card_asked),
    credit_available: { from: credit, to: fromCents(toCents(credit) - plan.credit_used) },
    next_charge_date: { from: facts.next_charge_date, to: plan.next_charge_date },
    next_bill: await nextBillMoved(db, clock, vendor_id, { credit: -plan.credit_used, stands: plan.period }),
    balance: { from: balance, to: balance },
    status: { from: status, to: status },
    second_person: await needsSecondPerson(
      db,
      ctx,
      toMove({ vendor_id, act: 'manual_charge', request: charge }),
    ),
    came_off: [],
    twice: '0.00',
    faults: plan.faults,
  }
}

/** Asks finance for a manual charge; it changes nothing until someone who moves money approves it. */
export async function requestManualCharge(
  ctx: Ctx,
  { params: { vendor_id }, body: request }: Parsed<'requestManualCharge'>,
) {
  const id = await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vendor_id)
    await decide(ctx, tx, { vendor_id, request })
    return askSecondPerson(ctx, tx, logActivity, {
      ...toStored({ vendor_id, act: 'manual_charge', request }),
      reason: request.reason,
      isRequest: true,
    })
  })
  return { money_approval_id: id }
}

/** Charges a vendor; above the limit a second person is asked first (docs/domain/charges-and-refunds.md, Manual charges). */
export async function chargeManually(ctx: Acting, { params: { vendor_id }, body }: Parsed<'chargeManually'>) {
  const { said: preview, ...charge } = body
  const moneyRequest = { vendor_id, act: 'manual_charge', request: charge } as const
  const intentIds = await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vendor_id)
    if (await needsSecondPerson(tx, ctx, toMove(moneyRequest))) {
      await decide(ctx, tx, { vendor_id, request: charge, preview })
      await askSecondPerson(ctx, tx, logActivity, toStored(moneyRequest))
      return 'waiting'
    }
    await logActivity({
      type: 'payment.charge',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Manual charge: ${money(charge.amount)}, ${charge.charge_description}`,
    })
    const intents = await beginCharge(ctx, tx, { vendor_id, request: charge, requester: ctx.who, preview })
    await recordMovedAlone(tx, ctx, toMove(moneyRequest), intents)
    return intents
  })
  return finishMoney(ctx, vendor_id, intentIds)
}

/** Decides a charge and writes it down: settled at once if no card is charged, else to be sent. */
export async function beginCharge(
  services: Services,
  tx: Tx,
  { vendor_id, request: charge, requester, preview }: ChargeAct,
): Promise<string[]> {
  const { facts, plan } = await decide(services, tx, { vendor_id, request: charge, preview })
  const tm = new Date(services.clock.now()).toISOString()
  const terms: ManualTerms = {
    vendor_charge_type_id: charge.vendor_charge_type_id,
    vendor_charge_trans_type_id: charge.vendor_charge_trans_type_id,
    charge_description: charge.charge_description,
    ghost: charge.ghost,
    lines: plan.lines,
    credit_used: plan.credit_used,
    period: plan.period,
  }
  const asker = { asked_by: requester.login_id, asked_by_name: requester.name }
  if (plan.card_asked === 0) {
    // no card is charged: credit pays its part, the rest was paid outside
    const amount = fromCents(toCents(charge.amount) - plan.credit_used)
    const outcome = { vendor_id, amount, state: 'succeeded', transaction_num: null, refusal: null } as const
    await settleManual(services, tx, [{ ...outcome, card: null, money_intent_id: null, terms, ...asker }], tm)
    return []
  }
  const hold = charge.vendor_charge_trans_type_id === transType.auth
  const { card, customer, method } = facts
  if (card === null || customer === null || method === null)
    throw invalid({ amount: 'No card on file' }, messages.chargeInvalid)
  return openIntents(
    tx,
    [
      {
        vendor_id,
        kind: hold ? 'auth' : 'manual',
        amount: plan.card_asked,
        terms,
        card,
        request: {
          customer,
          method,
          description: charge.charge_description,
          hold,
        },
      },
    ],
    { gateway: gatewayOf(services).name, tm, ...asker },
  )
}

type Preview = Parsed<'chargeManually'>['body']['said']
interface ChargeAct extends MoneyAct<ManualCharge> {
  preview?: Preview
}

/** Plans a charge; refuses one that can’t be made, or that no longer matches its preview. */
async function decide(
  { clock }: Pick<Services, 'clock'>,
  tx: Tx,
  { vendor_id, request: charge, preview }: Omit<ChargeAct, 'requester'>,
) {
  await refuseUnderWay(tx, vendor_id)
  const today = dayOf(clock.now())
  const facts = await paymentFacts(tx, vendor_id, today)
  const plan = planCharge(facts, charge, today)
  if (Object.keys(plan.faults).length > 0) throw invalid(plan.faults, messages.chargeInvalid)
  if (preview) refuseChangedPlan(plan, preview)
  return { facts, plan }
}

/** A bill, or another person’s act, came between the preview and the click. */
function refuseChangedPlan(plan: ChargePlan, preview: NonNullable<Preview>): void {
  if (plan.card_asked !== toCents(preview.card_asked))
    throw conflict(
      `The card would now be charged ${money(fromCents(plan.card_asked))} instead of ${money(preview.card_asked)}`,
    )
  if (plan.next_charge_date !== preview.next_charge_date)
    throw conflict(`The next charge date would now be ${dayOrNone(plan)} instead of ${dayOrNone(preview)}`)
}
const dayOrNone = ({ next_charge_date: day }: Pick<ChargePlan, 'next_charge_date'>) =>
  day === null ? 'none' : dayText(day)
