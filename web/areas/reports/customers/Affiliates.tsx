import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { amount, dayText, money } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import type { AffiliateMonth } from '#contract/reports/customers.ts'
import { definitions } from '#contract/reports/definitions.ts'
import { affiliatesAnswer, affiliateSum } from '#contract/reports/tab-answers.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { faultsOf } from '../../../ui/report/faults.ts'
import { ReportNotes } from '../../../ui/report/notes/ReportNotes.tsx'
import { ReportBody } from '../../../ui/report/ReportPage.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { count } from '../../../ui/values.tsx'
import { useReportMonth } from '../useReportMonth.tsx'
import { ChartSkeleton } from '../../../ui/report/ChartSkeleton.tsx'

const ReportBars = lazy(() => import('../../../ui/report/ReportBars.tsx'))
const mostDrawn = 15
type Report = Result<'getAffiliateReport'>
/** What affiliates’ codes and links brought in a month. */
export function Affiliates() {
  const { choice, picker } = useReportMonth()
  const query = useQuery({
    ...api.getAffiliateReport.query({ query: { year: choice.year, month: choice.month } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="md">
      {!query.error && <p className="why answer">{query.data ? affiliatesAnswer(query.data) : '…'}</p>}
      <ReportBody
        query={query}
        faults={faultsOf(query.error)}
        definitions={definitions.affiliate_months}
        note={({ start, end }) => `${dayText(start)} to ${dayText(end)}.`}
        controls={picker}
      >
        {(report) => {
          const drawn = report.affiliates.filter(({ kept }) => Number(kept) !== 0).slice(0, mostDrawn)
          return (
            <>
              <ReportNotes report="customers" range={report} />
              {drawn.length > 0 && (
                <Panel title="Kept by affiliate">
                  <Suspense fallback={<ChartSkeleton bars={drawn.length} />}>
                    <ReportBars
                      sideways
                      points={drawn.map(({ name, kept }) => ({ name, Kept: Number(kept) }))}
                      series={[{ name: 'Kept', color: 'var(--d1)' }]}
                      value={money}
                    />
                  </Suspense>
                </Panel>
              )}
              <DataTable
                label="Affiliates of a month"
                exportSource={{
                  list: 'affiliate_months',
                  input: { year: choice.year, month: choice.month },
                }}
                columns={columnsOf(report)}
                rows={report.affiliates}
                id={(row) => row.vendor_id}
                fetching={query.isFetching}
                empty={
                  <>
                    No affiliates yet. Add a campaign with an affiliate, or{' '}
                    <Link to={links.promoCodes('affiliates')} className="link">
                      an affiliate’s promo code
                    </Link>
                    .
                  </>
                }
              />
            </>
          )
        }}
      </ReportBody>
    </Stack>
  )
}

type Figure = 'codes' | 'given' | 'redemptions' | 'referred' | 'paying' | 'churned'
type Amount = 'discount' | 'billed' | 'kept'
const figures: readonly (readonly [Figure | Amount, string, number])[] = [
  ['referred', 'Referred', 0],
  ['paying', 'Paying', 1],
  ['churned', 'Churned', 2],
  ['codes', 'Codes', 7],
  ['given', 'Given', 5],
  ['redemptions', 'Discounted bills', 6],
  ['discount', 'Discount', 4],
  ['billed', 'Billed', 3],
  ['kept', 'Kept', 0],
]
const isAmount = (figure: Figure | Amount): figure is Amount =>
  figure === 'discount' || figure === 'billed' || figure === 'kept'
const columnsOf = (report: Report): readonly Column<AffiliateMonth>[] => [
  {
    key: 'name',
    header: 'Affiliate',
    leaves: 0,
    sortValue: (row) => row.name,
    cell: (row) => (
      <Link to={links.vendor(row.vendor_id)} className="name">
        {row.name}
      </Link>
    ),
    total: 'Total',
  },
  ...figures.map(([figure, header, leaves]): Column<AffiliateMonth> => ({
    key: figure,
    header,
    numeric: true,
    leaves,
    sortValue: (row) => Number(row[figure]),
    cell: (row) => (isAmount(figure) ? amount(row[figure]) : count(row[figure])),
    total: isAmount(figure) ? amount(affiliateSum(report, figure)) : count(affiliateSum(report, figure)),
  })),
]
