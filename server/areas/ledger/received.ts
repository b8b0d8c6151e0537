import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { summedThrough } from './summed-through.ts'

/** The accounts through which money comes in. */
export const moneyAccounts = sql`('gateway', 'outside')`

/** What was received by vendor after one movement, up to another. */
const receivedAfter = (after: string, lastId: string) => sql`
  select p.vendor_id, sum(p.amount) as amount, min(t.tm) filter (where p.amount > 0) as first_tm
  from ledger_transaction t
  join ledger_posting p using (ledger_transaction_id)
  where p.account in ${moneyAccounts}
    and t.ledger_transaction_id > ${after}::bigint
    and t.ledger_transaction_id <= ${lastId}::bigint
  group by p.vendor_id`

/** Adds new movements to what is stored of each vendor; with the stored sums, in one transaction. */
export const keepReceived = (tx: Tx, after: string, lastId: string) =>
  sql`
    insert into vendor_received as r (vendor_id, amount, first_tm)
    select vendor_id, amount, first_tm
    from (${receivedAfter(after, lastId)}) added
    order by vendor_id
    on conflict (vendor_id) do update
    set amount = r.amount + excluded.amount, first_tm = least(r.first_tm, excluded.first_tm)`.execute(tx)

const last = '9223372036854775807'
/** A select of what was received from each vendor, and when first. */
export type Received = ReturnType<typeof sql>

/** The stored sums and later movements. Only for the transaction, which sees one state, that this is read in. */
export async function receivedByVendor(db: Db): Promise<Received> {
  // as a value, because the plan depends on how many movements came since
  const lastId = await summedThrough(db)
  return sql`
    select vendor_id, coalesce(r.amount, 0) + coalesce(n.amount, 0) as amount, least(r.first_tm, n.first_tm) as first_tm
    from vendor_received r
    full join (${receivedAfter(lastId, last)}) n using (vendor_id)`
}

/** Reads in a transaction that sees one state. */
export const readReceived = <T>(db: Db, read: (received: Received, tx: Db) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => read(await receivedByVendor(tx), tx))
