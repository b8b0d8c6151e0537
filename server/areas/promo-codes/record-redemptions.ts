import { sql, type Tx } from '#server/platform/database/db.ts'
import { mostBills } from '#server/areas/billing/public.ts'

export interface Redemption {
  promo_code_usage_id: number
  vendor_id: number
  /** The start of the bill's period. */
  period_starts: string
  amount: string
}

/**
 * Records what codes took off bills, in the transaction that issues the bills and locks their vendors. Redeeming
 * twice for one period, or for more bills than the code allows, fails that transaction.
 */
export async function recordRedemptions(tx: Tx, redemptions: readonly Redemption[]): Promise<void> {
  if (redemptions.length === 0) return
  const ids = redemptions.map((redemption) => redemption.promo_code_usage_id)
  // waits for a change to fewer bills, and makes a later change wait for this
  await sql`
    select from promo_code
    where promo_code_id in (
      select promo_code_id from promo_code_usage where promo_code_usage_id = any(${ids}::int[]))
    order by promo_code_id
    for share`.execute(tx)
  await sql`
    insert into promo_redemption (promo_code_usage_id, vendor_id, period_starts, amount)
    select promo_code_usage_id, vendor_id, period_starts, amount
    from jsonb_to_recordset(${JSON.stringify(redemptions)}::jsonb)
      as r (promo_code_usage_id int, vendor_id int, period_starts date, amount numeric)`.execute(tx)
  const { rows } = await sql<{ promo_code_usage_id: number }>`
    select promo_code_usage_id
    from promo_code_usage
    join promo_code c using (promo_code_id)
    join promo_redemption r using (promo_code_usage_id)
    where promo_code_usage_id = any(${ids}::int[])
    group by promo_code_usage_id, c.promo_code_id
    having count(*) > ${mostBills}
    limit 1`.execute(tx)
  if (rows[0]) throw new Error(`Promo code usage ${rows[0].promo_code_usage_id} was redeemed too often`)
}
