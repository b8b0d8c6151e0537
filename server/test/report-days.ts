import { dayOf } from '#contract/billing/days.ts'
import { keepReports } from '../areas/reports/public.ts'
import { brokenInvariants, type Invariants } from '../platform/database/invariants.ts'
import { sql } from '../platform/database/db.ts'
import type { Services } from '../platform/services.ts'

/** What figures by day must agree on with the rows they come from, each reckoned another way. */
const dayInvariants = (today: string): Invariants => ({
  'each day’s MRR is the day before and its movements': sql`
    select to_char(day, 'YYYYMMDD')::int as id
    from (
      select day, value - coalesce(lag(value) over (order by day), value - moved) - moved as rest
      from (
        select d.day, d.value, coalesce((
          select sum(m.value) from report_day m where m.measure = 'movement' and m.day = d.day), 0) as moved
        from report_day d
        where d.measure = 'mrr' and d.day <= ${today}::date) s) r
    where rest <> 0`,
  'MRR and paying vendors are the spans open that day': sql`
    select to_char(d.day, 'YYYYMMDD')::int as id
    from report_day d
    cross join lateral (
      select coalesce(sum(mrr_cents), 0) as mrr, count(distinct vendor_id) as vendors
      from mrr_span
      where from_day <= d.day and coalesce(to_day, 'infinity') > d.day) s
    where d.measure in ('mrr', 'vendors') and d.day <= ${today}::date
      and d.value <> case d.measure when 'mrr' then s.mrr else s.vendors end`,
  'what was collected is what the ledger received': sql`
    select to_char(coalesce(d.day, l.day), 'YYYYMMDD')::int as id
    from (
      select day, sum(value) as cents from report_day where measure = 'collected' group by day) d
    full join (
      select (t.tm at time zone 'UTC')::date as day, sum(p.amount) * 100 as cents
      from ledger_posting p
      join ledger_transaction t using (ledger_transaction_id)
      where p.account in ('gateway', 'outside')
      group by 1) l using (day)
    where coalesce(d.day, l.day) <= ${today}::date and coalesce(d.cents, 0) <> coalesce(l.cents, 0)`,
  'what is billed but not earned is what the days to come pay for': sql`
    select 0 as id
    from (
      select coalesce(sum(case when measure = 'billed' then value else -value end), 0) as deferred
      from report_day
      where measure in ('billed', 'credited', 'earned') and day <= ${today}::date) d
    cross join (
      select coalesce(sum(i.total * 100 * greatest(0, p.ends - greatest(${today}::date + 1, p.starts))
        / (p.ends - p.starts)), 0) as to_come
      from invoice i
      left join invoice o on o.invoice_id = i.credit_note_of
      cross join lateral (
        select coalesce(i.period_starts, o.period_starts) as starts, coalesce(i.period_ends, o.period_ends) as ends) p
      where i.issued_on <= ${today}::date and p.ends is not null) c
    where abs(d.deferred - c.to_come) > 0.01`,
})

/** Which of these are broken once the figures are up to date, and whether making them from nothing differs. */
export async function brokenReportDays(services: Services): Promise<string[]> {
  const { db, clock } = services
  const today = dayOf(clock.now())
  const readAll = async () => {
    const { rows } = await sql<{ name: string; value: string }>`
      select concat_ws(' ', measure, day, key) as name, value
      from report_day
      where day <= ${today}::date and value <> 0`.execute(db)
    return new Map(rows.map(({ name, value }) => [name, value]))
  }
  await keepReports(services)
  const broken = await brokenInvariants(db, dayInvariants(today))
  const keptRows = await readAll()
  await sql`truncate report_day`.execute(db)
  await keepReports(services)
  const freshRows = await readAll()
  const differing = [...new Set([...keptRows.keys(), ...freshRows.keys()])].filter(
    (name) => keptRows.get(name) !== freshRows.get(name),
  )
  return [
    ...broken,
    ...differing
      .slice(0, 5)
      .map((name) => `${name}: ${keptRows.get(name)}, from nothing ${freshRows.get(name)}`),
  ]
}
