import { dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import { addMonths } from '#contract/marketing/periods.ts'
import { mayCall, type Role } from '#contract/roles.ts'
import {
  enteredFields,
  monthsBack,
  monthsBetween,
  monthText,
  mostTruthMonths,
  shownWeeks,
  weekOf,
  weekStart,
  type GoalsOfMonth,
  type SavedGoal,
  type TheTruth,
  type TheTruthAsked,
  type TruthCell,
  type TruthPeriod,
} from '#contract/reports/the-truth.ts'
import { moneyAccounts, readReceived, type Received } from '#server/areas/ledger/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { readGoals } from './goals.ts'

export async function getTheTruth(ctx: Ctx, { query }: Parsed<'getTheTruth'>): Promise<TheTruth> {
  const now = ctx.clock.now()
  const chosen = chosenMonth(query, dayOf(now))
  const periods = query.view === 'weekly' ? weeksUntil(chosen, now) : monthsOf(query, chosen, now)
  const [first, last] = [periods[0], periods.at(-1)]
  if (!first || !last) throw new Error('The report has no periods')
  const [actuals, goals] = await Promise.all([
    readReceived(ctx.db, (received, tx) => readActuals(tx, received, periods)),
    readGoals(ctx.db, least(monthText(first.year, first.month), chosen), chosen),
  ])
  const seesMoney = (mayCall.money as readonly Role[]).includes(ctx.who.role)
  const goalsOf = ({ year, month }: TruthPeriod) => goals.get(monthText(year, month)) ?? {}
  const goalField = query.view === 'weekly' ? 'weekly' : 'monthly'
  const measured = (figure: keyof Actuals) =>
    periods.map((period, place) =>
      cellOf(
        actuals[figure].get(place) ?? '0',
        figure === 'new_paying' ? (goalsOf(period)[goalField] ?? null) : null,
      ),
    )
  return {
    view: query.view,
    year: Number(chosen.slice(0, 4)),
    month: Number(chosen.slice(5)),
    periods,
    rows: [
      { which: 'new_paying', cells: measured('new_paying') },
      { which: 'registrations', cells: measured('registrations') },
      ...(seesMoney ? [{ which: 'kept' as const, cells: measured('kept') }] : []),
      ...(query.view === 'monthly'
        ? enteredFields.map((which) => ({
            which,
            cells: periods.map((period) => enteredCell(goalsOf(period)[which])),
          }))
        : []),
    ],
    goals: goals.get(chosen) ?? ({} satisfies GoalsOfMonth),
  }
}
const least = (a: string, b: string) => (a < b ? a : b)

function chosenMonth({ year, month }: TheTruthAsked, today: string): string {
  if (year === undefined && month === undefined) return today.slice(0, 7)
  if (year === undefined) throw invalid({ year: 'Choose a year' })
  if (month === undefined) throw invalid({ month: 'Choose a month' })
  const chosen = monthText(year, month)
  if (chosen > today.slice(0, 7)) throw invalid({ month: 'Choose this month or an earlier one' })
  return chosen
}

/** Eight weeks: the last one starts within the month, or is the running one. */
function weeksUntil(chosen: string, now: number): TruthPeriod[] {
  const monthEnd = Date.parse(`${addMonths(chosen, 1)}-01T00:00:00Z`)
  const last = weekOf(Math.min(now, monthEnd - 1))
  return Array.from({ length: shownWeeks }, (_, i) => {
    const week = last - shownWeeks + 1 + i
    return periodOf(weekStart(week), weekStart(week + 1), week, now)
  })
}
function monthsOf({ from_year, from_month }: TheTruthAsked, chosen: string, now: number): TruthPeriod[] {
  if (from_year === undefined && from_month !== undefined) throw invalid({ from_year: 'Choose a year' })
  if (from_year !== undefined && from_month === undefined) throw invalid({ from_month: 'Choose a month' })
  const from =
    from_year === undefined || from_month === undefined
      ? addMonths(chosen, -monthsBack)
      : monthText(from_year, from_month)
  if (from > chosen) throw invalid({ from_month: 'Choose a month before the last one' })
  const months = from < addMonths(chosen, -mostTruthMonths) ? [] : monthsBetween(from, chosen)
  if (months.length === 0 || months.length > mostTruthMonths)
    throw invalid({ from_month: `Choose at most ${mostTruthMonths} months` })
  const startOf = (month: string) => Date.parse(`${month}-01T00:00:00Z`)
  return months.map((month) => periodOf(startOf(month), startOf(addMonths(month, 1)), null, now))
}
function periodOf(start: number, end: number, week: number | null, now: number): TruthPeriod {
  const day = dayOf(start)
  return {
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    week,
    year: Number(day.slice(0, 4)),
    month: Number(day.slice(5, 7)),
    is_running: start <= now && now < end,
  }
}

type Actuals = Record<'new_paying' | 'registrations' | 'kept', ReadonlyMap<number, string>>
async function readActuals(db: Db, received: Received, periods: readonly TruthPeriod[]): Promise<Actuals> {
  const starts = periods.map(({ start }) => start)
  const [from, until] = [starts[0], periods.at(-1)?.end]
  const { rows } = await sql<{ figure: keyof Actuals; place: number; actual: string }>`
    with bounds as materialized (select ${starts}::timestamptz[] as starts)
    select 'registrations' as figure, width_bucket(v.insert_tm, b.starts) - 1 as place, count(*)::text as actual
    from bounds b
    cross join vendor v
    where not v.is_staff and v.insert_tm >= ${from}::timestamptz and v.insert_tm < ${until}::timestamptz
    group by 2
    union all
    select 'new_paying', width_bucket(r.first_tm, b.starts) - 1, count(*)::text
    from bounds b
    cross join (${received}) r
    join vendor v on v.vendor_id = r.vendor_id and not v.is_staff
    where r.first_tm >= ${from}::timestamptz and r.first_tm < ${until}::timestamptz
    group by 2
    union all
    select 'kept', width_bucket(t.tm, b.starts) - 1, sum(p.amount)::numeric(14,2)::text
    from bounds b
    cross join ledger_transaction t
    join ledger_posting p using (ledger_transaction_id)
    where p.account in ${moneyAccounts} and t.tm >= ${from}::timestamptz and t.tm < ${until}::timestamptz
    group by 2`.execute(db)
  const of = (figure: keyof Actuals) =>
    new Map(rows.filter((row) => row.figure === figure).map((row) => [row.place, row.actual]))
  return { new_paying: of('new_paying'), registrations: of('registrations'), kept: of('kept') }
}

const cellOf = (actual: string, goal: SavedGoal | null): TruthCell => ({
  actual,
  entered: null,
  goal,
  reached: goal && isReached(Number(actual), goal),
})
const isReached = (actual: number, goal: SavedGoal): boolean =>
  goal.less_than ? actual < Number(goal.value) : actual >= Number(goal.value)
const enteredCell = (saved: SavedGoal | undefined): TruthCell => ({
  actual: saved?.value ?? null,
  entered: saved ? { by: saved.by, tm: saved.tm } : null,
  goal: null,
  reached: null,
})
