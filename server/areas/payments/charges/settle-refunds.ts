import { chargeStatus, transType } from '#contract/billing/billing.ts'
import { money } from '#contract/formats.ts'
import { toCents, type Cents } from '#contract/billing/cents.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { book } from '#server/areas/ledger/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { record } from '#server/platform/services.ts'
import { addCharges } from './add-charges.ts'
import { refundLines } from './return-as-credit.ts'
import { issue, type IssuedPaper } from '../papers/invoices.ts'
import { itemAt } from '../item-at.ts'
import { askedBy, exceptionOf, type SettledIntent } from '../intents/settled-intent.ts'

/** What a refund returns besides the card's money, and why, as it was decided. */
export interface RefundTerms {
  note: string
  credit_back: Cents
  /** The original charge's description, and the invoice it paid. */
  charge_description: string
  invoice_id: number | null
}

type AnsweredRefund = SettledIntent & { terms: RefundTerms }
type PaperOf = ReadonlyMap<AnsweredRefund, IssuedPaper>

/**
 * Records refunds that the gateway has answered: the credit note, the refund’s charge, and what is left of the
 * original charge. A failed refund releases the amount that was reserved for it.
 */
export async function settleRefunds(
  tx: Tx,
  answeredIntents: readonly SettledIntent[],
  tm: string,
): Promise<void> {
  if (answeredIntents.length === 0) return
  const refunds = answeredIntents.map((refund) => ({ ...refund, terms: refund.terms as RefundTerms }))
  const paperOf = await issueCreditNotes(tx, refunds, tm)
  const ids = await addCharges(
    tx,
    refunds.map((refund) => ({
      vendor_id: refund.vendor_id,
      tm,
      amount: refund.amount,
      vendor_charge_trans_type_id: transType.refund,
      vendor_charge_status_id: chargeStatus[refund.state],
      transaction_num: refund.transaction_num,
      charge_description: `Refund of ${refund.terms.charge_description}`,
      money_intent_id: refund.money_intent_id,
      invoice_id: paperOf.get(refund)?.invoice_id ?? null,
      card_exception: exceptionOf(refund),
      refund_of: refund.refund_of,
    })),
  )
  await reduceCharges(tx, answeredIntents, tm)
  await book(
    tx,
    refunds.flatMap((refund, i) =>
      refund.state === 'succeeded'
        ? {
            key: `charge ${itemAt(ids, i)}`,
            vendor_id: refund.vendor_id,
            tm,
            what: `Refund of ${refund.terms.charge_description}`,
            postings: [
              { account: 'receivable' as const, cents: toCents(refund.amount) },
              { account: 'gateway' as const, cents: -toCents(refund.amount) },
            ],
          }
        : [],
    ),
  )
  await recordRefunds(tx, refunds, ids, paperOf)
}

async function issueCreditNotes(tx: Tx, refunds: readonly AnsweredRefund[], tm: string): Promise<PaperOf> {
  const succeededRefunds = refunds.filter((refund) => refund.state === 'succeeded')
  const papers = await issue(
    tx,
    succeededRefunds.map(({ vendor_id, amount, terms }) => ({
      vendor_id,
      kind: 'credit_note',
      issued_on: tm.slice(0, 10),
      tm,
      credit_note_of: terms.invoice_id,
      lines: refundLines(terms.charge_description, toCents(amount) + terms.credit_back, terms.credit_back),
    })),
  )
  return new Map(succeededRefunds.map((refund, i) => [refund, itemAt(papers, i)]))
}

/** Updates what is refunded and reserved of the charges that were refunded. */
const reduceCharges = (tx: Tx, answeredIntents: readonly SettledIntent[], tm: string) =>
  sql`
    update vendor_charge c
    set refund_reserved = c.refund_reserved - r.asked,
      refunded = c.refunded + r.given,
      credit_back = c.credit_back + r.credit,
      refund_tm = case when r.given > 0 and c.refunded + r.given = c.amount then ${tm}::timestamptz end
    from (
      select refund_of, sum(amount) as asked,
        coalesce(sum(amount) filter (where state = 'succeeded'), 0) as given,
        coalesce(sum((terms->>'credit_back')::numeric / 100) filter (where state = 'succeeded'), 0) as credit
      from jsonb_to_recordset(${JSON.stringify(answeredIntents)}::jsonb)
        as s (refund_of bigint, amount numeric, state text, terms jsonb)
      group by refund_of) r
    where c.vendor_charge_id = r.refund_of`.execute(tx)

const recordRefunds = (
  tx: Tx,
  refunds: readonly AnsweredRefund[],
  ids: readonly number[],
  paperOf: PaperOf,
) =>
  record(
    tx,
    {},
    ...refunds.map((refund, i) => {
      const paper = paperOf.get(refund)
      return {
        type: 'payment.refund' as const,
        by: askedBy(refund),
        vendor_id: refund.vendor_id,
        entity: 'vendor_charge',
        entity_id: itemAt(ids, i),
        message: [
          `${refund.state === 'succeeded' ? 'Refunded' : 'Refund failed'}: ${money(refund.amount)}`,
          refund.terms.charge_description,
          paper && numberOf(paper),
          exceptionOf(refund),
        ]
          .filter(Boolean)
          .join(', ')
          .slice(0, 500),
        reason: refund.terms.note,
      }
    }),
  )
