import { sql } from '#server/platform/database/db.ts'

/** The credit of the vendor `v` that charges under way will use once they are paid. */
export const heldCredit = sql<string>`(
  select (coalesce(sum((m.terms->>'credit_used')::numeric), 0) / 100)::numeric(12,2)
  from money_intent m
  where m.vendor_id = v.vendor_id and m.state = 'open' and m.kind = 'manual')`

/** The credit that a bill or a charge of the vendor `v` may use (docs/domain/charges-and-refunds.md, Manual charges). */
export const freeCredit = sql<string>`(v.credit_available - ${heldCredit})`
