import { fromCents, toCents } from '#contract/billing/cents.ts'
import { dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import { addMonths } from '#contract/marketing/periods.ts'
import {
  goalFieldOf,
  isEnteredRow,
  isMoneyRow,
  monthsBack,
  monthsBetween,
  monthText,
  mostTruthMonths,
  shownWeeks,
  truthRows,
  weekOf,
  weekStart,
  type MeasuredRow,
  type SavedGoal,
  type TheTruth,
  type TheTruthAsked,
  type TruthCell,
  type TruthPeriod,
  type TruthRow,
} from '#contract/reports/the-truth.ts'
import { readReceived } from '#server/areas/ledger/public.ts'
import { invalid } from '#server/platform/http/errors.ts'
import type { Ctx, Services } from '#server/platform/services.ts'
import { seesMoney } from '../cancels.ts'
import { readGoals, shownGoals } from './goals.ts'
import { readActuals, type Actual } from './truth-facts.ts'

export const getTheTruth = (ctx: Ctx, { query }: Parsed<'getTheTruth'>): Promise<TheTruth> =>
  readTheTruth(ctx, query, seesMoney(ctx.who.role))

/** The numbers, their goals and what was entered; without money for those who may not see it. */
export async function readTheTruth(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  asked: TheTruthAsked,
  withMoney: boolean,
): Promise<TheTruth> {
  const now = clock.now()
  const chosen = chosenMonth(asked, dayOf(now))
  const periods = asked.view === 'weekly' ? weeksUntil(chosen, now) : monthsOf(asked, chosen, now)
  const [first, last] = [periods[0], periods.at(-1)]
  if (!first || !last) throw new Error('The report has no periods')
  const starts = periods.map(({ start }) => start)
  const [actuals, goals] = await Promise.all([
    readReceived(db, (received, tx) => readActuals(tx, received, starts, last.end)),
    readGoals(db, least(monthText(first.year, first.month), chosen), chosen),
  ])
  const goalsOf = ({ year, month }: TruthPeriod) => goals.get(monthText(year, month)) ?? {}
  const rowOf = (which: TruthRow, owner: string | null = null): TheTruth['rows'][number] => {
    const field = owner === null ? goalFieldOf(which, asked.view) : undefined
    return {
      which,
      owner,
      cells: periods.map((period, place) => {
        const own = goalsOf(period)
        const goal = (field && own[field]) ?? null
        return isEnteredRow(which)
          ? enteredCell(own[which], goal)
          : cellOf(actualOf(actuals, which, owner, place), goal)
      }),
    }
  }
  const shown = (Object.keys(truthRows) as TruthRow[]).filter(
    (which) => (withMoney || !isMoneyRow(which)) && (asked.view === 'monthly' || !isEnteredRow(which)),
  )
  return {
    view: asked.view,
    year: Number(chosen.slice(0, 4)),
    month: Number(chosen.slice(5)),
    periods,
    rows: shown.flatMap((which) => [
      rowOf(which),
      ...(which === 'deals' ? ownersOf(actuals).map((owner) => rowOf('deals', owner)) : []),
    ]),
    goals: shownGoals(goals.get(chosen) ?? {}, withMoney),
  }
}
const ownersOf = (actuals: readonly Actual[]): string[] =>
  [...new Set(actuals.flatMap(({ owner }) => owner ?? []))].toSorted((a, b) => a.localeCompare(b))
/** Of an owner, or of all. */
function actualOf(
  actuals: readonly Actual[],
  which: MeasuredRow,
  owner: string | null,
  place: number,
): string {
  const own = actuals.filter(
    (row) => row.which === which && row.place === place && (owner === null || row.owner === owner),
  )
  return isMoneyRow(which)
    ? fromCents(own.reduce((sum, { actual }) => sum + toCents(actual), 0))
    : String(own.reduce((sum, { actual }) => sum + Number(actual), 0))
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

const cellOf = (actual: string, goal: SavedGoal | null): TruthCell => ({
  actual,
  entered: null,
  goal,
  reached: goal && isReached(Number(actual), goal),
})
const isReached = (actual: number, goal: SavedGoal): boolean =>
  goal.less_than ? actual < Number(goal.value) : actual >= Number(goal.value)
const enteredCell = (saved: SavedGoal | undefined, goal: SavedGoal | null): TruthCell => ({
  actual: saved?.value ?? null,
  entered: saved ? { by: saved.by, tm: saved.tm } : null,
  goal,
  reached: saved && goal ? isReached(Number(saved.value), goal) : null,
})
