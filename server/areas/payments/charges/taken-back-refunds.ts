import { chargeStatus } from '#contract/billing/billing.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { money } from '#contract/formats.ts'
import { fromCents, toCents } from '#contract/billing/cents.ts'
import { dayOf } from '#contract/billing/days.ts'
import { book, freeCredit } from '#server/areas/ledger/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { record, type Services } from '#server/platform/services.ts'
import { lockIntentVendor } from '../renewals/hold-vendor.ts'
import { itemAt } from '../item-at.ts'
import { issue } from '../papers/invoices.ts'
import type { RefundTerms } from './settle-refunds.ts'
import { raise } from '#server/platform/notices.ts'

interface FailedRefund {
  vendor_charge_id: number
  refund_of: number
  vendor_id: number
  amount: string
  invoice_id: number
  series: string
  number: number
  terms: RefundTerms
  credit_available: string
  company: string
}

/**
 * Reverses a refund that succeeded and then failed at the card's bank. Its credit note stays and is corrected by
 * an invoice (docs/domain/gateways.md, Failed refunds). Running it twice changes nothing twice.
 */
export async function takeBackRefund(
  { clock }: Services,
  tx: Tx,
  intentId: string,
  reason: string,
): Promise<void> {
  const tm = new Date(clock.now()).toISOString()
  const refund = await markFailed(tx, intentId, reason)
  if (!refund) return
  const cents = toCents(refund.amount)
  await book(tx, [
    {
      key: `charge ${refund.vendor_charge_id} taken back`,
      reverses: `charge ${refund.vendor_charge_id}`,
      vendor_id: refund.vendor_id,
      tm,
      what: `Refund of ${refund.terms.charge_description} failed`,
      postings: [
        { account: 'receivable', cents: -cents },
        { account: 'gateway', cents },
      ],
    },
  ])
  // credit that has been used since isn't taken back
  const credit = Math.min(refund.terms.credit_back, toCents(refund.credit_available))
  await sql`
    update vendor_charge
    set credit_back = credit_back - ${fromCents(credit)}::numeric
    where vendor_charge_id = ${refund.refund_of}`.execute(tx)
  const papers = await issue(tx, [
    {
      vendor_id: refund.vendor_id,
      kind: 'manual',
      issued_on: dayOf(clock.now()),
      tm,
      credit_note_of: refund.invoice_id,
      paid: true,
      lines: [
        {
          kind: 'refund',
          text: `Correction of ${numberOf(refund)}: the refund failed`,
          cents: cents + credit,
        },
        ...(credit > 0 ? [{ kind: 'kept' as const, text: 'Credit reapplied', cents: -credit }] : []),
      ],
    },
  ])
  const text = `Refund of ${money(refund.amount)} failed after initially succeeding, ${refund.terms.charge_description}`
  await record(
    tx,
    {},
    {
      type: 'payment.refund',
      vendor_id: refund.vendor_id,
      entity: 'vendor_charge',
      entity_id: refund.vendor_charge_id,
      message: [
        text,
        numberOf(itemAt(papers, 0)),
        credit > 0 && `${money(fromCents(credit))} of credit reapplied`,
        credit < refund.terms.credit_back &&
          `${money(fromCents(refund.terms.credit_back - credit))} of credit already used`,
      ]
        .filter(Boolean)
        .join(', ')
        .slice(0, 500),
      reason,
    },
  )
  await raise(tx, {
    kind: 'refund_failed',
    message: `${refund.company}: ${text}. ${reason}`,
    link: `/vendors/view/${refund.vendor_id}/billing_history`,
    vendor_id: refund.vendor_id,
  })
}

/** Marks the refund as failed and its charge as charged again; undefined: that was done before. */
async function markFailed(tx: Tx, intentId: string, reason: string): Promise<FailedRefund | undefined> {
  await lockIntentVendor(tx, intentId)
  const { rows } = await sql<FailedRefund>`
    with intent as (
      update money_intent
      set state = 'failed', last_error = ${reason}
      where money_intent_id = ${intentId} and kind = 'refund' and state = 'succeeded'
      returning money_intent_id, terms
    ), refund as (
      update vendor_charge c
      set vendor_charge_status_id = ${sql.lit(chargeStatus.failed)}, card_exception = ${reason}
      from intent i
      where c.money_intent_id = i.money_intent_id
      returning c.vendor_charge_id, c.vendor_id, c.amount, c.invoice_id, c.refund_of, i.terms
    ), given_back as (
      update vendor_charge c
      set refunded = c.refunded - r.amount, refund_tm = null
      from refund r
      where c.vendor_charge_id = r.refund_of)
    select r.vendor_charge_id, r.refund_of, r.vendor_id, r.amount, r.invoice_id, r.terms, p.series, p.number,
      ${freeCredit} as credit_available, v.company
    from refund r
    join invoice p on p.invoice_id = r.invoice_id
    join vendor v on v.vendor_id = r.vendor_id`.execute(tx)
  return rows[0]
}
