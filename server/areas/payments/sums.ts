import type { MoneyMonth, MoneySums } from '#contract/payments/books.ts'
import { sql, type Db } from '#server/platform/db.ts'
import type { Services } from '#server/platform/services.ts'

const mostMonths = 36

/** What the ledger has, by month and by account; a month's charged is what was refunded, disputed and kept. */
export async function getMoneySums({ db }: Services): Promise<MoneySums> {
  const [months, accounts] = await Promise.all([
    readMonths(db),
    sql<MoneySums['accounts'][number]>`
      select a.account, a.name, coalesce(sum(p.amount), 0)::numeric(14,2)::text as balance
      from ledger_account a
      left join ledger_posting p using (account)
      group by a.account
      order by a.name
      limit 100`.execute(db),
  ])
  return { months, accounts: accounts.rows }
}

/** Cards' money and credit by month, the newest first. */
export async function readMonths(db: Db): Promise<MoneyMonth[]> {
  const { rows } = await sql<MoneyMonth>`
      with moved as (
        select date_trunc('month', t.tm at time zone 'UTC')::date as month, p.account, p.amount,
          case
            when t.key like 'dispute %' then 'disputed'
            when p.amount < 0 or t.reverses is not null then 'refunded'
            else 'charged'
          end as how
        from ledger_posting p
        join ledger_transaction t using (ledger_transaction_id)
        where p.account in ('gateway', 'credit')
      )
      select month::text,
        coalesce(sum(amount) filter (where account = 'gateway' and how = 'charged'), 0)::numeric(14,2)::text
          as charged,
        coalesce(-sum(amount) filter (where account = 'gateway' and how = 'refunded'), 0)::numeric(14,2)::text
          as refunded,
        coalesce(-sum(amount) filter (where account = 'gateway' and how = 'disputed'), 0)::numeric(14,2)::text
          as disputed,
        coalesce(sum(amount) filter (where account = 'gateway'), 0)::numeric(14,2)::text as kept,
        coalesce(-sum(amount) filter (where account = 'credit' and amount < 0), 0)::numeric(14,2)::text
          as credit_given,
        coalesce(sum(amount) filter (where account = 'credit' and amount > 0), 0)::numeric(14,2)::text
          as credit_used
      from moved
      group by month
      order by month desc
      limit ${mostMonths}`.execute(db)
  return rows
}
