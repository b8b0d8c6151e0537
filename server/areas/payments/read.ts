import { dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import type { PaymentsView } from '#contract/payments/payments.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { refusedApprovals, waitingApprovals } from '#server/areas/approvals/public.ts'
import { requireVendor } from '#server/areas/vendor-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { isCancelEligible } from './facts.ts'
import { isOpen } from './papers/open-papers.ts'
import { askedAgainOn } from './renewals/retry-invoices.ts'

/** What a vendor owes, its card, payments under way, and requests that wait for a second person. */
export async function getVendorPayments(
  ctx: Ctx,
  { params: { vendor_id } }: Parsed<'getVendorPayments'>,
): Promise<PaymentsView> {
  const { db, clock, who: person } = ctx
  await requireVendor(db, vendor_id)
  const today = dayOf(clock.now())
  const [sum, card, invoices, writtenOff, underWay, waiting, refusedRequests, cancel_eligible, disputes] =
    await Promise.all([
      sql<{ balance: string }>`
      select coalesce(sum(total), 0)::numeric(12,2)::text as balance
      from invoice
      where vendor_id = ${vendor_id} and ${isOpen}`.execute(db),
      sql<NonNullable<PaymentsView['card']>>`
      select brand || ' ' || last4 as text, exp_month, exp_year,
        make_date(exp_year, exp_month, 1) + interval '1 month' <= ${today}::date as ended
      from payment_method
      where vendor_id = ${vendor_id} and removed_tm is null`.execute(db),
      sql<Omit<PaymentsView['open_invoices'][number], 'number'> & { series: string; number: number }>`
      select invoice_id, series, number, issued_on, total, tries, ${askedAgainOn} as next_try
      from invoice
      join vendor v using (vendor_id)
      where vendor_id = ${vendor_id} and ${isOpen}
      order by invoice_id
      limit 100`.execute(db),
      sql<Omit<PaymentsView['written_off'][number], 'number'> & { series: string; number: number }>`
      select invoice_id, series, number, total, written_off_tm, written_off_reason as reason
      from invoice
      where vendor_id = ${vendor_id} and written_off_tm is not null
      order by invoice_id desc
      limit 100`.execute(db),
      sql<PaymentsView['under_way'][number]>`
      select money_intent_id, kind, amount, insert_tm, last_error, flagged_tm is not null as flagged
      from money_intent
      where vendor_id = ${vendor_id} and state = 'open'
      order by insert_tm
      limit 100`.execute(db),
      waitingApprovals(db, person, vendor_id),
      refusedApprovals(ctx, vendor_id),
      isCancelEligible(db, vendor_id, today),
      sql<PaymentsView['disputes'][number]>`
      select d.gateway_ref, d.vendor_charge_id, c.charge_description, d.amount, d.reason, d.state, d.insert_tm,
        coalesce(d.changed_tm, d.insert_tm) as changed_tm, d.due_by, d.answered
      from dispute d
      join vendor_charge c using (vendor_charge_id)
      where d.vendor_id = ${vendor_id}
      order by d.state not in ('open', 'inquiry'), d.insert_tm desc
      limit 100`.execute(db),
    ])
  return {
    balance: singleRow(sum.rows).balance,
    card: card.rows[0] ?? null,
    open_invoices: invoices.rows.map((row) => ({ ...row, number: numberOf(row) })),
    written_off: writtenOff.rows.map((row) => ({ ...row, number: numberOf(row) })),
    under_way: underWay.rows,
    waiting,
    refused: refusedRequests,
    cancel_eligible,
    disputes: disputes.rows,
  }
}
