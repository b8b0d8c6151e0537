import { numberOf } from '#contract/billing/papers.ts'
import { money } from '#contract/formats.ts'
import { fromCents, toCents } from '#contract/billing/cents.ts'
import { dayOf } from '#contract/billing/days.ts'
import { book, freeCredit } from '#server/areas/ledger/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { record, type Services } from '#server/platform/services.ts'
import { holdVendorOf } from '../renewals/hold-vendor.ts'
import { issue } from '../papers/invoices.ts'
import type { RefundTerms } from './settle-refunds.ts'

interface Failed {
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
 * A refund that seemed well has failed at the card's bank: what it wrote is taken back, and its credit note,
 * which stays as it is, is corrected by an invoice (docs/domain.md, Refunds). Doing it twice does nothing.
 */
export async function takeBackRefund(
  { clock }: Services,
  tx: Tx,
  intentId: string,
  why: string,
): Promise<void> {
  const tm = new Date(clock.now()).toISOString()
  const failed = await markFailed(tx, intentId, why)
  if (!failed) return
  const cents = toCents(failed.amount)
  await book(tx, [
    {
      key: `charge ${failed.vendor_charge_id} taken back`,
      reverses: `charge ${failed.vendor_charge_id}`,
      vendor_id: failed.vendor_id,
      tm,
      what: `Refund of ${failed.terms.charge_description} failed`,
      postings: [
        { account: 'receivable', cents: -cents },
        { account: 'gateway', cents },
      ],
    },
  ])
  // credit that was used by then stays given
  const credit = Math.min(failed.terms.credit_back, toCents(failed.credit_available))
  await sql`
    update vendor_charge
    set credit_back = credit_back - ${fromCents(credit)}::numeric
    where vendor_charge_id = ${failed.refund_of}`.execute(tx)
  const [paper] = await issue(tx, [
    {
      vendor_id: failed.vendor_id,
      kind: 'manual',
      issued_on: dayOf(clock.now()),
      tm,
      credit_note_of: failed.invoice_id,
      paid: true,
      lines: [
        {
          kind: 'refund',
          text: `Correction of ${numberOf(failed)}: the refund failed`,
          cents: cents + credit,
        },
        ...(credit > 0 ? [{ kind: 'kept' as const, text: 'Credit taken again', cents: -credit }] : []),
      ],
    },
  ])
  const said = `Refund of ${money(failed.amount)} failed after it had succeeded, ${failed.terms.charge_description}`
  await record(
    tx,
    {},
    {
      type: 'payment.refund',
      vendor_id: failed.vendor_id,
      entity: 'vendor_charge',
      entity_id: failed.vendor_charge_id,
      message: [
        said,
        numberOf(paper!),
        credit > 0 && `${money(fromCents(credit))} of credit taken again`,
        credit < failed.terms.credit_back &&
          `${money(fromCents(failed.terms.credit_back - credit))} of credit was used by then`,
      ]
        .filter(Boolean)
        .join(', ')
        .slice(0, 500),
      reason: why,
    },
  )
  await tx
    .insertInto('system_message')
    .values({
      category: 'money',
      message: `${failed.company}: ${said}. ${why}`,
      link: `/vendors/view/${failed.vendor_id}/billing_history`,
    })
    .execute()
}

/** The refund's charge and intent as failed, and the charge it gave back as charged; none: it is so already. */
async function markFailed(tx: Tx, intentId: string, why: string): Promise<Failed | undefined> {
  await holdVendorOf(tx, intentId)
  const { rows } = await sql<Failed>`
    with intent as (
      update money_intent
      set state = 'failed', last_error = ${why}
      where money_intent_id = ${intentId} and kind = 'refund' and state = 'succeeded'
      returning money_intent_id, terms
    ), refund as (
      update vendor_charge c
      set vendor_charge_status_id = 3, card_exception = ${why}
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
