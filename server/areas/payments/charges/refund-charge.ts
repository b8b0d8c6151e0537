import { planRefund, refundRefusal } from '#contract/payments/manual-charge.ts'
import type { RefundBody } from '#contract/payments/payments.ts'
import { fromCents, toCents, type Cents } from '#contract/billing/cents.ts'
import { dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import {
  askSecondPerson,
  needsSecondPerson,
  recordMovedAlone,
  refuseDuplicate,
} from '#server/areas/approvals/public.ts'
import { nextBillMoved } from '#server/areas/billing/public.ts'
import { lockVendor, writeNote } from '#server/areas/vendor-record/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts'
import { write, type Acting, type Ctx, type Services } from '#server/platform/services.ts'
import type { MoneyAct } from '../approvals/money-act.ts'
import { toDraft, toMove, toStored } from '../approvals/second-person.ts'
import { readLaterCredits } from './later-credits.ts'
import { isCancelEligible, paymentFacts, refuseUnderWay } from '../facts.ts'
import { openIntents } from '../intents/open-intents.ts'
import { finishMoney } from '../intents/outcome.ts'
import { refundLines, returnAsCredit } from './return-as-credit.ts'
import type { RefundTerms } from './settle-refunds.ts'

/** Previews `refundCharge` with the code that performs it. */
export async function weighRefund(ctx: Ctx, { params: { vendor_id }, body }: Parsed<'weighRefund'>) {
  const effects = await effectsOfRefund(ctx, vendor_id, body)
  if (effects.second_person || ctx.who.role === 'support')
    await refuseDuplicate(ctx.db, toDraft({ vendor_id, act: 'refund', request: body }))
  return effects
}

/** What a refund would do now. */
export async function effectsOfRefund(ctx: Ctx, vendor_id: number, body: Omit<RefundBody, 'note'>) {
  const { db, clock } = ctx
  await refuseUnderWay(db, vendor_id)
  const today = dayOf(clock.now())
  const facts = await paymentFacts(db, vendor_id, today)
  const charge = await refundable(db, vendor_id, body.vendor_charge_id)
  const came_off = await readLaterCredits(db, charge.invoice_id)
  const {
    cents,
    credit_back,
    fault,
    offered: offeredCents,
    left: leftCents,
    twice,
  } = planRefund(
    charge,
    body.amount,
    came_off.reduce((sum, { amount }) => sum + toCents(amount), 0),
  )
  const { credit_available: credit, balance, vendor_status_id: status, next_charge_date: next } = facts
  const isCredit = body.to === 'credit'
  const creditCents = credit_back + (isCredit ? cents : 0)
  const cardCents = isCredit ? 0 : cents
  return {
    lines: refundLines(charge.charge_description, cents + credit_back, creditCents).map(
      ({ cents: lineCents, ...line }) => ({ ...line, amount: fromCents(lineCents) }),
    ),
    total: fromCents(-cardCents),
    card: isCredit ? null : (charge.card ?? facts.card),
    card_asked: fromCents(-cardCents),
    kept: keptOf(charge, cents + credit_back),
    mrr: await readMrr(db, vendor_id, today),
    credit_available: { from: credit, to: fromCents(toCents(credit) + creditCents) },
    next_charge_date: { from: next, to: next },
    next_bill: await nextBillMoved(db, clock, vendor_id, {
      kept: { invoice_id: charge.invoice_id, cents: -(cents + credit_back) },
      credit: creditCents,
    }),
    balance: { from: balance, to: balance },
    status: { from: status, to: status },
    second_person: await needsSecondPerson(db, ctx, toMove({ vendor_id, act: 'refund', request: body })),
    came_off,
    twice: fromCents(twice),
    offered: fromCents(offeredCents),
    faults: fault === null ? {} : { amount: fault },
    cancel_eligible:
      fault === null &&
      !isCredit &&
      (await isCancelEligible(db, vendor_id, today, cents === leftCents ? charge.vendor_charge_id : null)),
  }
}

/** What the vendor has paid for a charge with card and credit, and keeps with us, before and after a refund. */
function keptOf(charge: Refundable, cents: Cents) {
  const keptCents =
    toCents(charge.amount) +
    toCents(charge.credit_used) -
    toCents(charge.refunded) -
    toCents(charge.credited) -
    toCents(charge.credit_back)
  return { from: fromCents(keptCents), to: fromCents(keptCents - cents) }
}

async function readMrr(db: Db, vendorId: number, today: string): Promise<string> {
  const { rows } = await sql<{ cents: number }>`
    select mrr_cents as cents
    from mrr_span
    where vendor_id = ${vendorId}
      and from_day <= ${today}::date
      and (to_day is null or to_day > ${today}::date)
    order by from_day desc
    limit 1`.execute(db)
  return fromCents(rows[0]?.cents ?? 0)
}

/** Asks finance for a refund; it changes nothing until someone who moves money approves it. */
export async function requestRefund(ctx: Ctx, { params: { vendor_id }, body }: Parsed<'requestRefund'>) {
  const id = await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vendor_id)
    await refuseUnderWay(tx, vendor_id)
    decide(await refundable(tx, vendor_id, body.vendor_charge_id), body.amount)
    return askSecondPerson(ctx, tx, logActivity, {
      ...toStored({ vendor_id, act: 'refund', request: body }),
      reason: body.note,
      isRequest: true,
    })
  })
  return { money_approval_id: id }
}

/** Refunds a charge; above the limit a second person is asked first (docs/domain/charges-and-refunds.md, Refunds). */
export async function refundCharge(ctx: Acting, { params: { vendor_id }, body }: Parsed<'refundCharge'>) {
  const moneyRequest = { vendor_id, act: 'refund', request: body } as const
  const intentIds = await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vendor_id)
    await refuseUnderWay(tx, vendor_id)
    decide(await refundable(tx, vendor_id, body.vendor_charge_id), body.amount)
    await writeNote(ctx, tx, logActivity, { vendor_id, note: body.note, note_type: 11 })
    if (await needsSecondPerson(tx, ctx, toMove(moneyRequest))) {
      await askSecondPerson(ctx, tx, logActivity, toStored(moneyRequest))
      return 'waiting'
    }
    const intents = await beginRefund(ctx, tx, { vendor_id, request: body, requester: ctx.who })
    await recordMovedAlone(tx, ctx, toMove(moneyRequest), intents)
    return intents
  })
  return finishMoney(ctx, vendor_id, intentIds)
}

/** Plans a refund, reserves its amount, and writes it down to be sent. */
export async function beginRefund(
  { clock }: Services,
  tx: Tx,
  { vendor_id, request, requester }: MoneyAct<RefundBody>,
): Promise<string[]> {
  await refuseUnderWay(tx, vendor_id)
  const charge = await refundable(tx, vendor_id, request.vendor_charge_id)
  const { cents, credit_back } = decide(charge, request.amount)
  const tm = new Date(clock.now()).toISOString()
  if (request.to === 'credit') {
    await returnAsCredit(tx, charge, { vendor_id, tm, cents, credit_back, note: request.note, requester })
    return []
  }
  await sql`
    update vendor_charge
    set refund_reserved = refund_reserved + ${fromCents(cents)}::numeric
    where vendor_charge_id = ${charge.vendor_charge_id}`.execute(tx)
  const terms: RefundTerms = {
    note: request.note,
    credit_back,
    charge_description: charge.charge_description,
    invoice_id: charge.invoice_id,
  }
  return openIntents(
    tx,
    [
      {
        vendor_id,
        kind: 'refund',
        amount: cents,
        refund_of: charge.vendor_charge_id,
        terms,
        request: { payment: charge.payment },
      },
    ],
    {
      gateway: charge.gateway,
      tm,
      asked_by: requester.login_id,
      asked_by_name: requester.name,
    },
  )
}

interface Refundable {
  vendor_charge_id: number
  amount: string
  credit_used: string
  credit_back: string
  refunded: string
  refund_reserved: string
  credited: string
  charge_description: string
  invoice_id: number | null
  card: string | null
  gateway: string
  payment: string
}
/** Any charge: no gateway made one that was recorded alone. */
type ChargeRow = Omit<Refundable, 'gateway' | 'payment'> & { gateway: string | null; payment: string | null }

/** Reads a charge that can be refunded. */
async function refundable(db: Db, vendorId: number, chargeId: number): Promise<Refundable> {
  const { rows } = await sql<ChargeRow & Parameters<typeof refundRefusal>[0]>`
    select c.vendor_charge_id, c.amount, c.credit_used, c.credit_back, c.refunded, c.refund_reserved,
      c.credited, c.charge_description, c.invoice_id, c.card, c.transaction_num, c.vendor_charge_trans_type_id, c.vendor_charge_status_id,
      c.refund_tm, i.gateway, i.gateway_ref as payment, i.gateway_ref is not null as at_gateway,
      (
        select d.state
        from dispute d
        where d.vendor_charge_id = c.vendor_charge_id and d.state in ('open', 'lost')
        limit 1
      ) as dispute
    from vendor_charge c
    left join money_intent i using (money_intent_id)
    where c.vendor_charge_id = ${chargeId} and c.vendor_id = ${vendorId}`.execute(db)
  const charge = rows[0]
  if (!charge) throw notFound('charge')
  const refusal = refundRefusal(charge)
  if (refusal !== null) throw conflict(refusal)
  const { gateway, payment } = charge
  if (gateway === null || payment === null) throw new Error('Charge has no gateway payment to refund')
  return { ...charge, gateway, payment }
}

function decide(charge: Refundable, amount: string) {
  const plan = planRefund(charge, amount)
  if (plan.fault) throw invalid({ amount: plan.fault })
  return plan
}
