import { billOn, partsOf, type Bill, type BillLine } from '#contract/billing/bill.ts'
import { fromCents, toCents } from '#contract/billing/cents.ts'
import { anchorOf, dayOf, nextBillingDay, spanText } from '#contract/billing/days.ts'
import { money } from '#contract/formats.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { workedOut } from '#contract/billing/proration.ts'
import { billTermsOf, type VendorTerms } from '#server/areas/billing/public.ts'
import { redeemed } from '#server/areas/promo-codes/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { record, type Services, type Who } from '#server/platform/services.ts'
import { gatewayOf } from '../gateways/gateway-of.ts'
import { issue, type Issued } from '../papers/invoices.ts'
import { addPeriods, standsForBill } from './periods.ts'
import { forAllDue, hasItsTurn, heldAnew, type Work } from './renewal-steps.ts'
import { settleRenewals } from './settle-renewals.ts'
import { noCard } from './no-card.ts'
import { cardOf, ofInvoice, openIntents } from '../intents/open-intents.ts'

const atOnce = 200

/**
 * Bills whose day has come: an invoice for the period, each once, by however many workers; what a card is to
 * pay is written down and sent afterwards. Vendors with a subscription that is to end or freeze first are left
 * until it has, and those of whom a charge for this very bill is under way until its answer. Answers how many
 * were billed.
 */
export const issueRenewals = (services: Services): Promise<number> => forAllDue(services, billsDue(services))
export const billsDue = (services: Services): Work<DueVendor> => ({
  step: 'bill',
  hold: (tx, only) => dueVendors(tx, services.clock.now(), only),
  carryOut: (tx, due) => issueBatch(services, tx, due),
})

interface DueBill {
  terms: VendorTerms
  bill: Bill
  starts: string
  ends: string
}

async function issueBatch(services: Services, tx: Tx, due: readonly DueVendor[]): Promise<void> {
  const today = dayOf(services.clock.now())
  const tm = new Date(services.clock.now()).toISOString()
  const frozen = new Map(due.map((row) => [row.vendor_id, row.frozen]))
  const terms = await billTermsOf(tx, services.clock, [...frozen.keys()])
  const bills = terms.map((one): DueBill => {
    const starts = one.next_charge_date!
    const anchor = anchorOf(one.billing_anchor, starts)
    const bill = billOn(one, starts, frozen.get(one.vendor_id)!)
    return { terms: one, bill, starts, ends: nextBillingDay(anchor, starts) }
  })
  const papers = await issue(
    tx,
    bills.map(({ terms: { vendor_id }, bill, starts, ends }) => ({
      vendor_id,
      kind: 'renewal',
      period: { starts, ends },
      issued_on: today,
      tm,
      lines: bill.lines.map((line) => paperLine(line, { starts, ends })),
    })),
  )
  await addPeriods(
    tx,
    bills.map((one, i) => ({
      vendor_id: one.terms.vendor_id,
      starts: one.starts,
      ends: one.ends,
      invoice_id: papers[i]!.invoice_id,
      plan_name: one.bill.lines.find(({ kind }) => kind === 'plan')?.text ?? null,
      plan_fee: fromCents(partsOf(one.bill.lines).plan),
    })),
  )
  await keepItems(tx, bills, papers, tm)
  await redeemed(tx, bills.flatMap(redemptionsOf))
  await moveOn(tx, bills)
  await askCards(services, tx, bills, papers, tm)
  await record(
    tx,
    {},
    ...bills.map(({ terms: { vendor_id }, bill, starts, ends }, i) => ({
      type: 'payment.invoice' as const,
      vendor_id,
      entity: 'invoice',
      entity_id: papers[i]!.invoice_id,
      message: `${numberOf(papers[i]!)} for ${starts} to ${ends}: ${money(bill.total)}`,
    })),
  )
}

/** On paper a plan says that it is one, and for which days. */
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
/** Held until the transaction ends; what another worker holds is its own. */
function dueVendors(tx: Tx, now: number, only: readonly number[] | null): Promise<DueVendor[]> {
  const isDue = sql<boolean>`(
    v.next_charge_date <= ${dayOf(now)}::date
    and v.vendor_status_id = 1
    and v.deleted_tm is null
    and not v.is_staff
    and not exists (
      select
      from subscription s
      where s.vendor_id = v.vendor_id and (s.is_cancel_pending or s.is_pause_pending))
    and not ${standsForBill}
    and ${hasItsTurn('bill', now, only)})`
  return heldAnew(
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
    async (held) => {
      const { rows } = await sql<DueVendor>`
        select v.vendor_id, count(s.*)::int as frozen
        from vendor v
        left join subscription s on s.vendor_id = v.vendor_id and s.paused_at is not null
        where v.vendor_id = any(${held as number[]}::int[]) and ${isDue}
        group by v.vendor_id`.execute(tx)
      return rows
    },
  )
}

const redemptionsOf = ({ terms: { vendor_id }, bill, starts }: DueBill) =>
  bill.promos.flatMap(({ promo_code_usage_id, amount }) =>
    toCents(amount) > 0 ? { promo_code_usage_id, vendor_id, period_starts: starts, amount } : [],
  )

/** What was on this bill alone has been billed; what was too little to ask for is on the next. */
async function keepItems(
  tx: Tx,
  bills: readonly DueBill[],
  papers: readonly Issued[],
  tm: string,
): Promise<void> {
  const billed = bills.flatMap(({ terms }, i) =>
    terms.items.flatMap(({ bill_item_id }) =>
      bill_item_id === undefined ? [] : { bill_item_id, invoice_id: papers[i]!.invoice_id },
    ),
  )
  const carried = bills.flatMap(({ terms, bill }, i) =>
    bill.lines.flatMap((line) =>
      line.kind === 'carried' && toCents(line.amount) < 0
        ? {
            vendor_id: terms.vendor_id,
            text: `Carried over from ${numberOf(papers[i]!)}`,
            amount: fromCents(-toCents(line.amount)),
          }
        : [],
    ),
  )
  const worked = bills.flatMap(({ terms, starts }, i) =>
    workedOut(starts, terms.pending, terms.periods).map(({ kept: _kept, ...item }) => ({
      ...item,
      vendor_id: terms.vendor_id,
      invoice_id: papers[i]!.invoice_id,
      insert_tm: tm,
    })),
  )
  // a refund of those days’ charge says that they came off
  if (worked.length > 0) await tx.insertInto('bill_item').values(worked).execute()
  if (billed.length > 0)
    await sql`
      update bill_item b
      set invoice_id = x.invoice_id
      from jsonb_to_recordset(${JSON.stringify(billed)}::jsonb) as x (bill_item_id bigint, invoice_id bigint)
      where b.bill_item_id = x.bill_item_id`.execute(tx)
  if (carried.length > 0)
    await sql`
      insert into bill_item (vendor_id, kind, text, amount, insert_tm)
      select c.vendor_id, 'carried', c.text, c.amount, now()
      from jsonb_to_recordset(${JSON.stringify(carried)}::jsonb) as c (vendor_id int, text text, amount numeric)`.execute(
      tx,
    )
}

const moveOn = (tx: Tx, bills: readonly DueBill[]) =>
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

/** Writes down what cards are to pay; who has none is told so as of a card that didn't pay. */
async function askCards(
  services: Services,
  tx: Tx,
  bills: readonly DueBill[],
  papers: readonly Issued[],
  tm: string,
): Promise<void> {
  const asked = papers.filter((paper) => paper.total > 0)
  await tryInvoices(
    services,
    tx,
    asked.map((paper) => ({ ...paper, try_no: 1 })),
    tm,
  )
}

interface ToTry extends Issued {
  /** null: it isn't counted. */
  try_no: number | null
}
/**
 * A try of invoices' cards: written down to be sent, or failed at once where there is no card.
 * @param who asked for it, where somebody did
 */
export async function tryInvoices(
  services: Services,
  tx: Tx,
  invoices: readonly ToTry[],
  tm: string,
  { who, terms = {} }: { who?: Who | undefined; terms?: object } = {},
): Promise<string[]> {
  const cards = await cardOf(
    tx,
    invoices.map((one) => one.vendor_id),
  )
  const gateway = gatewayOf(services).name
  const opened = await openIntents(
    tx,
    invoices.flatMap((one) => {
      const card = cards.get(one.vendor_id)
      return card ? ofInvoice(card, one, terms) : []
    }),
    { gateway, tm, ...(who && { asked_by: who.login_id, asked_by_name: who.name }) },
  )
  const without = invoices.filter((one) => !cards.has(one.vendor_id))
  await settleRenewals(
    services,
    tx,
    without.map((one) => noCard(one, null, who)),
    tm,
  )
  return opened
}
