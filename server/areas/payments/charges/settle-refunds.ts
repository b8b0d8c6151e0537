import { chargeStatus } from '#contract/billing/billing.ts'
import { money } from '#contract/formats.ts'
import { toCents, type Cents } from '#contract/billing/cents.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { book } from '#server/areas/ledger/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { record } from '#server/platform/services.ts'
import { addCharges } from './add-charges.ts'
import { issue } from '../papers/invoices.ts'
import { askedBy, exceptionOf, type Settled } from '../intents/settled.ts'

/** What a refund gives back beside the card's money, and why, as it was decided. */
export interface RefundTerms {
  note: string
  credit_back: Cents
  /** Of the charge: what it was for, and the paper that it paid. */
  charge_description: string
  invoice_id: number | null
}

/**
 * Writes refunds that the gateway has answered: a credit note, the charge that gives back, what is left of the
 * one given back; of one that failed what was put aside is free again.
 */
export async function settleRefunds(tx: Tx, settled: readonly Settled[], tm: string): Promise<void> {
  if (settled.length === 0) return
  const all = settled.map((one) => ({ ...one, terms: one.terms as RefundTerms }))
  const done = all.filter((one) => one.state === 'succeeded')
  const papers = await issue(
    tx,
    done.map(({ vendor_id, amount, terms }) => ({
      vendor_id,
      kind: 'credit_note',
      issued_on: tm.slice(0, 10),
      tm,
      credit_note_of: terms.invoice_id,
      lines: [
        {
          kind: 'refund',
          text: `Refund of ${terms.charge_description}`,
          cents: -(toCents(amount) + terms.credit_back),
        },
        ...(terms.credit_back > 0
          ? [{ kind: 'kept' as const, text: 'Given back as credit', cents: terms.credit_back }]
          : []),
      ],
    })),
  )
  const paperOf = new Map(done.map((one, i) => [one, papers[i]!]))
  const ids = await addCharges(
    tx,
    all.map((one) => ({
      vendor_id: one.vendor_id,
      tm,
      amount: one.amount,
      vendor_charge_trans_type_id: 3,
      vendor_charge_status_id: chargeStatus[one.state],
      transaction_num: one.transaction_num,
      charge_description: `Refund of ${one.terms.charge_description}`,
      money_intent_id: one.money_intent_id,
      invoice_id: paperOf.get(one)?.invoice_id ?? null,
      card_exception: exceptionOf(one),
      refund_of: one.refund_of,
    })),
  )
  await sql`
    update vendor_charge c
    set refund_reserved = c.refund_reserved - r.asked,
      refunded = c.refunded + r.given,
      credit_back = c.credit_back + r.credit,
      refund_tm = case when r.given > 0 and c.refunded + r.given = c.amount then ${tm}::timestamptz end
    from (
      select refund_of, sum(amount) as asked,
        coalesce(sum(amount) filter (where state = 'succeeded'), 0) as given,
        coalesce(sum((terms->>'credit_back')::numeric / 100) filter (where state = 'succeeded'), 0) as credit
      from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
        as s (refund_of bigint, amount numeric, state text, terms jsonb)
      group by refund_of) r
    where c.vendor_charge_id = r.refund_of`.execute(tx)
  await book(
    tx,
    all.flatMap((one, i) =>
      one.state === 'succeeded'
        ? {
            key: `charge ${ids[i]!}`,
            vendor_id: one.vendor_id,
            tm,
            what: `Refund of ${one.terms.charge_description}`,
            postings: [
              { account: 'receivable' as const, cents: toCents(one.amount) },
              { account: 'gateway' as const, cents: -toCents(one.amount) },
            ],
          }
        : [],
    ),
  )
  await record(
    tx,
    {},
    ...all.map((one, i) => ({
      type: 'payment.refund' as const,
      by: askedBy(one),
      vendor_id: one.vendor_id,
      entity: 'vendor_charge',
      entity_id: ids[i]!,
      message: [
        `${one.state === 'succeeded' ? 'Refunded' : 'Refund failed'}: ${money(one.amount)}`,
        one.terms.charge_description,
        paperOf.has(one) && numberOf(paperOf.get(one)!),
        exceptionOf(one),
      ]
        .filter(Boolean)
        .join(', ')
        .slice(0, 500),
      reason: one.terms.note,
    })),
  )
}
