import { dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import { mostCustomerRows, type ChurnedUser, type MonthChoice } from '#contract/reports/customers.ts'
import { readReceived } from '#server/areas/ledger/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { monthOr, withTotal } from './months.ts'
import { readMrr } from './mrr.ts'

export const getChurnedUsers = ({ db, clock }: Ctx, { query }: Parsed<'getChurnedUsers'>) =>
  readChurnedUsers(db, query, dayOf(clock.now()))

/** Vendors whose MRR ended in a month: the losses of the month’s churn, vendor by vendor. */
export const readChurnedUsers = (db: Db, choice: MonthChoice, today: string) =>
  readReceived(db, async (received, tx) => {
    const { start, end } = monthOr(choice, today)
    const { rows } = await sql<ChurnedUser & { total: number }>`
      with gone as (
        select s.*, count(*) over () as total
        from mrr_span s
        where s.departure is not null and s.to_day between ${start}::date and ${end}::date
        order by s.mrr_cents desc, s.to_day, s.vendor_id
        limit ${mostCustomerRows}
      ), received as (${received})
      select g.vendor_id, v.company, g.departure as kind, g.to_day::text as day,
        (g.mrr_cents / 100.0)::numeric(14,2)::text as mrr, g.total,
        not exists (
          select
          from mrr_span o
          where o.vendor_id = g.vendor_id
            and o.from_day < ${start}::date
            and (o.to_day is null or o.to_day >= ${start}::date)) as same_period,
        exists (select from mrr_span o where o.vendor_id = g.vendor_id and o.to_day is null) as is_back,
        (
          select count(*)
          from invoice i
          where i.vendor_id = g.vendor_id and i.kind = 'renewal' and i.paid_tm is not null) as months_paid,
        coalesce(r.amount, 0)::numeric(14,2)::text as kept, g.plan_name as plan, c.reason_id, c.comment,
        (select count(*) from subscription s where s.vendor_id = g.vendor_id) as suppliers,
        m.company as manager, o.company as crm_owner,
        (select count(*) from vendor_store st where st.vendor_id = g.vendor_id) as stores
      from gone g
      join vendor v using (vendor_id)
      left join received r using (vendor_id)
      left join vendor m on m.vendor_id = v.account_manager_vendor_id
      left join vendor o on o.vendor_id = v.crm_owner_vendor_id
      left join lateral (
        select e.reason_id, e.comment
        from subscription_event e
        where e.vendor_id = g.vendor_id
          and e.what = 'cancel_asked'
          and e.tm < (g.to_day + 1)::timestamp at time zone 'UTC'
        order by e.tm desc, e.subscription_event_id desc
        limit 1) c on true
      order by g.mrr_cents desc, g.to_day, g.vendor_id`.execute(tx)
    const { rows: users, total } = withTotal(rows)
    return { figures: await readMrr(tx, { start, end }), users, total }
  })
