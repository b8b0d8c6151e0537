import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { amount, dayText, money } from '#contract/formats.ts'
import { rangeFault } from '#contract/marketing/periods.ts'
import { refundStates, type RefundReport, type ReportedRefund } from '#contract/reports/refunds.ts'
import { refundsAnswer } from '#contract/reports/answers.ts'
import { definitions } from '#contract/reports/definitions.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Facts, Panel } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { Compared, type ComparedFigure } from '../../ui/report/Compared.tsx'
import { faultsOf } from '../../ui/report/faults.ts'
import { RangePicker } from '../../ui/report/RangePicker.tsx'
import { ListedOfAll } from '../../ui/report/ListedOfAll.tsx'
import { ReportPage } from '../../ui/report/ReportPage.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { count, many, Status } from '../../ui/values.tsx'
import { amountColumn, vendorColumn } from './rows/columns.tsx'
import { ChartSkeleton } from '../../ui/report/ChartSkeleton.tsx'

const ReportBars = lazy(() => import('../../ui/report/ReportBars.tsx'))
const url = z.object({
  start: z.iso.date().optional().catch(undefined),
  end: z.iso.date().optional().catch(undefined),
})

const compared: readonly ComparedFigure<RefundReport>[] = [
  { name: 'Refunds', value: ({ done }) => done, text: count },
  { name: 'Refunded', value: ({ amount }) => Number(amount), text: amount },
  { name: 'Charged', value: ({ charged }) => Number(charged), text: amount },
]

/** Refunds of a range: how much, why, and by whom. */
export default function Refunds() {
  const [{ start, end }, set] = useUrl(url)
  const range = start !== undefined && end !== undefined ? { start, end } : {}
  const fault = start !== undefined && end !== undefined ? rangeFault({ start, end }) : undefined
  const query = useQuery({
    ...api.getRefundReport.query({ query: range }),
    placeholderData: keepPreviousData,
    enabled: fault === undefined,
  })
  const { data } = query
  return (
    <ReportPage
      report="refunds"
      title="Refunds"
      query={query}
      faults={fault}
      answer={refundsAnswer}
      definitions={definitions.refunds}
      note={(report) => `${dayText(report.start)} to ${dayText(report.end)}.`}
      controls={
        <RangePicker
          range={{ start: start ?? data?.start ?? '', end: end ?? data?.end ?? '' }}
          isUsual={start === undefined && end === undefined}
          usualName="Last month"
          faults={fault ?? faultsOf(query.error)}
          set={set}
        />
      }
    >
      {(report) => (
        <>
          <Parts report={report} isFetching={query.isFetching} />
          <Compared
            report={report}
            range={report}
            figures={compared}
            read={(days) => api.getRefundReport.query({ query: days })}
          />
        </>
      )}
    </ReportPage>
  )
}

function Parts({ report, isFetching }: { report: RefundReport; isFetching: boolean }) {
  return (
    <>
      {report.done > 0 && (
        <>
          <Facts
            facts={report.by_person
              .slice(0, 6)
              .map(
                ({ name, refunds, amount }) =>
                  [name || 'Unknown person', `${money(amount)}, ${many(refunds, 'refund')}`] as const,
              )}
          />
          <Panel title="By reason">
            <Suspense fallback={<ChartSkeleton bars={report.by_reason.length} hasTable />}>
              <ReportBars
                sideways
                withTable
                label="Refunded by reason"
                points={report.by_reason.map(({ name, amount }) => ({ name, Refunded: Number(amount) }))}
                series={[{ name: 'Refunded', color: 'var(--d1)' }]}
                value={money}
              />
            </Suspense>
          </Panel>
        </>
      )}
      {report.repeated.length > 0 && (
        <p>
          Several refunds:{' '}
          {report.repeated.slice(0, 10).map(({ vendor_id, name, refunds, amount }, i) => (
            <span key={vendor_id}>
              {i > 0 && ', '}
              <Link to={links.vendor(vendor_id, 'billing_history')} className="link">
                {name}
              </Link>{' '}
              ({count(refunds)}, {money(amount)})
            </span>
          ))}
        </p>
      )}
      <ListedOfAll listed={report.refunds.length} total={report.total} noun="refund" which="newest" />
      <DataTable
        label="Refunds"
        exportSource={{ list: 'refunds', input: { start: report.start, end: report.end } }}
        columns={columnsOf(report)}
        rows={report.refunds}
        id={(row) => row.key}
        fetching={isFetching}
        empty="No refunds in this range."
      />
    </>
  )
}

const signs = {
  done: { tone: 'good', icon: IconCircleCheck },
  pending: { tone: 'wait', icon: IconClock },
  failed: { tone: 'bad', icon: IconCircleX },
} as const
const columnsOf = (report: RefundReport): readonly Column<ReportedRefund>[] => [
  {
    key: 'tm',
    header: 'Refunded',
    leaves: 0,
    sortValue: (row) => row.tm,
    moment: (row) => row.tm,
    total: `${count(report.done)} refunded`,
  },
  vendorColumn({ page: 'billing_history' }),
  {
    key: 'state',
    header: 'Status',
    leaves: 2,
    cell: (row) => <Status {...signs[row.state]}>{refundStates[row.state]}</Status>,
  },
  amountColumn({ header: 'To the card', value: (row) => row.amount, total: report.amount }),
  amountColumn({
    key: 'credit',
    header: 'Credit returned',
    leaves: 9,
    value: (row) => row.credit_back,
    total: report.credit_back,
  }),
  amountColumn({
    key: 'charged',
    header: 'Charge',
    leaves: 1,
    value: (row) => row.charged,
    to: ({ vendor_id, vendor_charge_id: charge }) =>
      charge === null ? undefined : links.charge(vendor_id, charge),
  }),
  amountColumn({
    key: 'kept',
    header: 'Left of the charge',
    leaves: 10,
    value: (row) => row.kept,
  }),
  {
    key: 'days',
    header: 'Days between',
    numeric: true,
    leaves: 5,
    sortValue: (row) => row.days,
    cell: (row) => (row.days === null ? '—' : count(row.days)),
  },
  { key: 'reason', header: 'Reason', leaves: 3, sortValue: (row) => row.reason, cell: (row) => row.reason },
  { key: 'note', header: 'Note', leaves: 4, wrap: true, cell: (row) => row.note || '—' },
  { key: 'by', header: 'By', leaves: 6, sortValue: (row) => row.by, cell: (row) => row.by || '—' },
  { key: 'second', header: 'Second person', leaves: 11, cell: (row) => row.second_person ?? '—' },
  { key: 'invoice', header: 'Invoice', leaves: 7, cell: (row) => row.invoice ?? '—' },
  { key: 'credit_note', header: 'Credit note', leaves: 8, cell: (row) => row.credit_note ?? '—' },
]
