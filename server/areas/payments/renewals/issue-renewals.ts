import { vendorStatus } from '#contract/vendors/status.ts'
import { billOn, partsOf, type Bill, type BillLine } from '#contract/billing/bill.ts'
import { fromCents, toCents } from '#contract/billing/cents.ts'
import { anchorOf, dayOf, nextBillingDay, spanText } from '#contract/billing/days.ts'
import { money } from '#contract/formats.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { computeItems } from '#contract/billing/proration.ts'
import { billTermsOf, type VendorTerms } from '#server/areas/billing/public.ts'
import { redeemed } from '#server/areas/promo-codes/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { record, type Services, type Who } from '#server/platform/services.ts'
import { gatewayOf } from '../gateways/gateway-of.ts'
import { issue, type IssuedPaper } from '../papers/invoices.ts'
import { addPeriods, hasPendingPrepayment } from './periods.ts'
import { forAllDue, isEligibleFor, lockAndReread, type Work } from './renewal-steps.ts'
import { itemAt } from '../item-at.ts'
import { settleRenewals } from './settle-renewals.ts'
import { noCard } from './no-card.ts'
import { cardOf, ofInvoice, openIntents } from '../intents/open-intents.ts'

const atOnce = 200

/**
 * Issues the bills that are due: one invoice per period, however many workers run. Card payments are written
 * down here and sent afterwards. A vendor waits while a subscription is still to end or freeze, or while a
 * charge for this very bill has no answer yet. Returns how many vendors were billed.
 * @param vendorIds only these; undefined: all
 */
export const issueRenewals = (services: Services, vendorIds?: readonly number[]): Promise<number> =>
  forAllDue(services, billsDue(services), vendorIds)
export const billsDue = (services: Services): Work<DueVendor> => ({
  step: 'bill',
  hold: (tx, vendorIds) => dueVendors(tx, services.clock.now(), vendorIds),
  carryOut: (tx, due) => issueBatch(services, tx, due),
})

interface DueBill {
  terms: VendorTerms
  bill: Bill
  starts: string
  ends: string
  paper: IssuedPaper
}

async function issueBatch(services: Services, tx: Tx, due: readonly DueVendor[]): Promise<void> {
  const today = dayOf(services.clock.now())
  const tm = new Date(services.clock.now()).toISOString()
  const frozenCounts = new Map(due.map((row) => [row.vendor_id, row.frozen]))
  const terms = await billTermsOf(tx, services.clock, [...frozenCounts.keys()])
  const dueBills = terms.map((vendorTerms) => {
    const starts = vendorTerms.next_charge_date
    if (starts === null) throw new Error(`Vendor ${vendorTerms.vendor_id} has no charge date`)
    const anchor = anchorOf(vendorTerms.billing_anchor, starts)
    const bill = billOn(vendorTerms, starts, frozenCounts.get(vendorTerms.vendor_id) ?? 0)
    return { terms: vendorTerms, bill, starts, ends: nextBillingDay(anchor, starts) }
  })
  const papers = await issue(
    tx,
    dueBills.map(({ terms: { vendor_id }, bill, starts, ends }) => ({
      vendor_id,
      kind: 'renewal',
      period: { starts, ends },
      issued_on: today,
      tm,
      lines: bill.lines.map((line) => paperLine(line, { starts, ends })),
    })),
  )
  const bills = dueBills.map((bill, i): DueBill => ({ ...bill, paper: itemAt(papers, i) }))
  await addPeriods(
    tx,
    bills.map((dueBill) => ({
      vendor_id: dueBill.terms.vendor_id,
      starts: dueBill.starts,
      ends: dueBill.ends,
      invoice_id: dueBill.paper.invoice_id,
      plan_name: dueBill.bill.lines.find(({ kind }) => kind === 'plan')?.text ?? null,
      plan_fee: fromCents(partsOf(dueBill.bill.lines).plan),
    })),
  )
  await saveItems(tx, bills, tm)
  await redeemed(tx, bills.flatMap(redemptionsOf))
  await moveChargeDates(tx, bills)
  // a vendor without a card is told so, as if its card had been declined
  await tryInvoices(
    services,
    tx,
    papers.filter((paper) => paper.total > 0).map((paper) => ({ ...paper, try_no: 1 })),
    { tm },
  )
  await record(
    tx,
    {},
    ...bills.map(({ terms: { vendor_id }, bill, paper, starts, ends }) => ({
      type: 'payment.invoice' as const,
      vendor_id,
      entity: 'invoice',
      entity_id: paper.invoice_id,
      message: `${numberOf(paper)} for ${spanText({ starts, ends })}: ${money(bill.total)}`,
    })),
  )
}

/** An invoice names the plan with the word “plan” and its days. */
const paperLine = ({ kind, text, amount }: BillLine, period: { starts: string; ends: string }) => ({
  kind,
  text: kind === 'plan' ? `${planText(text)}, ${spanText(period)}` : text,
  cents: toCents(amount),
})
const planText = (name: string) => (/\bplan$/i.test(name) ? name : `${name} plan`)

interface DueVendor {
  vendor_id: number
  frozen: number
}
/** Whether the vendor `v` is billed now. */
const isBillDue = (now: number, vendorIds: readonly number[] | null) => sql<boolean>`(
    ${isBillDueOnceSettled(now, vendorIds)}
    and not exists (
      select
      from subscription s
      where s.vendor_id = v.vendor_id and (s.is_cancel_pending or s.is_pause_pending)))`
/** The same for a vendor `v` whose subscriptions that end or freeze by then are settled first. */
export const isBillDueOnceSettled = (now: number, vendorIds: readonly number[] | null) => sql<boolean>`(
    v.next_charge_date <= ${dayOf(now)}::date
    and v.vendor_status_id = ${sql.lit(vendorStatus.active)}
    and v.deleted_tm is null
    and not v.is_staff
    and not ${hasPendingPrepayment}
    and ${isEligibleFor('bill', now, vendorIds)})`

/** Locked until the transaction ends; skips rows that another worker has locked. */
function dueVendors(tx: Tx, now: number, vendorIds: readonly number[] | null): Promise<DueVendor[]> {
  const isDue = isBillDue(now, vendorIds)
  return lockAndReread(
    async () => {
      const { rows } = await sql<{ vendor_id: number }>`
        select v.vendor_id
        from vendor v
        where ${isDue}
        order by v.next_charge_date, v.vendor_id
        limit ${atOnce}
        for no key update skip locked`.execute(tx)
      return rows.map((row) => row.vendor_id)
    },
    async (lockedIds) => {
      const { rows } = await sql<DueVendor>`
        select v.vendor_id, count(s.*)::int as frozen
        from vendor v
        left join subscription s on s.vendor_id = v.vendor_id and s.paused_at is not null
        where v.vendor_id = any(${lockedIds as number[]}::int[]) and ${isDue}
        group by v.vendor_id`.execute(tx)
      return rows
    },
  )
}

const redemptionsOf = ({ terms: { vendor_id }, bill, starts }: DueBill) =>
  bill.promos.flatMap(({ promo_code_usage_id, amount }) =>
    toCents(amount) > 0 ? { promo_code_usage_id, vendor_id, period_starts: starts, amount } : [],
  )

/** Marks one-time items as billed, and carries an amount too small to charge over to the next bill. */
async function saveItems(tx: Tx, bills: readonly DueBill[], tm: string): Promise<void> {
  const billedItems = bills.flatMap(({ terms, paper }) =>
    terms.items.flatMap(({ bill_item_id }) =>
      bill_item_id === undefined ? [] : { bill_item_id, invoice_id: paper.invoice_id },
    ),
  )
  const carriedItems = bills.flatMap(({ terms, bill, paper }) =>
    bill.lines.flatMap((line) =>
      line.kind === 'carried' && toCents(line.amount) < 0
        ? {
            vendor_id: terms.vendor_id,
            text: `Carried over from ${numberOf(paper)}`,
            amount: fromCents(-toCents(line.amount)),
          }
        : [],
    ),
  )
  const computedItems = bills.flatMap(({ terms, starts, paper }) =>
    computeItems(starts, terms.pending, terms.periods).map(({ kept: _kept, ...item }) => ({
      ...item,
      vendor_id: terms.vendor_id,
      invoice_id: paper.invoice_id,
      insert_tm: tm,
    })),
  )
  // a refund of those days’ charge shows these credits
  if (computedItems.length > 0) await tx.insertInto('bill_item').values(computedItems).execute()
  if (billedItems.length > 0)
    await sql`
      update bill_item b
      set invoice_id = x.invoice_id
      from jsonb_to_recordset(${JSON.stringify(billedItems)}::jsonb) as x (bill_item_id bigint, invoice_id bigint)
      where b.bill_item_id = x.bill_item_id`.execute(tx)
  if (carriedItems.length > 0)
    await sql`
      insert into bill_item (vendor_id, kind, text, amount, insert_tm)
      select c.vendor_id, 'carried', c.text, c.amount, now()
      from jsonb_to_recordset(${JSON.stringify(carriedItems)}::jsonb) as c (vendor_id int, text text, amount numeric)`.execute(
      tx,
    )
}

const moveChargeDates = (tx: Tx, bills: readonly DueBill[]) =>
  sql`
    update vendor v
    set next_charge_date = b.ends, billing_anchor = b.anchor
    from jsonb_to_recordset(${JSON.stringify(
      bills.map(({ terms, starts, ends }) => ({
        vendor_id: terms.vendor_id,
        ends,
        anchor: anchorOf(terms.billing_anchor, starts),
      })),
    )}::jsonb) as b (vendor_id int, ends date, anchor date)
    where v.vendor_id = b.vendor_id`.execute(tx)

interface InvoiceToTry extends IssuedPaper {
  /** null: it isn't a scheduled try. */
  try_no: number | null
}
/**
 * Charges invoices to their vendors' cards: writes down what to send, or fails at once if there is no card.
 * @param requester who asked for it; undefined: the service itself
 */
export async function tryInvoices(
  services: Services,
  tx: Tx,
  invoices: readonly InvoiceToTry[],
  { tm, requester, terms = {} }: { tm: string; requester?: Who | undefined; terms?: object },
): Promise<string[]> {
  const cards = await cardOf(
    tx,
    invoices.map((invoice) => invoice.vendor_id),
  )
  const gateway = gatewayOf(services).name
  const intentIds = await openIntents(
    tx,
    invoices.flatMap((invoice) => {
      const card = cards.get(invoice.vendor_id)
      return card ? ofInvoice(card, invoice, terms) : []
    }),
    { gateway, tm, ...(requester && { asked_by: requester.login_id, asked_by_name: requester.name }) },
  )
  const cardlessInvoices = invoices.filter((invoice) => !cards.has(invoice.vendor_id))
  await settleRenewals(
    services,
    tx,
    cardlessInvoices.map((invoice) => noCard(invoice, null, requester)),
    tm,
  )
  return intentIds
}
