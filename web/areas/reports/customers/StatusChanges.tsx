import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { dayText, monthText } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import { statusWhyText, type StatusChange } from '#contract/reports/customers.ts'
import { vendorStatuses } from '#contract/vendors/status.ts'
import { definitions } from '#contract/reports/definitions.ts'
import { statusChangesAnswer } from '#contract/reports/tab-answers.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { faultsOf } from '../../../ui/report/faults.ts'
import { ReportNotes } from '../../../ui/report/notes/ReportNotes.tsx'
import { HeatTable, type HeatCell } from '../../../ui/report/HeatTable.tsx'
import { ReportBody } from '../../../ui/report/ReportPage.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Filters } from '../../../ui/table/filter/Filters.tsx'
import { count, many } from '../../../ui/values.tsx'
import { useReportMonth } from '../useReportMonth.tsx'
import { amountColumn, vendorColumn } from '../rows/columns.tsx'

type Report = Result<'getStatusChanges'>
const status = z.coerce
  .number()
  .int()
  .min(0)
  .max(vendorStatuses.length - 1)
  .optional()
  .catch(undefined)
const url = z.object({ from: status, to: status })
/** From which status to which vendors changed, how often, and each change. */
export function StatusChanges({ seesMoney }: { seesMoney: boolean }) {
  const { choice, picker } = useReportMonth({ hasWholeYear: true, forget: ['from', 'to'] })
  const [{ from, to }, set] = useUrl(url)
  const filters = { ...choice, from_id: from, to_id: to }
  const query = useQuery({
    ...api.getStatusChanges.query({ query: filters }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="md">
      {!query.error && <p className="why answer">{query.data ? statusChangesAnswer(query.data) : '…'}</p>}
      <ReportBody
        query={query}
        faults={faultsOf(query.error)}
        definitions={definitions.status_changes}
        note={({ start, end }) =>
          `${dayText(start)} to ${dayText(end)}.${seesMoney ? '' : ' MRR is shown to finance, account managers and admins.'}`
        }
        controls={picker}
      >
        {(report) => (
          <>
            <ReportNotes report="customers" range={report} />
            {report.counts.length > 0 && (
              <Panel title="From and to">
                <HeatTable
                  label="Status changes, from and to"
                  corner="From, to"
                  columns={vendorStatuses}
                  rows={withHeat(
                    vendorStatuses.map((name, fromId) => ({
                      name,
                      cells: vendorStatuses.map((_, toId) =>
                        cellOf(report, { fromId, toId, choice, isOpen: fromId === from && toId === to }),
                      ),
                    })),
                  )}
                />
              </Panel>
            )}
            {choice.month === undefined && report.counts.length > 0 && (
              <Panel title="By month">
                <YearByMonth report={report} year={choice.year} />
              </Panel>
            )}
            {report.total > report.changes.length && (
              <p className="quiet">The newest {count(report.changes.length)} are listed.</p>
            )}
            <DataTable
              label="Status changes"
              exportSource={{ list: 'status_changes', input: filters }}
              bar={
                <Filters
                  filters={[
                    { key: 'from', label: 'From', kind: 'choice', options: statusOptions },
                    { key: 'to', label: 'To', kind: 'choice', options: statusOptions },
                  ]}
                  values={{ from: from?.toString(), to: to?.toString() }}
                  set={set}
                />
              }
              columns={columnsOf(report, seesMoney)}
              rows={report.changes}
              id={(row) => `${row.vendor_id} ${row.tm}`}
              fetching={query.isFetching}
              empty={
                report.counts.length > 0
                  ? 'No status changes match these filters.'
                  : 'No status changed in this period.'
              }
            />
          </>
        )}
      </ReportBody>
    </Stack>
  )
}

const statusOptions = vendorStatuses.map((label, id) => ({ value: String(id), label }))
const changesOf = ({ counts }: Report, isCounted: (row: Report['counts'][number]) => boolean) =>
  counts.filter(isCounted).reduce((sum, row) => sum + row.changes, 0)

interface CellPlace {
  fromId: number
  toId: number
  choice: { year: number; month: number | undefined }
  isOpen: boolean
}
/** How many changes, leading to them; the open cell leads back to all. */
function cellOf(report: Report, { fromId, toId, choice, isOpen }: CellPlace) {
  if (fromId === toId) return null
  const value = changesOf(report, ({ from_id, to_id }) => from_id === fromId && to_id === toId)
  if (value === 0) return { value, text: '0' }
  const month = { of: 'status', year: choice.year, month: choice.month ?? 'all' }
  const to = links.report('customers', isOpen ? month : { ...month, from: fromId, to: toId })
  return { value, text: count(value), to, isOpen }
}

interface Counted extends Omit<HeatCell, 'heat'> {
  value: number
}
/** The larger a number is beside the others, the darker its cell. */
function withHeat(rows: readonly { name: string; cells: readonly (Counted | null)[] }[]) {
  const most = Math.max(1, ...rows.flatMap(({ cells }) => cells.map((cell) => cell?.value ?? 0)))
  return rows.map(({ name, cells }) => ({
    name,
    cells: cells.map((cell) => cell && { ...cell, heat: cell.value === 0 ? undefined : cell.value / most }),
  }))
}

/** The changes of a year, by month; each number leads to its rows. */
function YearByMonth({ report, year }: { report: Report; year: number }) {
  const kinds = [...Map.groupBy(report.counts, ({ from_id, to_id }) => `${from_id} ${to_id}`).values()]
  const months = Array.from({ length: 12 }, (_, i) => i + 1)
  return (
    <HeatTable
      label="Status changes by month"
      corner="Change"
      columns={months.map((month) => monthText(dayIn(year, month)).slice(0, 3))}
      rows={withHeat(
        kinds.map((counts) => {
          const [first] = counts
          const { from_id, to_id } = first ?? { from_id: 0, to_id: 0 }
          return {
            name: `${vendorStatuses[from_id]} to ${vendorStatuses[to_id]}`,
            cells: months.map((month) => {
              const value = counts
                .filter((row) => row.month === dayIn(year, month))
                .reduce((sum, row) => sum + row.changes, 0)
              const to = links.report('customers', { of: 'status', year, month, from: from_id, to: to_id })
              return value === 0 ? { value, text: '0' } : { value, text: count(value), to }
            }),
          }
        }),
      )}
    />
  )
}
const dayIn = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}-01`

const columnsOf = (report: Report, seesMoney: boolean): readonly Column<StatusChange>[] => [
  {
    key: 'tm',
    header: 'When',
    leaves: 0,
    sortValue: (row) => row.tm,
    moment: (row) => row.tm,
    total: many(report.total, 'change'),
  },
  vendorColumn({ page: 'billing_history' }),
  {
    key: 'from',
    header: 'From',
    leaves: 0,
    sortValue: (row) => row.from_id,
    cell: (row) => vendorStatuses[row.from_id],
  },
  {
    key: 'to',
    header: 'To',
    leaves: 0,
    sortValue: (row) => row.to_id,
    cell: (row) => vendorStatuses[row.to_id],
  },
  {
    key: 'why',
    header: 'Why',
    leaves: 1,
    sortValue: (row) => row.why,
    cell: (row) => statusWhyText(row.why),
  },
  { key: 'by', header: 'By', leaves: 2, sortValue: (row) => row.by_name, cell: (row) => row.by_name },
  ...(seesMoney
    ? [amountColumn({ key: 'mrr', header: 'MRR before', leaves: 3, value: (row: StatusChange) => row.mrr })]
    : []),
]
