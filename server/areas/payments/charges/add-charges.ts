import type { chargeStatus, transType } from '#contract/billing/billing.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'

export type TransType = (typeof transType)[keyof typeof transType]
export interface NewCharge {
  vendor_id: number
  tm: string
  amount: string
  credit_used?: string
  vendor_charge_trans_type_id: TransType
  vendor_charge_status_id: (typeof chargeStatus)[keyof typeof chargeStatus]
  vendor_charge_type_id?: number | null
  transaction_num?: string | null
  charge_description: string
  ghost?: boolean
  money_intent_id?: string | null
  invoice_id?: number | null
  card?: string | null
  card_exception?: string | null
  decline_code?: string | null
  refund_of?: number | null
}

/**
 * Adds charges to vendors' billing history in the given order; returns their ids. A refund takes its purpose
 * and its card from the original charge.
 */
export async function addCharges(tx: Tx, charges: readonly NewCharge[]): Promise<number[]> {
  if (charges.length === 0) return []
  const { rows } = await sql<{ vendor_charge_id: number }>`
    insert into vendor_charge (vendor_id, tm, amount, credit_used, vendor_charge_trans_type_id,
      vendor_charge_status_id, vendor_charge_type_id, transaction_num, charge_description, ghost,
      money_intent_id, invoice_id, card, card_exception, decline_code, refund_of)
    select c.vendor_id, c.tm, c.amount, coalesce(c.credit_used, 0), c.vendor_charge_trans_type_id,
      c.vendor_charge_status_id, coalesce(c.vendor_charge_type_id, back.vendor_charge_type_id), c.transaction_num,
      c.charge_description, coalesce(c.ghost, false), c.money_intent_id, c.invoice_id, coalesce(c.card, back.card),
      c.card_exception, c.decline_code, c.refund_of
    from jsonb_to_recordset(${JSON.stringify(charges.map((charge, n) => ({ n, ...charge })))}::jsonb)
      as c (n int, vendor_id int, tm timestamptz, amount numeric, credit_used numeric,
        vendor_charge_trans_type_id smallint, vendor_charge_status_id smallint,
        vendor_charge_type_id smallint, transaction_num text, charge_description text, ghost boolean,
        money_intent_id text, invoice_id bigint, card text, card_exception text, decline_code text, refund_of bigint)
    left join vendor_charge back on back.vendor_charge_id = c.refund_of
    order by c.n
    returning vendor_charge_id`.execute(tx)
  return rows.map((row) => row.vendor_charge_id)
}
