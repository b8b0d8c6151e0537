import type { RawBuilder } from 'kysely'
import { dayOf } from '#contract/billing/days.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'

const mostMarks = 500
const mostOverdue = 500
/** A vendor that pays within so many days of its suspension has recovered; later it comes back. */
const recoveredWithinDays = 30

/**
 * Makes the spans of vendors anew whose invoices, billing periods or status changed, and of those whose last period
 * is over. Returns how many vendors.
 */
export async function keepMrrSpans({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const today = dayOf(clock.now())
  let count = 0
  for (;;) {
    const batchSize = await db.transaction().execute((tx) => keepTouched(tx, today))
    if (batchSize === 0) return count
    count += batchSize
  }
}

async function keepTouched(tx: Tx, today: string): Promise<number> {
  const { rows } = await sql<{ vendor_id: number }>`
    with marks as (
      update report_dirty
      set spans_kept = true
      where report_dirty_id in (
        select report_dirty_id
        from report_dirty
        where not spans_kept
        order by report_dirty_id
        limit ${mostMarks}
        for update skip locked)
      returning vendor_id
    ), overdue as (
      select vendor_id, covered_to
      from mrr_span
      where to_day is null and covered_to < ${today}::date
      limit ${mostOverdue}
    ), marked as (
      insert into report_dirty (vendor_id, from_day, what, spans_kept)
      select vendor_id, covered_to, 'period_over', true from overdue
    )
    select vendor_id from marks union select vendor_id from overdue`.execute(tx)
  if (rows.length > 0)
    await replaceSpans(
      tx,
      rows.map((row) => row.vendor_id),
      today,
    )
  return rows.length
}

/**
 * The recurring lines of the invoice whose period covers a day, less promo codes; nothing while a vendor is suspended
 * or canceled, and after a full refund without a subscription left (docs/domain/customer-reports.md, Recurring revenue).
 */
async function replaceSpans(tx: Tx, vendorIds: readonly number[], today: string): Promise<void> {
  const ids = sql`${vendorIds as number[]}::int[]`
  await sql`delete from mrr_span where vendor_id = any(${ids})`.execute(tx)
  await sql`
    with period as materialized (
      ${periodsOf(ids)}
    ), standing as materialized (
      ${standingsOf(ids)}
    ), unpaid as (
      select vendor_id, range_agg(days) as days
      from standing
      where to_id in (${sql.lit(vendorStatus.suspended)}, ${sql.lit(vendorStatus.delisted)})
      group by vendor_id
    ), stopped as (
      select vendor_id, range_agg(days) as days
      from standing
      where to_id in (
        ${sql.lit(vendorStatus.suspended)}, ${sql.lit(vendorStatus.delisted)}, ${sql.lit(vendorStatus.canceled)})
      group by vendor_id
    ), piece as (
      select p.*, lower(d) as from_day, upper(d) as to_day
      from period p
      left join stopped s using (vendor_id)
      cross join lateral unnest(
        datemultirange(daterange(p.starts, p.stops)) - coalesce(s.days, '{}'::datemultirange)) d
      where p.starts < p.stops and plan_cents + extra_cents + frozen_cents + codes_cents > 0
    ), marked as (
      select *,
        lag((to_day, plan_cents, extra_cents, frozen_cents, codes_cents, plan_name))
            over (partition by vendor_id order by from_day)
          is distinct from (from_day, plan_cents, extra_cents, frozen_cents, codes_cents, plan_name) as is_fresh
      from piece
    ), numbered as (
      select *, count(*) filter (where is_fresh) over (partition by vendor_id order by from_day) as place
      from marked
    ), span as (
      select vendor_id, min(from_day) as from_day, max(to_day) as to_day, max(ends) as covered_to,
        plan_cents, extra_cents, frozen_cents, codes_cents, plan_name
      from numbered
      group by vendor_id, place, plan_cents, extra_cents, frozen_cents, codes_cents, plan_name
    ), placed as (
      select s.*, u.days as unpaid_days, lag(s.to_day) over w as was_to, lead(s.from_day) over w as next_from,
        lag(s.plan_cents + s.extra_cents + s.frozen_cents + s.codes_cents) over w as was_cents,
        -- the day of the next bill still counts: it is issued within minutes
        s.to_day = s.covered_to and s.to_day >= ${today}::date as is_open
      from span s
      left join unpaid u using (vendor_id)
      window w as (partition by s.vendor_id order by s.from_day)
    ), judged as (
      select *,
        case
          when next_from = to_day or is_open then null
          when unpaid_days @> to_day then 'unpaid'
          else 'canceled'
        end as departure
      from placed
    )
    insert into mrr_span (vendor_id, from_day, to_day, covered_to, plan_cents, extra_cents, frozen_cents, codes_cents,
      plan_name, manager_vendor_id, crm_owner_vendor_id, was_cents, was_to, stops_on, arrival, departure)
    select vendor_id, from_day,
      case when next_from is distinct from to_day and is_open then null else to_day end,
      covered_to, plan_cents, extra_cents, frozen_cents, codes_cents, plan_name,
      ${ownerOn('manager')}, ${ownerOn('crm')}, was_cents, was_to,
      min(to_day) filter (where departure is not null)
        over (partition by vendor_id order by from_day rows between current row and unbounded following),
      ${arrival},
      departure
    from judged`.execute(tx)
}

/** How the vendor came to pay; null: the span continues another one. */
const arrival = sql`
      case
        when was_to is null then 'new'
        when was_to = from_day then null
        when unpaid_days @> was_to and from_day - was_to <= ${recoveredWithinDays}::int and exists (
          select
          from vendor_status_change c
          where c.vendor_id = judged.vendor_id
            and c.to_id = ${sql.lit(vendorStatus.active)}
            and c.why is distinct from 'by hand'
            and (c.tm at time zone 'UTC')::date = from_day)
        then 'recovered'
        else 'reactivation'
      end`

/** Periods of vendors, until they end or are refunded in full with the last subscription, and what each costs. */
const periodsOf = (ids: RawBuilder<unknown>) => sql`
  select p.vendor_id, p.starts, p.ends, p.plan_name, l.*,
    least(p.ends, case when h.held <= 0 then greatest(r.day, h.last_end) end) as stops
  from billing_period p
  cross join lateral (
    select (coalesce(sum(amount) filter (where kind in ('plan', 'manual')), 0) * 100)::int as plan_cents,
      (coalesce(sum(amount) filter (where kind = 'extra'), 0) * 100)::int as extra_cents,
      (coalesce(sum(amount) filter (where kind = 'frozen'), 0) * 100)::int as frozen_cents,
      (coalesce(sum(amount) filter (where kind = 'promo'), 0) * 100)::int as codes_cents
    from invoice_line
    where invoice_id = p.invoice_id) l
  left join (
    select n.credit_note_of as invoice_id, min(n.issued_on) as day
    from (
      select c.credit_note_of, c.issued_on,
        -sum(c.total) over (partition by c.credit_note_of order by c.issued_on, c.invoice_id) as refunded
      from invoice c
      where c.vendor_id = any(${ids}) and c.credit_note_of is not null) n
    join invoice i on i.invoice_id = n.credit_note_of
    where n.refunded >= i.total
    group by n.credit_note_of) r using (invoice_id)
  -- who keeps a subscription was refunded for another reason, and stays
  left join lateral (
    select count(*) filter (where what = 'added') - count(*) filter (where what <> 'added') as held,
      max((tm at time zone 'UTC')::date) filter (where what <> 'added') as last_end
    from subscription_event
    where r.day is not null
      and vendor_id = p.vendor_id
      and what in ('added', 'ended', 'removed')
      and tm < p.ends::timestamp at time zone 'UTC') h on true
  where p.vendor_id = any(${ids})`

/** The status of vendors at the end of each day, as ranges of days. */
const standingsOf = (ids: RawBuilder<unknown>) => sql`
  select vendor_id, to_id, daterange(day, lead(day) over (partition by vendor_id order by day)) as days
  from (
    select distinct on (vendor_id, day) vendor_id, day, to_id
    from (
      select vendor_id, (tm at time zone 'UTC')::date as day, to_id, tm, vendor_status_change_id
      from vendor_status_change
      where vendor_id = any(${ids})) c
    order by vendor_id, day, tm desc, vendor_status_change_id desc) d`

/** Who of staff owned the vendor at the end of the span’s first day. */
const ownerOn = (role: 'manager' | 'crm') => sql`(
        select o.to_vendor_id
        from vendor_owner_change o
        where o.vendor_id = judged.vendor_id and o.role = ${role} and o.tm < (from_day + 1)::timestamp at time zone 'UTC'
        order by o.tm desc, o.vendor_owner_change_id desc
        limit 1)`
