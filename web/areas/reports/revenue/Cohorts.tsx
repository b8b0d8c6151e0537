import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { money, monthText } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import type { Cohort } from '#contract/reports/recurring-revenue.ts'
import { api } from '../../../api.ts'
import { Empty } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { HeatTable } from '../../../ui/report/HeatTable.tsx'
import { ReportPage, type Definition } from '../../../ui/report/ReportPage.tsx'
import { count, many, percent } from '../../../ui/values.tsx'
import { Freshness, monthsUrl, RevenueControls } from './views.tsx'

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
        return (
          <HeatTable
            label={`${measures[measure]} by the month in which vendors first paid`}
            corner="First paid"
            baseName="Came"
            columns={Array.from({ length: longest }, (_, month) => `Month ${month}`)}
            rows={started.map((cohort) => ({
              name: monthText(cohort.month),
              base: count(cohort.came),
              cells: cellsOf(cohort, measure),
            }))}
            scale={['0%', '100%']}
          />
        )
      }}
    </ReportPage>
  )
}

const cellsOf = ({ came, cells }: Cohort, measure: keyof typeof measures) =>
  cells.map(({ vendors, mrr }) => {
    const base = measure === 'vendors' ? came : Number(cells[0]?.mrr)
    const share = base > 0 ? (measure === 'vendors' ? vendors : Number(mrr)) / base : undefined
    return {
      text: measure === 'vendors' ? count(vendors) : money(mrr),
      note: share === undefined ? undefined : percent(share * 100),
      heat: share,
    }
  })

/** How many of a year ago, or of the oldest cohort shown, still pay. */
const answerOf = ({ cohorts }: Report): string => {
  const started = cohorts.filter(({ came, cells }) => came > 0 && cells.length > 1)
  const oldest = started.find(({ cells }) => cells.length === 13) ?? started.at(-1)
  if (!oldest) return 'No vendor has paid for more than a month yet.'
  const stayed = oldest.cells.at(-1)?.vendors ?? 0
  return `Of ${many(oldest.came, 'vendor')} who first paid in ${monthText(oldest.month)}, ${count(stayed)} still ${stayed === 1 ? 'pays' : 'pay'}.`
}
