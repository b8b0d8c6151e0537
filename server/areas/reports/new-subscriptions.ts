import type { Parsed } from '#contract/index.ts'
import {
  mostNewSubscriptions,
  newSubscriptionIntervals,
  type NewSubscription,
  type NewSubscriptionWindow,
} from '#contract/reports/cancels.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs

export const listNewSubscriptions = (ctx: Ctx, { body }: Parsed<'listNewSubscriptions'>) =>
  readNewSubscriptions(ctx.db, body, ctx.clock.now())

/** Subscriptions added in the window back from now, also those that have ended since. */
export async function readNewSubscriptions(db: Db, { interval }: NewSubscriptionWindow, until: number) {
  const sinceMs = until - interval * minuteMs
  const since = new Date(sinceMs).toISOString()
  const barMs = newSubscriptionIntervals[interval] * minuteMs
  // day bars are calendar days in UTC: the first from the window's start, the last until now
  const second = barMs === dayMs ? (Math.floor(sinceMs / dayMs) + 1) * dayMs : sinceMs + barMs
  const starts = [since]
  for (let ms = second; ms < until; ms += barMs) starts.push(new Date(ms).toISOString())
  const found = sql`
    select e.*, v.company, v.vendor_plan_type_id, v.account_manager_vendor_id
    from subscription_event e
    join vendor v using (vendor_id)
    where e.what = 'added'
      and not v.is_staff
      and e.tm >= ${since}::timestamptz
      and e.tm <= ${new Date(until).toISOString()}::timestamptz`
  const [{ rows: subscriptions }, { rows: counts }] = await Promise.all([
    sql<NewSubscription>`
      with found as (
        ${found}
        order by e.tm desc, e.subscription_event_id desc
        limit ${mostNewSubscriptions})
      select f.tm, f.vendor_id, f.company, f.dropshipper_id, d.supplier_name, p.name as plan, c.promo_code,
        f.by_customer, f.by_name, m.company as manager,
        not exists (
          select
          from subscription_event o
          where o.vendor_id = f.vendor_id
            and o.what = 'added'
            and (o.tm, o.subscription_event_id) < (f.tm, f.subscription_event_id)) as is_first,
        exists (
          select
          from subscription_event o
          where o.vendor_id = f.vendor_id
            and o.dropshipper_id = f.dropshipper_id
            and o.what in ('ended', 'removed')
            and (o.tm, o.subscription_event_id) > (f.tm, f.subscription_event_id)) as is_gone
      from found f
      left join dropshipper d using (dropshipper_id)
      left join plan_type p using (vendor_plan_type_id)
      left join vendor m on m.vendor_id = f.account_manager_vendor_id
      left join lateral (
        select promo_code
        from promo_code_usage u
        join promo_code using (promo_code_id)
        where u.vendor_id = f.vendor_id and u.given_tm <= f.tm and (u.removed_tm is null or u.removed_tm > f.tm)
        order by u.given_tm desc
        limit 1) c on true
      order by f.tm desc, f.subscription_event_id desc`.execute(db),
    sql<{ place: number; subscriptions: number }>`
      select width_bucket(tm, ${starts}::timestamptz[]) as place, count(*) as subscriptions
      from (${found}) f
      group by 1`.execute(db),
  ])
  const byPlace = new Map(counts.map((row) => [row.place, row.subscriptions]))
  return {
    since,
    until: new Date(until).toISOString(),
    bars: starts.map((start, i) => ({ since: start, subscriptions: byPlace.get(i + 1) ?? 0 })),
    subscriptions,
    total: counts.reduce((sum, row) => sum + row.subscriptions, 0),
  }
}
