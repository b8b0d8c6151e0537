import { IconAlertTriangle, IconBan } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { dayText, money } from '#contract/formats.ts'
import {
  suspendedAges,
  suspendedStages,
  usualUpgradeMonths,
  type BillingSuspended as Report,
  type SuspendedVendor,
} from '#contract/reports/billing-suspended.ts'
import { billingSuspendedAnswer } from '#contract/reports/answers.ts'
import { definitions } from '#contract/reports/definitions.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { faultsOf } from '../../ui/report/faults.ts'
import { ListedOfAll } from '../../ui/report/ListedOfAll.tsx'
import { ReportPage } from '../../ui/report/ReportPage.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { count, many, Moment, Status } from '../../ui/values.tsx'
import { useUpgradeRange } from './useUpgradeRange.tsx'
import { amountColumn, dayColumn, vendorColumn } from './rows/columns.tsx'
import { ChartSkeleton } from '../../ui/report/ChartSkeleton.tsx'

const ReportBars = lazy(() => import('../../ui/report/ReportBars.tsx'))

/** Who stopped paying, how much is owed, and what happens next. */
export default function BillingSuspended() {
  const { range, fault, controls } = useUpgradeRange(usualUpgradeMonths, 'All')
  const query = useQuery({
    ...api.getBillingSuspended.query({ body: range }),
    placeholderData: keepPreviousData,
    enabled: fault === undefined,
  })
  const faults: Readonly<Record<string, string>> = fault ?? faultsOf(query.error)
  return (
    <ReportPage
      report="billing-suspended"
      title="Billing Suspended"
      query={query}
      faults={fault}
      answer={billingSuspendedAnswer}
      definitions={definitions['billing-suspended']}
      note={(report) => `Upgraded from ${dayText(report.start)} to ${dayText(report.end)}.`}
      controls={controls(faults)}
    >
      {(report) => (
        <>
          {report.total > 0 && (
            <Panel title="Owed by days suspended">
              <Suspense fallback={<ChartSkeleton hasTable />}>
                <ReportBars
                  withTable
                  label="Owed by days suspended"
                  points={agesOf(report.vendors)}
                  series={[{ name: 'Owed', color: 'var(--d1)' }]}
                  value={money}
                />
              </Suspense>
            </Panel>
          )}
          <ListedOfAll
            listed={report.vendors.length}
            total={report.total}
            noun="vendor"
            which="longest suspended"
          />
          <DataTable
            label="Suspended vendors"
            exportSource={{ list: 'billing_suspended', input: { start: report.start, end: report.end } }}
            columns={columnsOf(report)}
            rows={report.vendors}
            id={(row) => row.vendor_id}
            fetching={query.isFetching}
            empty="No suspended vendors that upgraded in this range."
          />
        </>
      )}
    </ReportPage>
  )
}

const agesOf = (vendors: readonly SuspendedVendor[]) =>
  suspendedAges.map(({ name, from, to }) => ({
    name,
    Owed: vendors
      .filter(({ days }) => days !== null && days >= from && (to === null || days <= to))
      .reduce((sum, { owed }) => sum + Number(owed), 0),
  }))

const signs = {
  suspended: { tone: 'wait', icon: IconAlertTriangle },
  delisted: { tone: 'bad', icon: IconBan },
} as const
const columnsOf = (report: Report): readonly Column<SuspendedVendor>[] => [
  vendorColumn({ total: many(report.total, 'vendor') }),
  {
    key: 'stage',
    header: 'Stage',
    leaves: 2,
    sortValue: (row) => row.stage,
    cell: (row) => <Status {...signs[row.stage]}>{suspendedStages[row.stage]}</Status>,
  },
  dayColumn({ key: 'since', header: 'Suspended', leaves: 7, day: (row) => row.since }),
  {
    key: 'days',
    header: 'Days',
    numeric: true,
    leaves: 1,
    sortValue: (row) => row.days,
    cell: (row) => (row.days === null ? '—' : count(row.days)),
  },
  amountColumn({
    key: 'owed',
    header: 'Owed',
    value: (row) => row.owed,
    to: (row) => links.vendor(row.vendor_id, 'billing_history'),
    total: report.owed,
  }),
  amountColumn({
    key: 'monthly',
    header: 'Last bill a month',
    leaves: 4,
    value: (row) => row.monthly,
    total: report.monthly,
  }),
  { key: 'tries', header: 'Attempts', numeric: true, leaves: 10, cell: (row) => count(row.tries) },
  { key: 'declined', header: 'Last decline', leaves: 5, wrap: true, cell: (row) => row.declined ?? '—' },
  { key: 'card', header: 'Card', leaves: 8, cell: (row) => row.card ?? 'None' },
  {
    key: 'card_ends',
    header: 'Card expires',
    leaves: 11,
    sortValue: (row) => row.card_ends,
    cell: (row) => row.card_ends ?? '—',
  },
  dayColumn({ key: 'upgraded', header: 'Last upgrade', leaves: 6, day: (row) => row.upgraded_on }),
  dayColumn({ key: 'delist_on', header: 'Delists', leaves: 3, day: (row) => row.delist_on }),
  {
    key: 'note',
    header: 'Last note',
    leaves: 9,
    wrap: true,
    momentInCell: (row) => row.note_tm,
    cell: (row) =>
      row.note === null ? (
        '—'
      ) : (
        <>
          <Moment tm={row.note_tm} /> {row.note}
        </>
      ),
  },
  {
    key: 'manager',
    header: 'Manager',
    leaves: 12,
    sortValue: (row) => row.manager,
    cell: (row) => row.manager ?? '—',
  },
]
