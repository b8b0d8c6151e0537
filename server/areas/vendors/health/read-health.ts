import { billOn, planOn } from '#contract/billing/bill.ts'
import { dayOf } from '#contract/billing/days.ts'
import { healthScore, troublesOf } from '#contract/vendors/health.ts'
import { billTermsOf } from '#server/areas/billing/public.ts'
import type { Db } from '#server/platform/database/db.ts'
import type { Clock } from '#server/platform/services.ts'
import { vendorsOf } from '../search/search-vendors.ts'
import { factsOf } from './facts.ts'

/** These vendors with their troubles, worst first, their score, and the plan of the next bill. */
export async function readHealth(db: Db, clock: Clock, ids: readonly number[]) {
  const [rows, terms] = await Promise.all([vendorsOf(db, ids), billTermsOf(db, clock, ids)])
  const termsById = new Map(terms.map((vendorTerms) => [vendorTerms.vendor_id, vendorTerms]))
  const vendors = rows.flatMap((row) => {
    const vendorTerms = termsById.get(row.vendor_id)
    if (!vendorTerms) return []
    const day = row.next_charge_date ?? dayOf(clock.now())
    const monthly = billOn({ ...vendorTerms, items: [], credit_available: '0' }, day, 0)
    return [{ row: { ...row, billed_monthly: monthly.total }, counts: planOn(vendorTerms, day) }]
  })
  const facts = await factsOf(
    db,
    vendors.map(({ row }) => row),
    clock.now(),
  )
  return vendors.flatMap(({ row: { billed_monthly: _billed, ...row }, counts }) => {
    const vendorFacts = facts.get(row.vendor_id)
    if (!vendorFacts) return []
    const troubles = troublesOf(vendorFacts)
    return [{ row, counts, troubles, score: healthScore(vendorFacts, troubles) }]
  })
}
