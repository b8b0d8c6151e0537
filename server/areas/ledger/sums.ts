import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'

type Id = string | ReturnType<typeof sql>

/**
 * The movements after one, up to another, by month (UTC), account, how they count among cards' money, and
 * whether it came or went (docs/domain.md, The ledger).
 */
export const sumsOf = (after: Id, through: Id) => sql`
  select date_trunc('month', t.tm at time zone 'UTC')::date as month, p.account,
    case
      when t.key like 'dispute %' then 'disputed'
      when p.amount < 0 or t.reverses is not null then 'refunded'
      else 'charged'
    end as how,
    p.amount > 0 as comes, sum(p.amount) as amount
  from ledger_transaction t
  join ledger_posting p using (ledger_transaction_id)
  where t.ledger_transaction_id > ${after}::bigint and t.ledger_transaction_id <= ${through}::bigint
  group by 1, 2, 3, 4`

const last = '9223372036854775807'

/** Runs a read over the whole ledger's sums: those that are kept, and those of what came since. */
export const readSums = <T>(db: Db, read: (sums: ReturnType<typeof sql>, tx: Db) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // as a value: how much came since is what the plan depends on
      const through = await summedThrough(tx)
      return read(sql`select * from ledger_sum union all ${sumsOf(through, last)}`, tx)
    })

/** Adds what came to the sums that are kept. Where somebody books just now, the next turn does. */
export async function keepLedgerSums({ db }: { db: Db }): Promise<void> {
  const through = await lastFinal(db)
  if (through === null) return
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ through: string }>`select through from ledger_summed for update`.execute(tx)
    const after = singleRow(rows).through
    if (BigInt(after) >= BigInt(through)) return
    await sql`
      insert into ledger_sum as s (month, account, how, comes, amount)
      ${sumsOf(after, through)}
      on conflict (month, account, how, comes) do update set amount = s.amount + excluded.amount`.execute(tx)
    await sql`update ledger_summed set through = ${through}::bigint`.execute(tx)
  })
}

/** The newest movement of which no earlier one can still come; null: somebody books just now. */
async function lastFinal(db: Db): Promise<string | null> {
  try {
    return await db.transaction().execute(async (tx) => {
      // shorter than it takes a deadlock to be seen: who moves money is never the one that gives way
      await sql`set local lock_timeout = '500ms'`.execute(tx)
      await sql`lock table ledger_transaction in share mode`.execute(tx)
      const { rows } = await sql<{ through: string }>`
        select coalesce(max(ledger_transaction_id), 0)::text as through from ledger_transaction`.execute(tx)
      return singleRow(rows).through
    })
  } catch (error) {
    if ((error as { code?: string }).code === '55P03') return null
    throw error
  }
}

async function summedThrough(db: Db): Promise<string> {
  const { rows } = await sql<{ through: string }>`select through::text as through from ledger_summed`.execute(
    db,
  )
  return singleRow(rows).through
}
