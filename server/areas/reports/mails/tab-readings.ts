import { addDays, dayOf } from '#contract/billing/days.ts'
import { dayText, monthText } from '#contract/formats.ts'
import { movementKinds, type MonthChoice, type MrrFigures } from '#contract/reports/customers.ts'
import type { MailedList } from '#contract/reports/mails.ts'
import { revenueMonths } from '#contract/reports/monthly-revenue.ts'
import type { RecurringMonth } from '#contract/reports/recurring-revenue.ts'
import {
  affiliatesAnswer,
  affiliateSum,
  churnAnswer,
  earnedRevenueAnswer,
  lostMrr,
  recurringRevenueAnswer,
  statusChangesAnswer,
  statusFigures,
  truthAnswer,
  truthPeriodName,
} from '#contract/reports/tab-answers.ts'
import { isEnteredRow, theTruthAsked, truthRows } from '#contract/reports/the-truth.ts'
import { vendorStatuses } from '#contract/vendors/status.ts'
import { count } from '#contract/words.ts'
import { readAffiliates } from '../affiliates.ts'
import { readChurnedUsers } from '../churned-users.ts'
import { readEarned, readRecurring } from '../revenue/recurring.ts'
import { readStatusChanges } from '../status-changes.ts'
import { readTheTruth } from '../truth/the-truth.ts'
import type { MailFigure, Params, Read } from './readings.ts'

type TabList = Extract<
  MailedList,
  | 'recurring_revenue'
  | 'earned_revenue'
  | 'churned_users'
  | 'status_changes'
  | 'affiliate_months'
  | 'the_truth'
>

const monthsIn = (params: Params) =>
  revenueMonths.find((n) => String(n) === params.months) ?? revenueMonths[0]
const amount = (name: string, now: number, before: number | undefined): MailFigure => ({
  name,
  kind: 'money',
  now,
  before,
})
const number = (name: string, now: number, before: number | undefined): MailFigure => ({
  name,
  kind: 'count',
  now,
  before,
})
const churnOf = ({ movements }: Pick<MrrFigures, 'movements'> | RecurringMonth) =>
  movements
    .filter(({ kind }) => kind === 'churn_canceled' || kind === 'churn_unpaid')
    .reduce((sum, movement) => sum - Number(movement.amount), 0)
const newOf = ({ movements }: RecurringMonth) =>
  Number(movements.find(({ kind }) => kind === movementKinds[0])?.amount ?? 0)

const wholeNumber = (text: string | undefined) => (/^\d{1,4}$/.test(text ?? '') ? Number(text) : undefined)
/** The month or whole year in the address, unless it hasn’t started; else the usual month, which moves on. */
function choiceIn({ year, month }: Params, today: string): { year?: number; month?: number } {
  const [chosenYear, chosenMonth] = [wholeNumber(year), month === 'all' ? undefined : wholeNumber(month)]
  if (chosenYear === undefined || chosenYear < 2000 || (month !== 'all' && chosenMonth === undefined))
    return {}
  if (chosenMonth !== undefined && (chosenMonth < 1 || chosenMonth > 12)) return {}
  const start = `${chosenYear}-${String(chosenMonth ?? 1).padStart(2, '0')}-01`
  return start > today ? {} : { year: chosenYear, ...(chosenMonth !== undefined && { month: chosenMonth }) }
}
/** The month that was chosen; of a whole year, the usual one. */
const monthIn = (params: Params, today: string): MonthChoice => {
  const choice = choiceIn(params, today)
  return choice.month === undefined ? {} : choice
}
const monthBefore = (start: string) => {
  const day = addDays(`${start.slice(0, 7)}-01`, -1)
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) }
}
const rangeText = ({ start, end }: { start: string; end: string }) => `${dayText(start)} to ${dayText(end)}`

/** What emails say of reports’ tabs and of The Truth. */
export const tabReadings: Record<TabList, Read> = {
  recurring_revenue: async (services, params) => {
    const months = monthsIn(params)
    const report = await readRecurring(services, months)
    const [, last, earlier] = report.months
    const monthName = last ? monthText(last.month) : ''
    return {
      answer: recurringRevenueAnswer(report),
      figures: last
        ? [
            amount(
              `MRR at the end of ${monthName}`,
              Number(last.closing),
              earlier && Number(earlier.closing),
            ),
            number('Paying vendors', last.vendors, earlier?.vendors),
            amount('New MRR', newOf(last), earlier && newOf(earlier)),
            amount('Churned MRR', churnOf(last), earlier && churnOf(earlier)),
          ]
        : [],
      before: earlier ? `${monthName} compared with ${monthText(earlier.month)}.` : null,
      filter: `${months} months`,
      input: { months },
    }
  },
  earned_revenue: async (services, params) => {
    const months = monthsIn(params)
    const report = await readEarned(services, months)
    const [, last, earlier] = report.months
    const monthName = last ? monthText(last.month) : ''
    const figures = [
      ['earned_net', 'Earned'],
      ['billed', 'Billed'],
      ['credited', 'Credited'],
      ['deferred', 'Deferred at the end'],
    ] as const
    return {
      answer: earnedRevenueAnswer(report),
      figures: last
        ? figures.map(([key, name]) => amount(name, Number(last[key]), earlier && Number(earlier[key])))
        : [],
      before: earlier ? `${monthName} compared with ${monthText(earlier.month)}.` : null,
      filter: `${months} months`,
      input: { months },
    }
  },
  churned_users: async ({ db, clock }, params) => {
    const today = dayOf(clock.now())
    const choice = monthIn(params, today)
    const report = await readChurnedUsers(db, choice, today)
    const { start } = report.figures
    const earlier = await readChurnedUsers(db, monthBefore(start), today)
    return {
      answer: churnAnswer(report),
      figures: [
        number('Churned', report.total, earlier.total),
        amount('MRR lost', lostMrr(report.figures), lostMrr(earlier.figures)),
        amount('MRR at the end', Number(report.figures.closing), Number(earlier.figures.closing)),
        number('Paying vendors', report.figures.closing_vendors, earlier.figures.closing_vendors),
      ],
      before: `Compared with ${rangeText(earlier.figures)}.`,
      filter: rangeText(report.figures),
      input: choice,
    }
  },
  status_changes: async ({ db, clock }, params) => {
    const today = dayOf(clock.now())
    const choice = choiceIn(params, today)
    const statusIn = (text: string | undefined) => {
      const id = wholeNumber(text)
      return id !== undefined && id < vendorStatuses.length ? id : undefined
    }
    const [from_id, to_id] = [statusIn(params.from), statusIn(params.to)]
    const input = {
      ...choice,
      ...(from_id !== undefined && { from_id }),
      ...(to_id !== undefined && { to_id }),
    }
    const isYear = choice.year !== undefined && choice.month === undefined
    // those who may not see money get the same email
    const report = await readStatusChanges(db, input, { today, withMoney: false })
    const earlier = await readStatusChanges(
      db,
      isYear ? { year: Number(report.start.slice(0, 4)) - 1 } : monthBefore(report.start),
      { today, withMoney: false },
    )
    const [now, before] = [statusFigures(report), statusFigures(earlier)]
    return {
      answer: statusChangesAnswer(report),
      figures: [
        number('Status changes', now.all, before.all),
        number('From Free to Active', now.paying, before.paying),
        number('Suspended', now.suspended, before.suspended),
        number('Canceled', now.canceled, before.canceled),
      ],
      before: `Compared with ${rangeText(earlier)}.`,
      filter: [
        rangeText(report),
        from_id !== undefined && `from ${vendorStatuses[from_id]}`,
        to_id !== undefined && `to ${vendorStatuses[to_id]}`,
      ]
        .filter(Boolean)
        .join(', '),
      input,
    }
  },
  affiliate_months: async ({ db, clock }, params) => {
    const today = dayOf(clock.now())
    const choice = monthIn(params, today)
    const report = await readAffiliates(db, choice, today)
    const earlier = await readAffiliates(db, monthBefore(report.start), today)
    return {
      answer: affiliatesAnswer(report),
      figures: [
        amount('Kept', affiliateSum(report, 'kept'), affiliateSum(earlier, 'kept')),
        amount('Discounts', affiliateSum(report, 'discount'), affiliateSum(earlier, 'discount')),
        number('Referred vendors', affiliateSum(report, 'referred'), affiliateSum(earlier, 'referred')),
        number('Paying', affiliateSum(report, 'paying'), affiliateSum(earlier, 'paying')),
      ],
      before: `Compared with ${rangeText(earlier)}.`,
      filter: rangeText(report),
      input: choice,
    }
  },
  the_truth: async (services, params) => {
    const { year, month } = choiceIn(params, dayOf(services.clock.now()))
    const query = theTruthAsked.parse({
      view: params.view === 'monthly' ? 'monthly' : 'weekly',
      ...(month !== undefined && { year: String(year), month: String(month) }),
    })
    const report = await readTheTruth(services, query, false)
    const measuredRows = report.rows.filter(({ which, owner }) => owner === null && !isEnteredRow(which))
    // the last two periods that have ended
    const endedPlace = report.periods.findLastIndex(({ is_running }) => !is_running)
    const actual = (cells: (typeof measuredRows)[number]['cells'], place: number) =>
      Number(cells[place]?.actual ?? 0)
    const nameOf = (place: number) => {
      const period = report.periods[place]
      return period ? truthPeriodName(period) : ''
    }
    const lastPeriods = report.periods.map((period, place) => ({ period, place })).slice(-3)
    return {
      answer: truthAnswer(report),
      figures: measuredRows.map(({ which, cells }) =>
        number(truthRows[which][0], actual(cells, endedPlace), actual(cells, endedPlace - 1)),
      ),
      before: `${nameOf(endedPlace)} compared with ${nameOf(endedPlace - 1)}.`.replace(/^w/, 'W'),
      filter: query.view === 'weekly' ? 'By week' : 'By month',
      input: query,
      table: {
        head: [
          'Number',
          ...lastPeriods.map(
            ({ period }) => `${truthPeriodName(period)}${period.is_running ? ', so far' : ''}`,
          ),
        ],
        rows: report.rows.map(({ which, owner, cells }) => [
          owner === null ? truthRows[which][0] : `– ${owner}`,
          ...lastPeriods.map(({ place }) => {
            const cell = cells[place]
            if (!cell || cell.actual === null) return ''
            return `${count(Number(cell.actual))}${cell.goal ? ` (goal ${cell.goal.text})` : ''}`
          }),
        ]),
      },
    }
  },
}
