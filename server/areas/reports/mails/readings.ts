import { addMonths, dayOf } from '#contract/billing/days.ts'
import { amount, dayText, monthText } from '#contract/formats.ts'
import { day } from '#contract/inputs.ts'
import { lastMonth, rangeBefore, type DayRange } from '#contract/marketing/periods.ts'
import {
  billingSuspendedAnswer,
  cancelsAnswer,
  closedDealsAnswer,
  monthlyRevenueAnswer,
  planViolationsAnswer,
  refundsAnswer,
  supplierSubscriptionsAnswer,
} from '#contract/reports/answers.ts'
import { usualUpgradeMonths } from '#contract/reports/billing-suspended.ts'
import type { MailedList } from '#contract/reports/mails.ts'
import { revenueMonths } from '#contract/reports/monthly-revenue.ts'
import { supplierSubscriptionFilters } from '#contract/reports/supplier-subscriptions.ts'
import { subscriptionStates } from '#contract/subscriptions/standing.ts'
import { count } from '#contract/words.ts'
import type { Services } from '#server/platform/services.ts'
import { readBillingSuspended } from '../billing-suspended.ts'
import { readCancels } from '../cancels.ts'
import { readClosedDeals } from '../closed-deals.ts'
import { estimateMonth } from '../month-estimate.ts'
import { readMonthlyRevenue } from '../monthly-revenue.ts'
import { readPlanViolations } from '../plan-violations.ts'
import { monthSoFar, rangeOr } from '../range.ts'
import { readRefundReport } from '../refunds.ts'
import { readSupplierSubscriptions } from '../supplier-subscriptions.ts'
import { tabReadings } from './tab-readings.ts'

/** A number of an email; without `before` it is compared with the email before. */
export interface MailFigure {
  name: string
  kind: 'money' | 'count'
  now: number
  before?: number | undefined
}
/** What an email says of a report: its answer, up to five numbers, and what its files have. */
export interface Reading {
  answer: string
  figures: readonly MailFigure[]
  /** What the numbers are compared with; null: with the email before. */
  before: string | null
  /** The period and the filters, in words. */
  filter: string
  /** Of the list with its rows. */
  input: object
  /** In place of the list’s first rows. */
  table?: { head: readonly string[]; rows: readonly (readonly string[])[] }
}
type Needs = Pick<Services, 'db' | 'clock'>
/** The parameters of a report's address. */
export type Params = Readonly<Record<string, string>>
export type Read = (services: Needs, params: Params) => Promise<Reading>

export const figureText = ({ kind }: Pick<MailFigure, 'kind'>, n: number): string =>
  kind === 'money' ? amount(n) : count(n)
const rangeText = ({ start, end }: DayRange) => `${dayText(start)} to ${dayText(end)}`
const today = ({ clock }: Needs) => dayOf(clock.now())
const isDay = (text: string | undefined): text is string => day.safeParse(text).success

/** The range in the address, or the usual one, which moves on with each email. */
function rangeOf({ start, end }: Params, usual: DayRange): DayRange {
  return isDay(start) && isDay(end) ? rangeOr({ start, end }, usual) : usual
}
/** From Upgrade After on. */
function upgradeRange({ start, end }: Params, usualMonths: number, now: string): DayRange {
  const range = { start: isDay(start) ? start : addMonths(now, -usualMonths), end: isDay(end) ? end : now }
  return range.start <= range.end ? range : { ...range, start: range.end }
}
const comparedWith = (before: DayRange) => `Compared with ${rangeText(before)}.`

export const readings: Record<MailedList, Read> = {
  ...tabReadings,
  closed_deals: async (services, params) => {
    const now = today(services)
    const range = upgradeRange(params, 3, now)
    const owner = params.owner === undefined || params.owner === '' ? undefined : params.owner
    const before = rangeBefore(range, now)
    const [report, earlier] = await Promise.all([
      readClosedDeals(services.db, { ...range, owner }, now),
      readClosedDeals(services.db, { ...before, owner }, now),
    ])
    return {
      answer: closedDealsAnswer(report),
      figures: [
        {
          name: 'MRR added',
          kind: 'money',
          now: Number(report.all.added),
          before: Number(earlier.all.added),
        },
        { name: 'Deals', kind: 'count', now: report.all.deals, before: earlier.all.deals },
        { name: 'Lost since', kind: 'count', now: report.lost.deals, before: earlier.lost.deals },
        {
          name: 'MRR of lost deals',
          kind: 'money',
          now: Number(report.lost.added),
          before: Number(earlier.lost.added),
        },
      ],
      before: comparedWith(before),
      filter: `${rangeText(range)}${owner === undefined ? '' : `, deals of ${owner}`}`,
      input: { ...range, ...(owner !== undefined && { owner }) },
    }
  },
  refunds: async (services, params) => {
    const now = today(services)
    const range = rangeOf(params, lastMonth(now))
    const before = rangeBefore(range, now)
    const [report, earlier] = await Promise.all([
      readRefundReport(services.db, range, now),
      readRefundReport(services.db, before, now),
    ])
    return {
      answer: refundsAnswer(report),
      figures: [
        { name: 'Refunded', kind: 'money', now: Number(report.amount), before: Number(earlier.amount) },
        { name: 'Refunds', kind: 'count', now: report.done, before: earlier.done },
        { name: 'Charged', kind: 'money', now: Number(report.charged), before: Number(earlier.charged) },
        {
          name: 'Credit returned',
          kind: 'money',
          now: Number(report.credit_back),
          before: Number(earlier.credit_back),
        },
      ],
      before: comparedWith(before),
      filter: rangeText(range),
      input: range,
    }
  },
  cancels: async (services, params) => {
    const now = today(services)
    const range = rangeOf(params, lastMonth(now))
    const before = rangeBefore(range, now)
    // those who may not see money get the same email
    const [report, earlier] = await Promise.all([
      readCancels(services.db, { ...range, interval: 'month' }, { today: now, withMoney: false }),
      readCancels(services.db, { ...before, interval: 'month' }, { today: now, withMoney: false }),
    ])
    const figures = [
      ['asked', 'Canceled'],
      ['taken_back', 'Taken back'],
      ['ended', 'Ended'],
      ['vendors_left', 'Vendors left'],
    ] as const
    return {
      answer: cancelsAnswer(report),
      figures: figures.map(([key, name]) => ({
        name,
        kind: 'count',
        now: report.totals[key],
        before: earlier.totals[key],
      })),
      before: comparedWith(before),
      filter: rangeText(range),
      input: { ...range, interval: 'month' },
    }
  },
  monthly_revenue: async (services, params) => {
    const months = revenueMonths.find((n) => String(n) === params.months) ?? revenueMonths[0]
    const [report, estimate] = await Promise.all([
      readMonthlyRevenue(services.db, months, today(services)),
      estimateMonth(services.db, services.clock, today(services)),
    ])
    const [running, last, earlier] = report.months
    const ended = last ? monthText(last.month) : ''
    const figures = [
      ['kept', 'Kept'],
      ['recurring', 'Recurring'],
      ['refunds', 'Refunds'],
      ['billed', 'Billed'],
    ] as const
    return {
      answer: monthlyRevenueAnswer(report, estimate),
      figures: [
        ...figures.map(([key, name]): MailFigure => ({
          name: `${name} in ${ended}`,
          kind: 'money',
          now: Number(last?.[key] ?? 0),
          before: Number(earlier?.[key] ?? 0),
        })),
        { name: 'Kept this month so far', kind: 'money', now: Number(running?.kept ?? 0) },
      ],
      before: earlier ? `${ended} compared with ${monthText(earlier.month)}.` : null,
      filter: `${months} months`,
      input: { months },
    }
  },
  billing_suspended: async (services, params) => {
    const range = upgradeRange(params, usualUpgradeMonths, today(services))
    const report = await readBillingSuspended(services.db, range, today(services))
    return {
      answer: billingSuspendedAnswer(report),
      figures: [
        { name: 'Owed', kind: 'money', now: Number(report.owed) },
        { name: 'Suspended vendors', kind: 'count', now: report.total },
        { name: 'Delisted', kind: 'count', now: report.delisted },
        { name: 'Last bills a month', kind: 'money', now: Number(report.monthly) },
      ],
      before: null,
      filter: `Upgraded from ${rangeText(range)}`,
      input: range,
    }
  },
  plan_violations: async (services) => {
    const report = await readPlanViolations(services.db, today(services))
    return {
      answer: planViolationsAnswer(report),
      figures: [
        { name: 'Vendors', kind: 'count', now: report.vendors },
        { name: 'Violations', kind: 'count', now: report.total },
        { name: 'Difference a month', kind: 'money', now: Number(report.difference) },
      ],
      before: null,
      filter: 'All violations',
      input: {},
    }
  },
  supplier_subscriptions: async (services, params) => {
    const range = rangeOf(params, monthSoFar(today(services)))
    const whole = (text: string | undefined) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined)
    const status = supplierSubscriptionFilters.shape.status.safeParse(params.status).data
    const [supplier, market] = [whole(params.supplier), whole(params.market)]
    const input = {
      ...range,
      ...(supplier !== undefined && { supplier }),
      ...(market !== undefined && { market }),
      ...(status !== undefined && { status }),
      without_integration: params.without === 'integration',
    }
    const report = await readSupplierSubscriptions(services.db, input, today(services))
    const figures = [
      ['subscribers', 'Subscribers'],
      ['added', 'Added'],
      ['ended', 'Ended'],
      ['cancel_pending', 'Cancel pending'],
      ['with_integration', 'Integrated'],
    ] as const
    return {
      answer: supplierSubscriptionsAnswer(report),
      figures: figures.flatMap(([key, name]) => {
        const now = report.totals[key]
        return now === null ? [] : [{ name, kind: 'count' as const, now }]
      }),
      before: null,
      filter: [
        `Added from ${rangeText(range)}`,
        supplier !== undefined && (report.suppliers[0]?.supplier_name ?? `supplier ${supplier}`),
        market !== undefined && `market ${market}`,
        status !== undefined && subscriptionStates[status],
        input.without_integration && 'no active integration',
      ]
        .filter(Boolean)
        .join(', '),
      input,
    }
  },
}
