import { sellingCurrencies } from '#contract/pricing/rules.ts'
import { sql } from '#server/platform/database/db.ts'

const codes = Object.entries(sellingCurrencies).map(([id, code]) => `when ${id} then '${code}'`)

/** The code of a supplier's currency; null if it has none or several. */
export const supplierCurrency = (dropshipperId: string) => sql<string | null>`(
  select min(case u.currency_id ${sql.raw(codes.join(' '))} end)
  from dropshipper_currency u
  where u.dropshipper_id = ${sql.ref(dropshipperId)}
  having count(*) = 1)`
