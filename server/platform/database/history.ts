import { sql, type Tx } from './db.ts'

/** What the triggers that keep the history of customers can't see in the rows. */
interface HistoryFacts {
  /** Who acts; nobody named: Feedstock. */
  by_name?: string
  by_customer?: 'yes'
  /** When, by this process’s clock; the database’s time counts while they agree. */
  tm?: string
  /** Why a status changes, if not by hand; after a renewal that is paid: “paid”. */
  status_why?: 'renewal' | 'delisted'
  /** How subscriptions end, if they aren’t removed. */
  subscription_end?: 'ended' | 'removed'
  cancel_reason?: number
  cancel_comment?: string
}

/** Says it for the rest of the transaction. */
export async function setHistoryFacts(tx: Tx, facts: HistoryFacts): Promise<void> {
  await sql`
    select set_config('feedstock.' || key, value, true)
    from jsonb_each_text(${JSON.stringify(facts)}::jsonb)`.execute(tx)
}
