import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { amount, dayText, money } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import { cancelReasonText } from '#contract/reports/cancels.ts'
import { churnNames, movementNames, type ChurnedUser, type MrrFigures } from '#contract/reports/customers.ts'
import { definitions } from '#contract/reports/definitions.ts'
import { churnAnswer, lostMrr } from '#contract/reports/tab-answers.ts'
import { api } from '../../../api.ts'
import { Facts, Panel } from '../../../ui/page/Page.tsx'
import { Compared, type ComparedFigure } from '../../../ui/report/Compared.tsx'
import { faultsOf } from '../../../ui/report/faults.ts'
import { ReportNotes } from '../../../ui/report/notes/ReportNotes.tsx'
import { ReportBody } from '../../../ui/report/ReportPage.tsx'
import { Waterfall } from '../../../ui/report/Waterfall.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { count, many, percent } from '../../../ui/values.tsx'
import { movementSteps } from '../movement-steps.ts'
import { movementsLink } from '../RowsLink.tsx'
import { useReportMonth } from '../useReportMonth.tsx'
import { amountColumn, dayColumn, vendorColumn } from '../rows/columns.tsx'

type Report = Result<'getChurnedUsers'>
const compared: readonly ComparedFigure<Report>[] = [
  { name: 'MRR at the end', value: ({ figures }) => Number(figures.closing), text: amount },
  { name: 'Paying vendors', value: ({ figures }) => figures.closing_vendors, text: count },
  { name: 'Churned', value: ({ total }) => total, text: count },
  { name: 'MRR lost', value: ({ figures }) => lostMrr(figures), text: amount },
]

/** Vendors whose recurring revenue ended in a month, and what else moved it. */
export function ChurnedUsers() {
  const { choice, picker } = useReportMonth()
  const query = useQuery({
    ...api.getChurnedUsers.query({ query: { year: choice.year, month: choice.month } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="md">
      {!query.error && <p className="why answer">{query.data ? churnAnswer(query.data) : '…'}</p>}
      <ReportBody
        query={query}
        faults={faultsOf(query.error)}
        definitions={definitions.churned_users}
        note={({ figures }) => `${dayText(figures.start)} to ${dayText(figures.end)}.`}
        controls={picker}
      >
        {(report) => (
          <>
            <Facts facts={factsOf(report.figures)} />
            <ReportNotes report="customers" range={report.figures} />
            <Panel title="MRR movements">
              <Waterfall
                label="MRR movements"
                steps={movementSteps({
                  ...report.figures,
                  movements: report.figures.movements.filter(({ vendors }) => vendors > 0),
                })}
                value={amount}
                linkTo={({ kind }) => kind && movementsLink(report.figures.start, kind)}
              />
              <DataTable
                label="MRR movements"
                columns={movementColumns(report.figures)}
                rows={report.figures.movements.filter(({ vendors }) => vendors > 0)}
                id={(row) => row.kind}
                empty="MRR didn’t change in this month."
              />
            </Panel>
            <Compared
              wholeMonths
              report={report}
              range={report.figures}
              figures={compared}
              read={({ start }) =>
                api.getChurnedUsers.query({
                  query: { year: Number(start.slice(0, 4)), month: Number(start.slice(5, 7)) },
                })
              }
            />
            {report.total > report.users.length && (
              <p className="quiet">
                The {count(report.users.length)} with the most MRR of {count(report.total)} are listed.
              </p>
            )}
            <DataTable
              label="Churned users"
              exportSource={{
                list: 'churned_users',
                input: { year: choice.year, month: choice.month },
              }}
              columns={columnsOf(report)}
              rows={report.users}
              id={(row) => `${row.vendor_id} ${row.day}`}
              fetching={query.isFetching}
              empty="No vendors churned in this month."
            />
          </>
        )}
      </ReportBody>
    </Stack>
  )
}

const shareText = (share: number | null) => (share === null ? '—' : percent(share * 100))
const factsOf = (figures: MrrFigures) =>
  [
    ['Opening MRR', `${money(figures.opening)}, ${many(figures.opening_vendors, 'vendor')}`],
    ['Closing MRR', `${money(figures.closing)}, ${many(figures.closing_vendors, 'vendor')}`],
    ['Vendor churn', shareText(figures.vendor_churn)],
    ['Gross churn', shareText(figures.gross_churn)],
    ['Net churn', shareText(figures.net_churn)],
    ['MRR per vendor', figures.arpa === null ? '—' : money(figures.arpa)],
  ] as const

/** From zero, since movements are small beside the MRR itself. */
type Movement = MrrFigures['movements'][number]
const movementColumns = ({ opening, closing }: MrrFigures): readonly Column<Movement>[] => [
  {
    key: 'kind',
    header: 'Movement',
    leaves: 0,
    cell: (row) => movementNames[row.kind],
    total: `From ${amount(opening)} to ${amount(closing)}`,
  },
  { key: 'vendors', header: 'Vendors', numeric: true, leaves: 0, cell: (row) => count(row.vendors) },
  {
    key: 'same_period',
    header: 'Same month',
    numeric: true,
    leaves: 1,
    cell: (row) => count(row.same_period),
  },
  amountColumn({
    header: 'MRR',
    value: (row) => row.amount,
    total: Number(closing) - Number(opening),
  }),
]

const columnsOf = ({ figures, total }: Report): readonly Column<ChurnedUser>[] => [
  vendorColumn({ page: 'billing_history', total: many(total, 'vendor') }),
  amountColumn({ key: 'mrr', header: 'MRR lost', value: (row) => row.mrr, total: lostMrr(figures) }),
  {
    key: 'kind',
    header: 'Why',
    leaves: 1,
    sortValue: (row) => row.kind,
    cell: (row) => churnNames[row.kind],
  },
  dayColumn({ header: 'Day', day: (row) => row.day }),
  {
    key: 'is_back',
    header: 'Pays again',
    leaves: 2,
    sortValue: (row) => Number(row.is_back),
    cell: (row) => (row.is_back ? 'Yes' : 'No'),
  },
  {
    key: 'reason',
    header: 'Last reason',
    leaves: 4,
    wrap: true,
    cell: (row) => (row.reason_id === null ? '—' : cancelReasonText(row.reason_id)),
  },
  { key: 'comment', header: 'Comment', leaves: 9, wrap: true, cell: (row) => row.comment ?? '—' },
  {
    key: 'months_paid',
    header: 'Months paid',
    numeric: true,
    leaves: 5,
    sortValue: (row) => row.months_paid,
    cell: (row) => count(row.months_paid),
  },
  amountColumn({ key: 'kept', header: 'Kept', leaves: 3, value: (row) => row.kept }),
  { key: 'plan', header: 'Plan', leaves: 6, sortValue: (row) => row.plan, cell: (row) => row.plan ?? '—' },
  {
    key: 'suppliers',
    header: 'Suppliers now',
    numeric: true,
    leaves: 8,
    sortValue: (row) => row.suppliers,
    cell: (row) => count(row.suppliers),
  },
  {
    key: 'stores',
    header: 'Stores',
    numeric: true,
    leaves: 11,
    sortValue: (row) => row.stores,
    cell: (row) => count(row.stores),
  },
  { key: 'manager', header: 'Manager', leaves: 7, cell: (row) => row.manager ?? '—' },
  { key: 'crm_owner', header: 'CRM owner', leaves: 10, cell: (row) => row.crm_owner ?? '—' },
]
