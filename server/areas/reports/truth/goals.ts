import { dayOf, daysBetween } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import { addMonths } from '#contract/marketing/periods.ts'
import {
  goalFaultOf,
  goalFieldNames,
  goalFields,
  goalOpenDays,
  goalYears,
  isMoneyField,
  monthText,
  mostTruthMonths,
  parseGoal,
  type GoalField,
  type GoalsOfMonth,
  type SavedGoal,
} from '#contract/reports/the-truth.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { forbidden, invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { seesMoney } from '../cancels.ts'

/** What was entered for months, by month (`2026-11`). */
export async function readGoals(
  db: Db,
  first: string,
  last: string,
): Promise<ReadonlyMap<string, GoalsOfMonth>> {
  const { rows } = await sql<SavedGoal & { period: string; which: GoalField }>`
    select *
    from (
      select distinct on (year, month, which)
        year || '-' || lpad(month::text, 2, '0') as period, which, text, value, less_than, by_name as by, tm
      from report_goal
      where year * 100 + month between ${Number(first.replace('-', ''))}::int and ${Number(last.replace('-', ''))}::int
      order by year, month, which, report_goal_id desc) g
    where value is not null
    limit ${(mostTruthMonths + 2) * goalFieldNames.length}`.execute(db)
  const goals = new Map<string, GoalsOfMonth>()
  for (const { period, which, ...goal } of rows) goals.set(period, { ...goals.get(period), [which]: goal })
  return goals
}

/** Goals of money are for those who may see money. */
export const shownGoals = (goals: GoalsOfMonth, withMoney: boolean): GoalsOfMonth =>
  Object.fromEntries(
    (Object.entries(goals) as [GoalField, SavedGoal][]).filter(
      ([field]) => withMoney || !isMoneyField(field),
    ),
  )

/** Saves goals and numbers of a month; earlier ones stay, with who saved them. */
export const saveTruthGoal = (ctx: Ctx, { body }: Parsed<'saveTruthGoal'>): Promise<GoalsOfMonth> => {
  const { year, month, goal, reason } = body
  refuseMonth(body, dayOf(ctx.clock.now()))
  const texts = goalFieldNames.flatMap((which) =>
    goal[which] === undefined ? [] : [[which, goal[which]] as const],
  )
  if (!seesMoney(ctx.who.role) && texts.some(([which]) => isMoneyField(which))) throw forbidden()
  const faults = texts.flatMap(([which, text]) => {
    const fault = goalFaultOf(which, text)
    return fault === undefined ? [] : [[`goal.${which}`, fault]]
  })
  if (faults.length > 0) throw invalid(Object.fromEntries(faults) as Record<string, string>)
  const period = monthText(year, month)
  return write(ctx, async (tx, logActivity) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`goals of ${period}`}, 0))`.execute(tx)
    const before = (await readGoals(tx, period, period)).get(period) ?? {}
    const changed = texts.filter(([which, text]) => text !== (before[which]?.text ?? ''))
    const shown = (goals: GoalsOfMonth): GoalsOfMonth => shownGoals(goals, seesMoney(ctx.who.role))
    if (changed.length === 0) return shown(before)
    await tx
      .insertInto('report_goal')
      .values(
        changed.map(([which, text]) => ({
          year,
          month,
          which,
          text,
          value: parseGoal(text)?.value ?? null,
          less_than: parseGoal(text)?.less_than ?? false,
          reason: reason || null,
          by_login: ctx.who.login_id,
          by_name: ctx.who.name,
        })),
      )
      .execute()
    await logActivity({
      type: 'report.goal',
      entity: 'report_goal',
      entity_id: period,
      message: `Goals of ${period}: ${changed.map(([which, text]) => `${goalFields[which]} ${text || 'removed'}`).join(', ')}`,
      ...(reason && { reason }),
    })
    return shown((await readGoals(tx, period, period)).get(period) ?? {})
  })
}

function refuseMonth({ year, month, reason }: Parsed<'saveTruthGoal'>['body'], today: string): void {
  const thisYear = Number(today.slice(0, 4))
  if (year > thisYear || year <= thisYear - goalYears)
    throw invalid({ year: `Choose a year from ${thisYear - goalYears + 1} to ${thisYear}` })
  const period = monthText(year, month)
  if (period > today.slice(0, 7)) throw invalid({ month: 'Choose this month or an earlier one' })
  const ended = `${addMonths(period, 1)}-01`
  if (ended <= today && daysBetween(ended, today) >= goalOpenDays && reason === '')
    throw invalid({ reason: 'This month ended more than a week ago. Enter a reason' })
}
