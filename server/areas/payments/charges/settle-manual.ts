import { chargeStatus, transType } from '#contract/billing/billing.ts'
import { money } from '#contract/formats.ts'
import { fromCents, toCents, type Cents } from '#contract/billing/cents.ts'
import { anchorOf, dayOf } from '#contract/billing/days.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { unusedDays } from '#contract/billing/proration.ts'
import { billTermsOf, keepForBill } from '#server/areas/billing/public.ts'
import { book, type Account, type Movement } from '#server/areas/ledger/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { record, type Clock, type Services } from '#server/platform/services.ts'
import { addCharges, type NewCharge, type TransType } from './add-charges.ts'
import { addPeriods } from '../renewals/periods.ts'
import { issue, type PaperLine } from '../papers/invoices.ts'
import { itemAt } from '../item-at.ts'
import { askedBy, exceptionOf, type SettledIntent } from '../intents/settled-intent.ts'

/** What a manual charge does once its money has moved, as it was planned. */
export interface ManualTerms {
  vendor_charge_type_id: number
  vendor_charge_trans_type_id: TransType
  charge_description: string
  ghost: boolean
  lines: PaperLine[]
  credit_used: Cents
  period: { starts: string; ends: string } | null
}
type SettledCharge = Pick<
  SettledIntent,
  'vendor_id' | 'amount' | 'state' | 'transaction_num' | 'refusal' | 'card' | 'asked_by' | 'asked_by_name'
> & { money_intent_id: string | null; terms: unknown }

/** Records manual charges: invoice, charge and ledger; of a refused one only the charge. */
export async function settleManual(
  { clock }: Services,
  tx: Tx,
  settledCharges: readonly SettledCharge[],
  tm: string,
): Promise<void> {
  if (settledCharges.length === 0) return
  const all = settledCharges.map((charge) => ({ ...charge, terms: charge.terms as ManualTerms }))
  const billedCharges = all.filter((charge) => charge.state === 'succeeded' && charge.terms.lines.length > 0)
  const papers = await issue(
    tx,
    billedCharges.map(({ vendor_id, terms: { lines, period } }) => ({
      vendor_id,
      kind: 'manual',
      issued_on: dayOf(clock.now()),
      tm,
      lines,
      period,
      paid: true,
    })),
  )
  const paperOf = new Map(billedCharges.map((charge, i) => [charge, itemAt(papers, i)]))
  const charges = all.map((charge): NewCharge => ({
    vendor_id: charge.vendor_id,
    tm,
    amount: charge.amount,
    credit_used: charge.state === 'succeeded' ? fromCents(charge.terms.credit_used) : '0',
    vendor_charge_trans_type_id: charge.terms.vendor_charge_trans_type_id,
    vendor_charge_status_id: chargeStatus[charge.state],
    vendor_charge_type_id: charge.terms.vendor_charge_type_id,
    transaction_num: charge.transaction_num,
    charge_description: charge.terms.charge_description,
    ghost: charge.terms.ghost,
    money_intent_id: charge.money_intent_id,
    invoice_id: paperOf.get(charge)?.invoice_id ?? null,
    card: charge.card,
    card_exception: exceptionOf(charge),
    decline_code: charge.refusal?.decline_code ?? null,
  }))
  const ids = await addCharges(tx, charges)
  await book(
    tx,
    all.flatMap((charge, i) => (charge.state === 'succeeded' ? movementsOf(charge, itemAt(ids, i), tm) : [])),
  )
  await prepayBills(
    clock,
    tx,
    all.flatMap((charge) => {
      const paper = paperOf.get(charge)
      const { period } = charge.terms
      return paper && period ? { vendor_id: charge.vendor_id, ...period, invoice_id: paper.invoice_id } : []
    }),
  )
  await recordManual(
    tx,
    all.map((charge, i) => ({ ...charge, id: itemAt(ids, i), paper: paperOf.get(charge) })),
  )
}

/** Adds periods paid ahead by charges; days paid twice are credited on the bill that follows. */
async function prepayBills(
  clock: Clock,
  tx: Tx,
  periods: readonly { vendor_id: number; starts: string; ends: string; invoice_id: number }[],
): Promise<void> {
  if (periods.length === 0) return
  const terms = await billTermsOf(
    tx,
    clock,
    periods.map((period) => period.vendor_id),
  )
  const termsByVendor = new Map(terms.map((vendorTerms) => [vendorTerms.vendor_id, vendorTerms]))
  for (const { vendor_id, starts } of periods) {
    const vendorTerms = termsByVendor.get(vendor_id)
    if (!vendorTerms) continue
    const { periods: billedPeriods, pending } = vendorTerms
    for (const item of unusedDays(billedPeriods, starts, pending))
      await keepForBill(tx, clock, vendor_id, item)
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
        anchor: anchorOf(termsByVendor.get(vendor_id)?.billing_anchor ?? null, starts),
      })),
    )}::jsonb) as p (vendor_id int, ends date, anchor date)
    where v.vendor_id = p.vendor_id`.execute(tx)
}

/** The account that the money of a charge comes from. */
function sourceOf(type: TransType, isPaidOutside: boolean): Account {
  if (type === transType.paidThirdParty) return 'outside'
  if (type !== transType.charge) return 'third_party'
  return isPaidOutside ? 'outside' : 'gateway'
}

function movementsOf(charge: SettledCharge & { terms: ManualTerms }, id: number, tm: string): Movement[] {
  const cents = toCents(charge.amount)
  const { vendor_charge_trans_type_id: type, ghost } = charge.terms
  const from = sourceOf(type, ghost)
  // a hold moves nothing; a third party no longer owes what it has paid
  if (type === transType.auth) return []
  return [
    {
      key: `charge ${id}`,
      vendor_id: charge.vendor_id,
      tm,
      what: charge.terms.charge_description,
      postings: [
        { account: from, cents },
        { account: type === transType.paidThirdParty ? 'third_party' : 'receivable', cents: -cents },
      ],
    },
  ]
}

const chargeTexts = {
  1: ['Charged', 'Charge declined'],
  2: ['Card authorized', 'Card not authorized'],
  3: ['Refunded', 'Refund failed'],
  4: ['Owed by a third party', 'Not recorded'],
  5: ['Paid by a third party', 'Not recorded'],
} as const
const recordManual = (
  tx: Tx,
  all: readonly (SettledCharge & {
    terms: ManualTerms
    id: number
    paper: { series: string; number: number } | undefined
  })[],
) =>
  record(
    tx,
    {},
    ...all.map(({ terms, ...charge }) => ({
      type: 'payment.charge' as const,
      by: askedBy(charge),
      vendor_id: charge.vendor_id,
      entity: 'vendor_charge',
      entity_id: charge.id,
      message: [
        `${chargeTexts[terms.vendor_charge_trans_type_id][charge.state === 'succeeded' ? 0 : 1]}: ${money(charge.amount)}`,
        terms.charge_description,
        terms.ghost ? 'paid outside the gateway' : charge.card,
        charge.paper && numberOf(charge.paper),
        exceptionOf(charge),
      ]
        .filter(Boolean)
        .join(', ')
        .slice(0, 500),
    })),
  )
