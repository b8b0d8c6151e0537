import { billOn } from '#contract/billing/bill.ts'
import { fromCents, toCents, type Cents } from '#contract/billing/cents.ts'
import { anchorOf, dayOf, nextBillingDay, spanText } from '#contract/billing/days.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { billTermsOf, type VendorTerms } from '#server/areas/billing/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { isBillDueOnceSettled } from '../renewals/issue-renewals.ts'
import { isRetryDue } from '../renewals/retry-invoices.ts'

/** One charge that a run would make. */
export interface DueCharge {
  vendor_id: number
  company: string
  text: string
  cents: Cents
}
/** What a run would charge now, and whose bills and retries it consists of, in their order. */
export interface DueRun {
  bills: number[]
  retries: number[]
  charges: DueCharge[]
}

/** More are billed by the next run. */
export const mostDue = 200_000
const atOnce = 500
/** Calculates what a run would charge, with the bills' own code; nothing is locked or written. */
export async function readDueRun(services: Pick<Services, 'db' | 'clock'>): Promise<DueRun> {
  const now = services.clock.now()
  const due = await readDueVendors(services, now)
  const billCharges: DueCharge[] = []
  for (let first = 0; first < due.length; first += atOnce) {
    const part = new Map(due.slice(first, first + atOnce).map((vendor) => [vendor.vendor_id, vendor]))
    for (const terms of await billTermsOf(services.db, services.clock, [...part.keys()])) {
      const vendor = part.get(terms.vendor_id)
      if (vendor) billCharges.push(...chargesOf(terms, vendor, dayOf(now)))
    }
  }
  const retries = await readRetries(services, now)
  return {
    bills: due.map((vendor) => vendor.vendor_id),
    retries: [...new Set(retries.map((retry) => retry.vendor_id))],
    charges: [
      ...billCharges,
      ...retries.flatMap(({ hasCard, total, series, number, ...retry }) =>
        hasCard ? { ...retry, text: `Retry of ${numberOf({ series, number })}`, cents: toCents(total) } : [],
      ),
    ],
  }
}

interface DueVendor {
  vendor_id: number
  company: string
  frozen: number
}
async function readDueVendors({ db }: Pick<Services, 'db'>, now: number): Promise<DueVendor[]> {
  const { rows } = await sql<DueVendor>`
    select v.vendor_id, v.company, (
        select count(*) from subscription s where s.vendor_id = v.vendor_id and s.paused_at is not null
      )::int as frozen
    from vendor v
    where ${isBillDueOnceSettled(now, null)}
    order by v.next_charge_date, v.vendor_id
    limit ${mostDue}`.execute(db)
  return rows
}

/** The bills of all periods that have begun; what is taken or owed once is on the first. */
function chargesOf(terms: VendorTerms, { company, frozen }: DueVendor, today: string): DueCharge[] {
  const charges: DueCharge[] = []
  let starts = terms.next_charge_date
  if (starts === null) return []
  const anchor = anchorOf(terms.billing_anchor, starts)
  for (let rest: VendorTerms = terms; starts <= today;) {
    const bill = billOn(rest, starts, frozen)
    const ends = nextBillingDay(anchor, starts)
    const cents = toCents(bill.total)
    const text = `Renewal, ${spanText({ starts, ends })}`
    if (cents > 0) charges.push({ vendor_id: terms.vendor_id, company, text, cents })
    rest = { ...rest, items: [], credit_available: fromCents(creditAfter(rest, bill.lines)) }
    starts = ends
  }
  return charges
}
const creditAfter = (terms: VendorTerms, lines: readonly { kind: string; amount: string }[]): Cents =>
  lines.reduce(
    (credit, { kind, amount }) => (kind === 'credit' || kind === 'kept' ? credit + toCents(amount) : credit),
    toCents(terms.credit_available),
  )

interface Retry {
  vendor_id: number
  company: string
  series: 'INV'
  number: number
  total: string
  hasCard: boolean
}
async function readRetries({ db }: Pick<Services, 'db'>, now: number): Promise<Retry[]> {
  const { rows } = await sql<Retry>`
    select i.vendor_id, v.company, i.series, i.number, i.total, exists (
        select from payment_method m where m.vendor_id = i.vendor_id and m.removed_tm is null
      ) as "hasCard"
    from invoice i
    join vendor v using (vendor_id)
    where ${isRetryDue(now, null)}
    order by i.invoice_id
    limit ${mostDue}`.execute(db)
  return rows
}
