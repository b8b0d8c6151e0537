import { chargeStatus } from '#contract/billing/billing.ts'
import { money } from '#contract/formats.ts'
import { fromCents, toCents, type Cents } from '#contract/billing/cents.ts'
import { anchorOf, dayOf } from '#contract/billing/days.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { unusedDays } from '#contract/billing/proration.ts'
import { billTermsOf, keepForBill } from '#server/areas/billing/public.ts'
import { book, type Movement } from '#server/areas/ledger/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { record, type Clock, type Services } from '#server/platform/services.ts'
import { addCharges, type NewCharge, type TransType } from './add-charges.ts'
import { addPeriods } from '../renewals/periods.ts'
import { issue, type PaperLine } from '../papers/invoices.ts'
import { askedBy, exceptionOf, type Settled } from '../intents/settled.ts'

/** What a manual charge does once its money has moved, as it was decided. */
export interface ManualTerms {
  vendor_charge_type_id: number
  vendor_charge_trans_type_id: TransType
  charge_description: string
  ghost: boolean
  lines: PaperLine[]
  credit_used: Cents
  period: { starts: string; ends: string } | null
}
type Done = Pick<
  Settled,
  'vendor_id' | 'amount' | 'state' | 'transaction_num' | 'refusal' | 'card' | 'asked_by' | 'asked_by_name'
> & { money_intent_id: string | null; terms: unknown }

/** Writes manual charges: the paper, the charge, the ledger; of one that was refused the charge alone. */
export async function settleManual(
  { clock }: Services,
  tx: Tx,
  done: readonly Done[],
  tm: string,
): Promise<void> {
  if (done.length === 0) return
  const all = done.map((one) => ({ ...one, terms: one.terms as ManualTerms }))
  const billed = all.filter((one) => one.state === 'succeeded' && one.terms.lines.length > 0)
  const papers = await issue(
    tx,
    billed.map(({ vendor_id, terms: { lines, period } }) => ({
      vendor_id,
      kind: 'manual',
      issued_on: dayOf(clock.now()),
      tm,
      lines,
      period,
      paid: true,
    })),
  )
  const paperOf = new Map(billed.map((one, i) => [one, papers[i]!]))
  const charges = all.map((one): NewCharge => ({
    vendor_id: one.vendor_id,
    tm,
    amount: one.amount,
    credit_used: one.state === 'succeeded' ? fromCents(one.terms.credit_used) : '0',
    vendor_charge_trans_type_id: one.terms.vendor_charge_trans_type_id,
    vendor_charge_status_id: chargeStatus[one.state],
    vendor_charge_type_id: one.terms.vendor_charge_type_id,
    transaction_num: one.transaction_num,
    charge_description: one.terms.charge_description,
    ghost: one.terms.ghost,
    money_intent_id: one.money_intent_id,
    invoice_id: paperOf.get(one)?.invoice_id ?? null,
    card: one.card,
    card_exception: exceptionOf(one),
    decline_code: one.refusal?.decline_code ?? null,
  }))
  const ids = await addCharges(tx, charges)
  await book(
    tx,
    all.flatMap((one, i) => (one.state === 'succeeded' ? movementsOf(one, ids[i]!, tm) : [])),
  )
  await standForBills(
    clock,
    tx,
    all.flatMap((one) =>
      one.state === 'succeeded' && one.terms.period
        ? { vendor_id: one.vendor_id, ...one.terms.period, invoice_id: paperOf.get(one)!.invoice_id }
        : [],
    ),
  )
  await sayManual(
    tx,
    all.map((one, i) => ({ ...one, id: ids[i]!, paper: paperOf.get(one) })),
  )
}

/** Periods that charges stand for; paid days that they come before come off the bill that follows. */
async function standForBills(
  clock: Clock,
  tx: Tx,
  periods: readonly { vendor_id: number; starts: string; ends: string; invoice_id: number }[],
): Promise<void> {
  if (periods.length === 0) return
  const terms = await billTermsOf(
    tx,
    clock,
    periods.map((one) => one.vendor_id),
  )
  const of = new Map(terms.map((one) => [one.vendor_id, one]))
  for (const { vendor_id, starts } of periods) {
    const { periods: billed, pending } = of.get(vendor_id)!
    for (const unused of unusedDays(billed, starts, pending)) await keepForBill(tx, clock, vendor_id, unused)
  }
  await addPeriods(
    tx,
    periods.map((period) => ({ ...period, plan_name: null, plan_fee: '0.00' })),
  )
  await sql`
    update vendor v
    set next_charge_date = p.ends, billing_anchor = p.anchor
    from jsonb_to_recordset(${JSON.stringify(
      periods.map(({ vendor_id, starts, ends }) => ({
        vendor_id,
        ends,
        anchor: anchorOf(of.get(vendor_id)!.billing_anchor, starts),
      })),
    )}::jsonb) as p (vendor_id int, ends date, anchor date)
    where v.vendor_id = p.vendor_id`.execute(tx)
}

function movementsOf(one: Done & { terms: ManualTerms }, id: number, tm: string): Movement[] {
  const cents = toCents(one.amount)
  const { vendor_charge_trans_type_id: type, ghost } = one.terms
  const from = type === 1 ? (ghost ? 'outside' : 'gateway') : type === 5 ? 'outside' : 'third_party'
  // a hold moves nothing; what a third party has paid, it owes no longer
  if (type === 2) return []
  return [
    {
      key: `charge ${id}`,
      vendor_id: one.vendor_id,
      tm,
      what: one.terms.charge_description,
      postings: [
        { account: from, cents },
        { account: type === 5 ? 'third_party' : 'receivable', cents: -cents },
      ],
    },
  ]
}

const said = {
  1: ['Charged', 'Charge declined'],
  2: ['Card would pay', 'Card would not pay'],
  3: ['Refunded', 'Refund failed'],
  4: ['Owed by a third party', 'Not recorded'],
  5: ['Paid by a third party', 'Not recorded'],
} as const
const sayManual = (
  tx: Tx,
  all: readonly (Done & {
    terms: ManualTerms
    id: number
    paper: { series: string; number: number } | undefined
  })[],
) =>
  record(
    tx,
    {},
    ...all.map(({ terms, ...one }) => ({
      type: 'payment.charge' as const,
      by: askedBy(one),
      vendor_id: one.vendor_id,
      entity: 'vendor_charge',
      entity_id: one.id,
      message: [
        `${said[terms.vendor_charge_trans_type_id][one.state === 'succeeded' ? 0 : 1]}: ${money(one.amount)}`,
        terms.charge_description,
        terms.ghost ? 'paid outside' : one.card,
        one.paper && numberOf(one.paper),
        exceptionOf(one),
      ]
        .filter(Boolean)
        .join(', ')
        .slice(0, 500),
    })),
  )
