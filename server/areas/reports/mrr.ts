import type { RawBuilder } from 'kysely'
import { addDays } from '#contract/billing/days.ts'
import { fromCents } from '#contract/billing/cents.ts'
import type { DayRange } from '#contract/marketing/periods.ts'
import { movementKinds, type MovementKind, type MrrFigures } from '#contract/reports/customers.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

/** The span `s` covers a day. */
export const covers = (day: string | RawBuilder<unknown>) =>
  sql<boolean>`s.from_day <= (${day})::date and (s.to_day is null or s.to_day > (${day})::date)`

/** What each vendor’s MRR did on the days of a range, without what kept it. */
export const movementsOf = ({ start, end }: DayRange) => sql`
  select s.vendor_id, s.from_day as day,
    coalesce(s.arrival, case when s.mrr_cents > s.was_cents then 'expansion' else 'contraction' end) as kind,
    s.mrr_cents - b.cents as cents
  from mrr_span s
  cross join lateral (select case when s.was_to = s.from_day then s.was_cents else 0 end as cents) b
  where s.from_day between ${start}::date and ${end}::date and s.mrr_cents <> b.cents
  union all
  select s.vendor_id, s.to_day, 'churn_' || s.departure, -s.mrr_cents
  from mrr_span s
  where s.departure is not null and s.to_day between ${start}::date and ${end}::date`

interface Sums {
  opening_cents: number
  opening_vendors: number
  closing_cents: number
  closing_vendors: number
  /** Of the opening vendors. */
  left_vendors: number
  retained_cents: number
  lost_cents: number
  movements: Partial<Record<MovementKind, { cents: number; vendors: number; same_period: number }>>
}

/** MRR before and at the end of a range, and what moved it. */
export async function readMrr(db: Db, range: DayRange): Promise<MrrFigures> {
  const { rows } = await sql<Sums>`
    with opening as (
      select vendor_id, mrr_cents from mrr_span s where ${covers(addDays(range.start, -1))}
    ), closing as (
      select vendor_id, mrr_cents from mrr_span s where ${covers(range.end)}
    ), movement as materialized (
      ${movementsOf(range)}
    ), kinds as (
      select m.kind, sum(m.cents) as cents, count(distinct m.vendor_id) as vendors,
        count(distinct m.vendor_id) filter (
          where m.kind like 'churn_%' and o.vendor_id is null) as same_period
      from movement m
      left join opening o using (vendor_id)
      group by m.kind
    )
    select coalesce(sum(o.mrr_cents), 0)::int8 as opening_cents, count(o.vendor_id) as opening_vendors,
      coalesce(sum(c.mrr_cents), 0)::int8 as closing_cents, count(c.vendor_id) as closing_vendors,
      count(o.vendor_id) filter (where c.vendor_id is null) as left_vendors,
      coalesce(sum(c.mrr_cents) filter (where o.vendor_id is not null), 0)::int8 as retained_cents,
      (
        select coalesce(-sum(m.cents), 0)::int8
        from movement m
        join opening using (vendor_id)
        where m.kind = 'contraction' or m.kind like 'churn_%') as lost_cents,
      coalesce((
        select jsonb_object_agg(kind, jsonb_build_object(
          'cents', cents, 'vendors', vendors, 'same_period', same_period))
        from kinds), '{}') as movements
    from opening o
    full join closing c using (vendor_id)`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('Sums of no rows are a row')
  return figuresOf(range, sums)
}

function figuresOf(range: DayRange, sums: Sums): MrrFigures {
  const shareOfOpening = (cents: number) => (sums.opening_cents > 0 ? cents / sums.opening_cents : null)
  return {
    ...range,
    opening: fromCents(sums.opening_cents),
    opening_vendors: sums.opening_vendors,
    closing: fromCents(sums.closing_cents),
    closing_vendors: sums.closing_vendors,
    movements: movementKinds.map((kind) => {
      const { cents = 0, vendors = 0, same_period = 0 } = sums.movements[kind] ?? {}
      return { kind, amount: fromCents(cents), vendors, same_period }
    }),
    arpa: sums.closing_vendors > 0 ? fromCents(Math.round(sums.closing_cents / sums.closing_vendors)) : null,
    vendor_churn: sums.opening_vendors > 0 ? sums.left_vendors / sums.opening_vendors : null,
    gross_churn: shareOfOpening(sums.lost_cents),
    net_churn: shareOfOpening(sums.opening_cents - sums.retained_cents),
  }
}
