import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { keepReceived } from './received.ts'
import { summedThrough } from './summed-through.ts'

type Id = string | ReturnType<typeof sql>

/**
 * Sums of the movements after one id, up to another, by month (UTC), account, kind of card money, and direction
 * (docs/domain/ledger.md).
 */
export const sumsOf = (after: Id, lastId: Id) => sql`
  select date_trunc('month', t.tm at time zone 'UTC')::date as month, p.account,
    case
      when t.key like 'dispute %' then 'disputed'
      when p.amount < 0 or t.reverses is not null then 'refunded'
      else 'charged'
    end as how,
    p.amount > 0 as comes, sum(p.amount) as amount
  from ledger_transaction t
  join ledger_posting p using (ledger_transaction_id)
  where t.ledger_transaction_id > ${after}::bigint and t.ledger_transaction_id <= ${lastId}::bigint
  group by 1, 2, 3, 4`

const last = '9223372036854775807'

/** Runs a read over the whole ledger's sums: the stored ones, and those of later movements. */
export const readSums = <T>(db: Db, read: (sums: ReturnType<typeof sql>, tx: Db) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // as a value, because the plan depends on how many movements came since
      const lastId = await summedThrough(tx)
      return read(sql`select * from ledger_sum union all ${sumsOf(lastId, last)}`, tx)
    })

/** Adds new movements to the stored sums; skips its turn while somebody is booking. */
export async function keepLedgerSums({ db }: { db: Db }): Promise<void> {
  const lastId = await lastFinal(db)
  if (lastId === null) return
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ through: string }>`
      select through::text as through from ledger_summed for update`.execute(tx)
    const after = singleRow(rows).through
    if (BigInt(after) >= BigInt(lastId)) return
    await sql`
      insert into ledger_sum as s (month, account, how, comes, amount)
      ${sumsOf(after, lastId)}
      on conflict (month, account, how, comes) do update set amount = s.amount + excluded.amount`.execute(tx)
    await keepReceived(tx, after, lastId)
    await sql`update ledger_summed set through = ${lastId}::bigint`.execute(tx)
  })
}

/** The newest movement with no earlier one still uncommitted; null: somebody is booking. */
async function lastFinal(db: Db): Promise<string | null> {
  try {
    return await db.transaction().execute(async (tx) => {
      // shorter than deadlock detection, so whoever moves money never gives way
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
