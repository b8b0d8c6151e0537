import { dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import type { AffiliateMonth, MonthChoice } from '#contract/reports/customers.ts'
import { moneyAccounts } from '#server/areas/ledger/public.ts'
import { affiliateIds, endOf, startOf } from '#server/areas/marketing/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { monthOr } from './months.ts'

const mostAffiliates = 1000

export const getAffiliateReport = ({ db, clock }: Ctx, { query }: Parsed<'getAffiliateReport'>) =>
  readAffiliates(db, query, dayOf(clock.now()))

/** What each affiliate’s codes and the vendors it referred brought in a month. */
export async function readAffiliates(db: Db, choice: MonthChoice, today: string) {
  const { start, end } = monthOr(choice, today)
  const inMonth = (column: string) =>
    sql`${sql.ref(column)} >= ${startOf(start)}::timestamptz and ${sql.ref(column)} < ${endOf(end)}::timestamptz`
  const { rows } = await sql<AffiliateMonth>`
    with referred as materialized (
      select vendor_affiliate_id as affiliate, vendor_id
      from registration_source
      join vendor v using (vendor_id)
      where vendor_affiliate_id is not null and v.insert_tm < ${endOf(end)}::timestamptz
      union
      select c.vendor_affiliate_id, u.vendor_id
      from promo_code c
      join promo_code_usage u using (promo_code_id)
      where c.vendor_affiliate_id is not null and u.given_tm < ${endOf(end)}::timestamptz
    ), code as (
      select c.vendor_affiliate_id as affiliate, count(distinct c.promo_code_id) as codes,
        count(distinct u.vendor_id) filter (where ${inMonth('u.given_tm')}) as given
      from promo_code c
      left join promo_code_usage u using (promo_code_id)
      where c.vendor_affiliate_id is not null
      group by 1
    ), redeemed as (
      select c.vendor_affiliate_id as affiliate, count(*) as redemptions, sum(r.amount) as discount
      from promo_redemption r
      join promo_code_usage u using (promo_code_usage_id)
      join promo_code c using (promo_code_id)
      where c.vendor_affiliate_id is not null and r.period_starts between ${start}::date and ${end}::date
      group by 1
    ), brought as (
      select r.affiliate, count(*) as referred,
        count(*) filter (where exists (
          select
          from mrr_span s
          where s.vendor_id = r.vendor_id
            and s.from_day <= ${end}::date
            and (s.to_day is null or s.to_day > ${end}::date))) as paying,
        count(*) filter (where exists (
          select
          from mrr_span s
          where s.vendor_id = r.vendor_id
            and s.departure is not null
            and s.to_day between ${start}::date and ${end}::date)) as churned,
        coalesce(sum(i.total), 0) as billed, coalesce(sum(k.amount), 0) as kept
      from referred r
      left join lateral (
        select sum(total) as total
        from invoice
        where vendor_id = r.vendor_id and issued_on between ${start}::date and ${end}::date) i on true
      left join lateral (
        select sum(p.amount) as amount
        from ledger_transaction t
        join ledger_posting p using (ledger_transaction_id)
        where t.vendor_id = r.vendor_id and p.account in ${moneyAccounts} and ${inMonth('t.tm')}) k on true
      group by 1
    )
    select v.vendor_id, v.company as name, coalesce(c.codes, 0) as codes, coalesce(c.given, 0) as given,
      coalesce(d.redemptions, 0) as redemptions, coalesce(d.discount, 0)::numeric(14,2)::text as discount,
      coalesce(b.referred, 0) as referred, coalesce(b.paying, 0) as paying, coalesce(b.churned, 0) as churned,
      coalesce(b.billed, 0)::numeric(14,2)::text as billed, coalesce(b.kept, 0)::numeric(14,2)::text as kept
    from (${affiliateIds}) a
    join vendor v using (vendor_id)
    left join code c on c.affiliate = v.vendor_id
    left join redeemed d on d.affiliate = v.vendor_id
    left join brought b on b.affiliate = v.vendor_id
    order by coalesce(b.kept, 0) desc, lower(v.company), v.vendor_id
    limit ${mostAffiliates}`.execute(db)
  return { start, end, affiliates: rows }
}
