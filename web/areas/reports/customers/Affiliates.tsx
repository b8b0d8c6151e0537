import { Skeleton, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { dayText, money, monthText } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import type { AffiliateMonth } from '#contract/reports/customers.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { faultsOf } from '../../../ui/report/faults.ts'
import { ReportBody, type Definition } from '../../../ui/report/ReportPage.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { count, many } from '../../../ui/values.tsx'
import { useReportMonth } from '../useReportMonth.tsx'

const ReportBars = lazy(() => import('../../../ui/report/ReportBars.tsx'))
const mostDrawn = 15
type Report = Result<'getAffiliateReport'>
const definitions: readonly Definition[] = [
  ['Affiliate', 'A vendor with promo codes or campaign links of its own.'],
  ['Given', 'Vendors who were given one of its codes in the month.'],
  ['Discounted bills', 'Bills of the month that one of its codes lowered, and by how much in all.'],
  [
    'Referred',
    'Vendors who registered by its link or were given one of its codes, until the end of the month.',
  ],
  ['Paying, churned', 'Of them, vendors with MRR at the end, and vendors whose MRR ended in the month.'],
  ['Totals', 'A vendor whom two affiliates referred counts for both of them, and twice in the totals.'],
  ['Billed', 'Invoices of referred vendors in the month, less credit notes.'],
  ['Kept', 'Received from them in the month, less refunds and disputes.'],
]

/** What affiliates’ codes and links brought in a month. */
export function Affiliates() {
  const { choice, picker } = useReportMonth()
  const query = useQuery({
    ...api.getAffiliateReport.query({ query: { year: choice.year, month: choice.month } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="md">
      {query.data && !query.error && <p className="why answer">{answerOf(query.data)}</p>}
      <ReportBody
        query={query}
        faults={faultsOf(query.error)}
        definitions={definitions}
        note={({ start, end }) => `${dayText(start)} to ${dayText(end)}.`}
        controls={picker}
      >
        {(report) => {
          const drawn = report.affiliates.filter(({ kept }) => Number(kept) !== 0).slice(0, mostDrawn)
          return (
            <>
              {drawn.length > 0 && (
                <Panel title="Kept by affiliate">
                  <Suspense fallback={<Skeleton height={120} />}>
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
const countOf = ({ affiliates }: Report, figure: Figure) =>
  affiliates.reduce((sum, row) => sum + row[figure], 0)
const amountOf = ({ affiliates }: Report, amount: Amount) =>
  affiliates.reduce((sum, row) => sum + Math.round(Number(row[amount]) * 100), 0) / 100

function answerOf(report: Report): string {
  if (report.affiliates.length === 0) return 'No affiliates yet.'
  return `${money(amountOf(report, 'kept'))} kept in ${monthText(report.start)} from ${many(countOf(report, 'referred'), 'referred vendor')}, ${money(amountOf(report, 'discount'))} given in discounts.`
}

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
    cell: (row) => (isAmount(figure) ? money(row[figure]) : count(row[figure])),
    total: isAmount(figure) ? money(amountOf(report, figure)) : count(countOf(report, figure)),
  })),
]
