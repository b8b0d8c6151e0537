import { dayOf } from '#contract/billing/days.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import type { Invariant } from './invariant.ts'
import * as moves from './move-invariants.ts'
import * as papers from './paper-invariants.ts'
import * as reports from './report-invariants.ts'

const mostShown = 20
export interface InvariantCheck {
  name: string
  text: string
  rows: { id: string; vendor_id: number | null }[]
  /** How many rows break it. */
  broken: number
}

/** All invariants at a moment, by the name under which `books_check` keeps them. */
const listInvariants = (ms: number): Record<string, Invariant> => {
  const today = dayOf(ms)
  const now = new Date(ms).toISOString()
  return {
    balanced: papers.unbalancedMovements,
    reversed: papers.unequalReversals,
    summed: papers.ledgerSumDifferences,
    credit: papers.creditDifferences,
    used: papers.usedCreditDifferences,
    written_off: papers.writeOffDifferences,
    receivable: papers.receivableDifferences,
    numbers: papers.numberGaps,
    lines: papers.lineSumDifferences,
    booked: papers.unbookedPapers,
    periods: papers.brokenPeriods,
    billed: papers.unmatchedPeriods,
    unbilled: papers.unbilledVendors(today),
    frozen: papers.frozenFeeDifferences,
    promos: papers.promoDifferences,
    cycles: papers.overusedPromoCodes,
    settled: moves.mismatchedCharges,
    moved: moves.unbookedMoney,
    references: moves.sharedReferences,
    overpaid: moves.overpaidInvoices,
    refunds: moves.refundDifferences,
    reserved: moves.staleReservations,
    unanswered: moves.unansweredIntents(now),
    kept: moves.gatewayDifferences,
    disputed: moves.disputeDifferences,
    dunned: moves.needlessTries,
    agreed: moves.unapprovedMoney,
    events: moves.unprocessedEvents(now),
    spans: reports.overlappingSpans,
    span_lines: reports.spanDifferences,
    subscription_events: reports.subscriptionHistoryGaps,
    status_events: reports.statusHistoryGaps,
    report_dirty: reports.staleReports,
    closed_months: reports.closedMonthGaps,
  }
}
/** What is wrong if each is broken, by name. */
export const invariantTexts = (ms: number): Record<string, string> =>
  Object.fromEntries(Object.entries(listInvariants(ms)).map(([name, { text }]) => [name, text]))

/** Runs each invariant, a query that should return no row (docs/domain/books-check.md). */
export async function checkBooks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<InvariantCheck[]> {
  const checks: InvariantCheck[] = []
  // one after another: each may read a whole table
  for (const [name, { text, rows }] of Object.entries(listInvariants(clock.now()))) {
    const result = await sql<InvariantCheck['rows'][number] & { broken: number }>`
      select *, count(*) over ()::int as broken
      from (${rows}) broken
      order by id
      limit ${mostShown}`.execute(db)
    checks.push({
      name,
      text,
      rows: result.rows.map(({ id, vendor_id }) => ({ id, vendor_id })),
      broken: result.rows[0]?.broken ?? 0,
    })
  }
  return checks
}
/** Only the broken invariants. */
export const listBroken = async (services: Pick<Services, 'db' | 'clock'>): Promise<InvariantCheck[]> =>
  (await checkBooks(services)).filter((check) => check.rows.length > 0)
