import { fromCents, type Cents } from '#contract/billing/cents.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { money } from '#contract/formats.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { record, type Who } from '#server/platform/services.ts'
import { itemAt } from '../item-at.ts'
import { issue, type PaperLine } from '../papers/invoices.ts'

/** The lines of a refund's credit note. @param credit what of it becomes credit */
export const refundLines = (description: string, cents: Cents, credit: Cents): PaperLine[] => [
  { kind: 'refund', text: `Refund of ${description}`, cents: -cents },
  ...(credit > 0 ? [{ kind: 'kept' as const, text: 'Returned as credit', cents: credit }] : []),
]

interface ChargeToCredit {
  vendor_charge_id: number
  invoice_id: number | null
  charge_description: string
}
/** Returns a part of a charge as credit: a credit note, and no money at the card. */
export async function returnAsCredit(
  tx: Tx,
  charge: ChargeToCredit,
  given: {
    vendor_id: number
    tm: string
    cents: Cents
    /** What of the credit that paid the charge comes back, too. */
    credit_back: Cents
    note: string
    requester: Pick<Who, 'login_id' | 'name'>
  },
): Promise<void> {
  const { vendor_id, tm, cents, credit_back, note, requester } = given
  const total = cents + credit_back
  const papers = await issue(tx, [
    {
      vendor_id,
      kind: 'credit_note',
      issued_on: tm.slice(0, 10),
      tm,
      credit_note_of: charge.invoice_id,
      lines: refundLines(charge.charge_description, total, total),
    },
  ])
  await sql`
    update vendor_charge
    set credited = credited + ${fromCents(cents)}::numeric,
      credit_back = credit_back + ${fromCents(credit_back)}::numeric
    where vendor_charge_id = ${charge.vendor_charge_id}`.execute(tx)
  await record(
    tx,
    {},
    {
      type: 'payment.credit',
      by: requester,
      vendor_id,
      entity: 'vendor_charge',
      entity_id: charge.vendor_charge_id,
      message:
        `Returned as credit: ${money(fromCents(total))}, ${charge.charge_description}, ${numberOf(itemAt(papers, 0))}`.slice(
          0,
          500,
        ),
      reason: note,
    },
  )
}
