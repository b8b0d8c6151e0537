import { sql, type Tx } from '#server/platform/database/db.ts'

/** Holds the vendor whose money it is, before anything of it: all who write wait in one order. */
export const holdVendorOf = (tx: Tx, intentId: string) =>
  sql`
    select v.vendor_id
    from vendor v
    join money_intent i using (vendor_id)
    where i.money_intent_id = ${intentId}
    for no key update of v`.execute(tx)
