import { cancelReasonOrder } from '#contract/account/my-subscriptions.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { addMonths, dayOf } from '#contract/billing/days.ts'
import { closingDays } from '#contract/reports/closing.ts'
import { freezeMonths, keepReports } from '#server/areas/reports/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * Two years of statuses, subscriptions and integrations that came and went, in place of the changes that creating the
 * demonstration itself made, and the revenue that follows from them.
 */
export async function seedHistory(services: Services): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await seedStatuses(tx)
    await seedCanceled(tx)
    await seedEnded(tx)
    await seedTakenBack(tx)
    await spreadEvents(tx)
  })
  await keepReports(services)
  await services.db.transaction().execute((tx) => seedClosedMonths(tx, services.clock.now()))
}

/**
 * A year of closed months. A dispute of one of them was booked late, so that a figure changed since; the month before
 * the last one was reopened.
 */
async function seedClosedMonths(tx: Tx, now: number): Promise<void> {
  const today = dayOf(now)
  const thisMonth = `${today.slice(0, 7)}-01`
  const newest = Number(today.slice(8)) < closingDays.itself ? -2 : -1
  const months = Array.from({ length: 12 }, (_, i) => addMonths(thisMonth, newest - 11 + i))
  await freezeMonths(tx, months, { now, closer: null })
  await sql`
    update report_closing
    set closed_tm = month + interval '1 month' + make_interval(days => ${closingDays.itself - 1}::int, hours => 1),
      reopened_tm = case when month = ${months.at(-2) ?? null}::date then now() - interval '2 hours' end,
      reopened_by_name = case when month = ${months.at(-2) ?? null}::date then 'Feedstock Finance' end,
      reopen_reason = case when month = ${months.at(-2) ?? null}::date then 'The wire of a vendor is missing' end`.execute(
    tx,
  )
  await sql`
    with late as (
      select t.vendor_id, (t.tm at time zone 'UTC')::date as day,
        date_trunc('month', t.tm at time zone 'UTC')::date as month, (p.amount * 100)::bigint as cents
      from ledger_transaction t
      join ledger_posting p using (ledger_transaction_id)
      join report_closing c
        on c.month = date_trunc('month', t.tm at time zone 'UTC')::date and c.reopened_tm is null
      where t.key like 'dispute %' and p.account = 'gateway'
      order by t.tm desc
      limit 1
    ), frozen as (
      delete from report_month m
      using late l
      where m.month = l.month and m.measure = 'collected' and m.key = 'disputes'
      returning m.*)
    insert into report_month (report_closing_id, month, measure, key, value, frozen_tm, value_now, differs_tm, differs_why)
    select f.report_closing_id, f.month, f.measure, f.key, f.value - l.cents, f.frozen_tm, f.value, now() - interval '1 day',
      jsonb_build_array(jsonb_build_object('what', 'dispute_lost', 'vendor_id', l.vendor_id, 'day', l.day))
    from frozen f
    cross join late l`.execute(tx)
}

const status = (name: keyof typeof vendorStatus) => sql.lit(vendorStatus[name])

/** From registration to today’s status; some were suspended once and paid. */
async function seedStatuses(tx: Tx): Promise<void> {
  await sql`
    delete from vendor_status_change c
    using vendor v
    where v.vendor_id = c.vendor_id and not v.is_staff`.execute(tx)
  await sql`
    with life as (
      select v.vendor_id, v.insert_tm, v.vendor_status_id as status,
        greatest(v.insert_tm + interval '1 hour', min(b.starts)::timestamptz) as paid_tm,
        coalesce(v.suspended_on::timestamptz + interval '6 hours', now() - interval '2 hours') as suspended_tm,
        coalesce(max(b.ends)::timestamptz, v.insert_tm + (now() - v.insert_tm) / 2) as end_tm
      from vendor v
      left join billing_period b using (vendor_id)
      where not v.is_staff
      group by v.vendor_id
    ), late as (
      select distinct on (l.vendor_id) l.vendor_id, b.starts::timestamptz + interval '7 days 6 hours' as tm
      from life l
      join billing_period b using (vendor_id)
      where l.status = ${status('active')} and l.vendor_id % 9 = 0
        and b.starts between current_date - 330 and current_date - 40
      order by l.vendor_id, (extract(month from b.starts)::int + l.vendor_id) % 7
    )
    insert into vendor_status_change (vendor_id, tm, from_id, to_id, why, by_name)
    select vendor_id, tm, from_id, to_id, why, case why when 'by hand' then 'Alex Rivera' else 'Feedstock' end
    from (
      select vendor_id, insert_tm as tm, null::smallint as from_id, ${status('free')} as to_id, null as why
      from life
      union all
      select vendor_id, paid_tm, ${status('free')}, ${status('active')}, 'by hand'
      from life
      where status <> ${status('free')}
      union all
      select vendor_id, tm, ${status('active')}, ${status('suspended')}, 'renewal' from late
      union all
      select vendor_id, tm + make_interval(days => 2 + vendor_id % 12), ${status('suspended')}, ${status('active')}, 'paid'
      from late
      union all
      select vendor_id, greatest(suspended_tm, paid_tm + interval '1 hour'), ${status('active')}, ${status('suspended')},
        'renewal'
      from life
      where status in (${status('suspended')}, ${status('delisted')})
      union all
      select vendor_id, greatest(suspended_tm + interval '30 days', paid_tm + interval '2 hours'), ${status('suspended')},
        ${status('delisted')}, 'delisted'
      from life
      where status = ${status('delisted')}
      union all
      select vendor_id, greatest(end_tm, paid_tm + interval '1 hour'), ${status('active')}, ${status('canceled')}, 'by hand'
      from life
      where status = ${status('canceled')}
    ) x
    order by tm, to_id`.execute(tx)
}

const reasonOf = (vendor: string) =>
  sql`(${[...cancelReasonOrder]}::int[])[1 + ${sql.ref(vendor)} * 7 % ${cancelReasonOrder.length}::int]`
const commentOf = (vendor: string) =>
  sql`(array['Moving to another supplier', 'Too few orders to pay for it', 'Prices changed too often',
    'Closing the shop', 'Stock was late', 'We sell other products now'])[1 + ${sql.ref(vendor)} % 6]`

/** Inserts the events of subscriptions that ended: rows of vendor, supplier, added, asked and end. */
const insertEnded = (tx: Tx, past: ReturnType<typeof sql>) =>
  sql`
    with past as materialized (${past})
    insert into subscription_event
      (vendor_id, dropshipper_id, tm, what, reason_id, comment, by_customer, by_name, had_days)
    select vendor_id, dropshipper_id, added_tm, 'added', null::int, null::text, false, 'Alex Rivera', null::int from past
    union all
    select vendor_id, dropshipper_id, asked_tm, 'cancel_asked', ${reasonOf('vendor_id')}, ${commentOf('vendor_id')}, true,
      'Customer', null
    from past
    where not is_removed
    union all
    select vendor_id, dropshipper_id, end_tm, case when is_removed then 'removed' else 'ended' end,
      case when not is_removed then ${reasonOf('vendor_id')} end,
      case when not is_removed then ${commentOf('vendor_id')} end, false,
      case when is_removed then 'Alex Rivera' else 'Feedstock' end, extract(days from end_tm - added_tm)::int
    from past`.execute(tx)

/** What canceled vendors had. */
const seedCanceled = (tx: Tx) =>
  insertEnded(
    tx,
    sql`
      select v.vendor_id, d.dropshipper_id, v.insert_tm + interval '2 hours' as added_tm,
        greatest(v.insert_tm + interval '3 hours', c.tm - make_interval(days => 1 + v.vendor_id % 20)) as asked_tm,
        greatest(c.tm, v.insert_tm + interval '4 hours') as end_tm, false as is_removed
      from vendor v
      join vendor_status_change c on c.vendor_id = v.vendor_id and c.to_id = ${status('canceled')}
      cross join lateral (
        select dropshipper_id
        from dropshipper
        order by (dropshipper_id * 7 + v.vendor_id) % 31, dropshipper_id
        limit 1 + v.vendor_id % 2) d
      where v.vendor_status_id = ${status('canceled')}`,
  )

/** What others had once, besides what they have now. */
const seedEnded = (tx: Tx) =>
  insertEnded(
    tx,
    sql`
      select v.vendor_id, d.dropshipper_id, v.insert_tm + (e.end_tm - v.insert_tm) * 0.3 as added_tm,
        greatest(v.insert_tm + (e.end_tm - v.insert_tm) * 0.4, e.end_tm - make_interval(days => v.vendor_id % 25))
          as asked_tm,
        e.end_tm, v.vendor_id % 9 = 0 as is_removed
      from vendor v
      cross join lateral (
        select now() - make_interval(days => v.vendor_id * 13 % 360, hours => v.vendor_id % 24) as end_tm) e
      cross join lateral (
        select d.dropshipper_id
        from dropshipper d
        where not exists (
          select from subscription s where s.vendor_id = v.vendor_id and s.dropshipper_id = d.dropshipper_id)
        order by (d.dropshipper_id * 5 + v.vendor_id) % 29, d.dropshipper_id
        limit 1) d
      where not v.is_staff
        and v.vendor_status_id = ${status('active')}
        and v.vendor_id % 3 = 0
        and v.insert_tm < e.end_tm - interval '10 days'`,
  )

/** Canceled, and reactivated two days later. */
const seedTakenBack = (tx: Tx) =>
  sql`
    insert into subscription_event (vendor_id, dropshipper_id, tm, what, reason_id, comment, by_customer, by_name)
    select s.vendor_id, s.dropshipper_id, e.tm, e.what, case e.what when 'cancel_asked' then ${reasonOf('s.vendor_id')} end,
      null, true, 'Customer'
    from (
      select vendor_id, dropshipper_id, now() - make_interval(days => 4 + (vendor_id + dropshipper_id) % 200) as tm,
        insert_tm
      from subscription
      where not is_cancel_pending and not is_pause_pending and paused_at is null and (vendor_id + dropshipper_id) % 23 = 0
    ) s
    cross join lateral (
      values (s.tm, 'cancel_asked'), (s.tm + interval '2 days', 'reactivated')) e (tm, what)
    where s.insert_tm < s.tm`.execute(tx)

/** What is pending or paused now was asked for on some day, not while the demonstration was created. */
async function spreadEvents(tx: Tx): Promise<void> {
  await sql`
    update subscription_event e
    set tm = greatest(s.insert_tm + interval '1 minute', now() - make_interval(days => (e.vendor_id + e.dropshipper_id * 3) % 25)),
      reason_id = case e.what when 'cancel_asked' then ${reasonOf('e.vendor_id')} end,
      comment = case e.what when 'cancel_asked' then ${commentOf('e.vendor_id')} end,
      by_customer = e.what = 'cancel_asked'
    from subscription s
    where s.vendor_id = e.vendor_id and s.dropshipper_id = e.dropshipper_id
      and (s.is_cancel_pending and e.what = 'cancel_asked' or s.is_pause_pending and e.what = 'freeze_asked')
      and not exists (
        select
        from subscription_event n
        where n.vendor_id = e.vendor_id
          and n.dropshipper_id = e.dropshipper_id
          and n.subscription_event_id > e.subscription_event_id)`.execute(tx)
  await sql`
    update integration_event e
    set tm = greatest(m.insert_tm + interval '1 minute', now() - make_interval(days => e.vendor_market_map_id % 150))
    from vendor_market_map m
    where m.vendor_market_map_id = e.vendor_market_map_id
      and e.what in ('paused', 'released', 'onboarding', 'frozen')
      and not exists (
        select
        from integration_event n
        where n.vendor_market_map_id = e.vendor_market_map_id and n.integration_event_id > e.integration_event_id)`.execute(
    tx,
  )
}
