import { Alert, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { addDays, addMonths } from '#contract/billing/days.ts'
import { monthText } from '#contract/formats.ts'
import { revenueMonths } from '#contract/reports/monthly-revenue.ts'
import { freshnessText } from '#contract/reports/recurring-revenue.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { Ago, many } from '../../../ui/values.tsx'

/** The tabs of Monthly Revenue; each has one kind of money. */
export const revenueViews = {
  money: 'Money',
  recurring: 'Recurring',
  earned: 'Earned',
  cohorts: 'Cohorts',
  'unpaid-cards': 'Unpaid cards',
  closing: 'Closing',
} as const
export type RevenueView = keyof typeof revenueViews
const viewNames = Object.keys(revenueViews) as [RevenueView, ...RevenueView[]]

export const viewUrl = z.object({ view: z.enum(viewNames).catch('money').default('money') })
const usual = '13'
export const monthsUrl = viewUrl.extend({
  months: z
    .enum(revenueMonths.map(String) as [string, ...string[]])
    .catch(usual)
    .default(usual),
  /** The month whose movements are shown; without: the newest. */
  month: z.iso.date().optional().catch(undefined),
})

/** The tabs, and how many months are shown. */
export function RevenueControls({ withMonths = true }: { withMonths?: boolean }) {
  const [{ view, months }, set] = useUrl(monthsUrl)
  return (
    <>
      <SegmentedControl
        aria-label="View"
        value={view}
        onChange={(value) => set({ view: value === 'money' ? undefined : value, month: undefined })}
        data={viewNames.map((value) => ({ value, label: revenueViews[value] }))}
      />
      {withMonths && (
        <SegmentedControl
          aria-label="Months"
          value={months}
          onChange={(value) => set({ months: value === usual ? undefined : value })}
          data={revenueMonths.map((n) => ({ value: String(n), label: `${n} months` }))}
        />
      )}
    </>
  )
}

/** How old figures are that are kept by day. */
export const Freshness = ({ kept_tm, is_behind }: { kept_tm: string | null; is_behind: boolean }) =>
  is_behind || kept_tm === null ? (
    <>Numbers are {freshnessText}.</>
  ) : (
    <>
      Updated <Ago tm={kept_tm} />.
    </>
  )

/** The first and the last shown month, for the rows of a total. */
export function shownMonths(newestFirst: readonly { month: string }[]): { month: string; until: string } {
  const [newest] = newestFirst
  const oldest = newestFirst.at(-1)
  return { month: oldest?.month ?? '', until: newest?.month ?? '' }
}

/** The first and the last day of the shown months. */
export function monthsRange(newestFirst: readonly { month: string }[]): { start: string; end: string } {
  const { month, until } = shownMonths(newestFirst)
  return { start: month, end: until && addDays(addMonths(until, 1), -1) }
}

export const MonthName = ({ month, today }: { month: string; today: string }) => (
  <>
    {monthText(month)}
    {today.startsWith(month.slice(0, 7)) && <span className="faint"> so far</span>}
  </>
)

/** Says that figures of closed months aren't what they were, and where. */
export function ClosedMonthsNotice() {
  const { data } = useQuery(api.listMonthClosings.query())
  const changed = data?.months.filter(({ changes }) => changes.length > 0) ?? []
  if (changed.length === 0) return null
  const numbers = changed.reduce((sum, { changes }) => sum + changes.length, 0)
  return (
    <Alert color="yellow">
      {many(numbers, 'number')} of {changed.map(({ month }) => monthText(month)).join(', ')} changed since the
      month was closed.{' '}
      <Link className="link" to={links.report('monthly-revenue', { view: 'closing' })}>
        Show changes
      </Link>
    </Alert>
  )
}
