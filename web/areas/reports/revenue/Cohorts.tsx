import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { addMonths } from '#contract/billing/days.ts'
import { amount, monthText } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import type { Cohort } from '#contract/reports/recurring-revenue.ts'
import { api } from '../../../api.ts'
import { Empty } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { HeatTable } from '../../../ui/report/HeatTable.tsx'
import { ReportPage, type Definition } from '../../../ui/report/ReportPage.tsx'
import { count, many, percent } from '../../../ui/values.tsx'
import { movementsLink, rowsLink } from '../RowsLink.tsx'
import { ClosedMonthsNotice, Freshness, monthsUrl, RevenueControls } from './views.tsx'

type Report = Result<'getCohorts'>
const measures = { vendors: 'Vendors', mrr: 'MRR' } as const
const url = monthsUrl.extend({ by: z.enum(['vendors', 'mrr']).catch('vendors').default('vendors') })
const definitions: readonly Definition[] = [
  ['Cohort', 'Vendors whose MRR started in the same month.'],
  ['Came', 'Vendors who first paid in that month.'],
  [
    'Month 0, 1, 2…',
    'Vendors who pay at the end of that month, of the next one, and so on; this month, today.',
  ],
  ['Together', 'Of all cohorts that are as old, the share that is left.'],
  ['Share', 'Vendors: share of all who came. MRR: share of the MRR at the end of month 0.'],
]

/** Vendors by the month in which they first paid: who stayed, and what they pay since. */
export default function Cohorts() {
  const [{ months, by: measure }, set] = useUrl(url)
  const query = useQuery({
    ...api.getCohorts.query({ query: { months: Number(months) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      title="Monthly Revenue"
      query={query}
      answer={answerOf}
      definitions={definitions}
      note={(report) => (
        <>
          MRR is a rate on a day, not money that moved. <Freshness {...report} />
        </>
      )}
      controls={
        <>
          <RevenueControls />
          <SegmentedControl
            aria-label="Numbers"
            value={measure}
            onChange={(value) => set({ by: value === 'vendors' ? undefined : value })}
            data={Object.entries(measures).map(([value, label]) => ({ value, label }))}
          />
        </>
      }
    >
      {({ cohorts }) => {
        const started = cohorts.filter(({ came }) => came > 0)
        if (started.length === 0) return <Empty>No vendor first paid in these months.</Empty>
        const longest = Math.max(...started.map(({ cells }) => cells.length))
        const low = lowestShare(started, measure)
        return (
          <>
            <ClosedMonthsNotice />
            <HeatTable
              label={`${measures[measure]} by the month in which vendors first paid`}
              corner="First paid"
              baseName="Came"
              columns={Array.from({ length: longest }, (_, month) => `Month ${month}`)}
              rows={[
                ...started.map((cohort) => rowOf(cohort, measure, low)),
                averageRow(started, measure, low),
              ]}
              scale={[percent(low * 100), '100%']}
            />
          </>
        )
      }}
    </ReportPage>
  )
}

type Measure = keyof typeof measures
/** What a cohort starts from, and what is left of it after some months. */
const baseOf = ({ came, cells }: Cohort, measure: Measure) =>
  measure === 'vendors' ? came : Number(cells[0]?.mrr ?? 0)
const valueOf = (cell: Cohort['cells'][number], measure: Measure) =>
  measure === 'vendors' ? cell.vendors : Number(cell.mrr)
const shareOf = (cohort: Cohort, cell: Cohort['cells'][number], measure: Measure) => {
  const base = baseOf(cohort, measure)
  return base > 0 ? valueOf(cell, measure) / base : undefined
}

/** The lowest share in full tens of percent: the scale starts there, or shares close to all would look alike. */
function lowestShare(cohorts: readonly Cohort[], measure: Measure): number {
  const shares = cohorts.flatMap((cohort) =>
    cohort.cells.flatMap((cell) => shareOf(cohort, cell, measure) ?? []),
  )
  return Math.min(0.9, Math.floor(Math.min(1, ...shares) * 10) / 10)
}
const heatOf = (share: number, low: number) => (share - low) / (1 - low)

const rowOf = (cohort: Cohort, measure: Measure, low: number) => ({
  name: monthText(cohort.month),
  base: count(cohort.came),
  baseTo: movementsLink(cohort.month, 'new'),
  cells: cohort.cells.map((cell, months) => {
    const share = shareOf(cohort, cell, measure)
    return {
      text: measure === 'vendors' ? count(cell.vendors) : amount(cell.mrr),
      to:
        cell.vendors > 0
          ? rowsLink({ number: 'paying', month: addMonths(cohort.month, months), cohort: cohort.month })
          : undefined,
      note: share === undefined ? undefined : percent(share * 100),
      heat: share === undefined ? undefined : heatOf(share, low),
    }
  }),
})

/** All cohorts that are as old together: what share of them is left. */
function averageRow(cohorts: readonly Cohort[], measure: Measure, low: number) {
  const longest = Math.max(...cohorts.map(({ cells }) => cells.length))
  return {
    name: 'Together',
    base: count(cohorts.reduce((sum, { came }) => sum + came, 0)),
    cells: Array.from({ length: longest }, (_, month) => {
      const asOld = cohorts.filter(({ cells }) => cells.length > month)
      const base = asOld.reduce((sum, cohort) => sum + baseOf(cohort, measure), 0)
      const left = asOld.reduce((sum, { cells }) => {
        const cell = cells[month]
        return cell ? sum + valueOf(cell, measure) : sum
      }, 0)
      const share = base > 0 ? left / base : undefined
      return {
        text: share === undefined ? '—' : percent(share * 100),
        heat: share === undefined ? undefined : heatOf(share, low),
      }
    }),
  }
}

/** How many of a year ago, or of the oldest cohort shown, still pay. */
const answerOf = ({ cohorts }: Report): string => {
  const started = cohorts.filter(({ came, cells }) => came > 0 && cells.length > 1)
  const oldest = started.find(({ cells }) => cells.length === 13) ?? started.at(-1)
  if (!oldest) return 'No vendor has paid for more than a month yet.'
  const stayed = oldest.cells.at(-1)?.vendors ?? 0
  return `Of ${many(oldest.came, 'vendor')} who first paid in ${monthText(oldest.month)}, ${count(stayed)} still ${stayed === 1 ? 'pays' : 'pay'}.`
}
