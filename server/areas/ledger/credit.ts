import { sql } from '#server/platform/database/db.ts'

/** What charges that are under way take of the credit of the vendor `v`, once they are paid. */
export const heldCredit = sql<string>`(
  select (coalesce(sum((m.terms->>'credit_used')::numeric), 0) / 100)::numeric(12,2)
  from money_intent m
  where m.vendor_id = v.vendor_id and m.state = 'open' and m.kind = 'manual')`

/** What a bill or a charge of the vendor `v` may take of its credit (docs/domain.md, Manual charges). */
export const freeCredit = sql<string>`(v.credit_available - ${heldCredit})`
