import type { FeedDay } from '#contract/feeds/feed-days.ts'
import { dayText } from '#contract/formats.ts'
import { count, many } from '#contract/words.ts'

// what a feed's days are as points of its charts

export const runPoints = (days: readonly FeedDay[]) =>
  days.map((day) => ({
    name: dayText(day.day),
    Passed: day.passed,
    Held: day.held,
    Rejected: day.rejected,
  }))

/** A bar of the color of its run's verdict. */
export const checkPoints = (days: readonly FeedDay[]) =>
  days.map(({ day, worst, verdict, check }) => ({
    name: dayText(day),
    Passed: verdict === 'passed' ? worst : null,
    Held: verdict === 'held' ? worst : null,
    Check: check,
  }))

export const agePoints = (days: readonly FeedDay[], limit: number) =>
  days.map(({ day, age_hours: age }) => ({
    name: dayText(day),
    'Within limit': age !== null && age <= limit ? age : null,
    'Over limit': age !== null && age > limit ? age : null,
  }))

/** The days as one sentence. */
export function daysAnswer(days: readonly FeedDay[], limit: number): string {
  const total = (pick: (day: FeedDay) => number) => days.reduce((sum, day) => sum + pick(day), 0)
  const runs = total((day) => day.passed + day.held + day.rejected)
  if (runs === 0) return `No runs in the last ${days.length} days.`
  const overdue = days.filter(({ age_hours: age }) => age !== null && age > limit).length
  const passedText = `${count(total((day) => day.passed))} of ${many(runs, 'run')} passed`
  const othersText = `${count(total((day) => day.held))} held, ${count(total((day) => day.rejected))} rejected`
  const data =
    overdue === 0
      ? 'Data was always within its limit.'
      : `Data exceeded its limit on ${many(overdue, 'day')}.`
  return `${passedText}, ${othersText}. ${data}`
}

/** The days from the first run on, at least two weeks: before that there is nothing to see. */
export function sinceFirstRun(days: readonly FeedDay[]): readonly FeedDay[] {
  const first = days.findIndex((day) => day.passed + day.held + day.rejected > 0 || day.age_hours !== null)
  return days.slice(Math.max(0, Math.min(first, days.length - 14)))
}

/** The marks of the axis of checks: the limit, and as much as the worst needs. */
export function limitMarks(days: readonly FeedDay[]): readonly number[] {
  const worst = Math.max(0, ...days.map((day) => day.worst ?? 0))
  if (worst <= 200) return [0, 100, 200]
  return worst <= 400 ? [0, 100, 200, 400] : [0, 100, 500, 1000]
}
