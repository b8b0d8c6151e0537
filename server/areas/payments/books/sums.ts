import type { MoneyMonth, MoneySums } from '#contract/payments/books.ts'
import { readSums } from '#server/areas/ledger/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Services } from '#server/platform/services.ts'

const mostMonths = 36
type Sums = ReturnType<typeof sql>

/** The ledger by month and by account; charged = refunded + disputed + kept. */
export const getMoneySums = ({ db }: Services): Promise<MoneySums> =>
  readSums(db, async (sums, tx) => {
    const { rows } = await sql<MoneySums>`
      with sums as materialized (${sums})
      select
        array(select row_to_json(m) from (${byMonth}) m) as months,
        array(
          select row_to_json(b)
          from (
            select a.account, a.name, coalesce(sum(s.amount), 0)::numeric(14,2)::text as balance
            from ledger_account a
            left join sums s using (account)
            group by a.account
            order by a.name
            limit 100) b) as accounts`.execute(tx)
    return singleRow(rows)
  })

/** Cards' money and credit by month, newest first. */
export const readMonths = (db: Db): Promise<MoneyMonth[]> =>
  readSums(db, async (sums, tx) => {
    const { rows } = await sql<MoneyMonth>`with sums as (${sums}) ${byMonth}`.execute(tx)
    return rows
  })

const byMonth: Sums = sql`
  select month::text,
    coalesce(sum(amount) filter (where account = 'gateway' and how = 'charged'), 0)::numeric(14,2)::text
      as charged,
    coalesce(-sum(amount) filter (where account = 'gateway' and how = 'refunded'), 0)::numeric(14,2)::text
      as refunded,
    coalesce(-sum(amount) filter (where account = 'gateway' and how = 'disputed'), 0)::numeric(14,2)::text
      as disputed,
    coalesce(sum(amount) filter (where account = 'gateway'), 0)::numeric(14,2)::text as kept,
    coalesce(-sum(amount) filter (where account = 'credit' and not comes), 0)::numeric(14,2)::text
      as credit_given,
    coalesce(sum(amount) filter (where account = 'credit' and comes), 0)::numeric(14,2)::text as credit_used
  from sums
  where account in ('gateway', 'credit')
  group by month
  order by month desc
  limit ${mostMonths}`
