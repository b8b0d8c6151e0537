import { sql, type Tx } from '#server/platform/database/db.ts'

/** Locks an intent's vendor before anything else, so all writers wait in one order. */
export const lockIntentVendor = (tx: Tx, intentId: string) =>
  sql`
    select v.vendor_id
    from vendor v
    join money_intent i using (vendor_id)
    where i.money_intent_id = ${intentId}
    for no key update of v`.execute(tx)
