import type { UseQueryResult } from '@tanstack/react-query'
import type { RowData } from '@tanstack/react-table'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ExportedList } from '#contract/lists/exports.ts'
import { links } from '../../../links.ts'
import { Empty, Page } from '../../../ui/page/Page.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { count } from '../../../ui/values.tsx'

/** A report’s name and address. */
type Report = readonly [name: string, address: string]
const trailTo = (report: Report) => [['Reports', links.reports()], report] as const

interface ListProps<Row, Answer> {
  label: string
  query: Pick<UseQueryResult<Answer>, 'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'>
  rows: (answer: Answer) => readonly Row[]
  columns: readonly Column<Row>[]
  id: (row: Row) => string | number
  exportSource: ExportedList
  bar?: ReactNode
  empty?: string
  page: number
  pageSize: number
  set: (change: { page: number | undefined }, options?: { replace: boolean }) => void
}

/** What a number counted, a page at a time, with its file. */
export function CountedList<Row extends RowData, Answer extends { total: number }>({
  query: { data, error, isFetching, isPlaceholderData, refetch },
  rows,
  empty = 'Nothing was counted.',
  page,
  pageSize,
  set,
  ...table
}: ListProps<Row, Answer>) {
  return (
    <>
      <DataTable
        {...table}
        rows={data && rows(data)}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={empty}
        skeletonRows={10}
      />
      <Pager
        total={data?.total}
        stale={isPlaceholderData}
        size={pageSize}
        page={page}
        go={(p, options) => set({ page: p }, options)}
      />
    </>
  )
}

/** The rows of a report’s number on a page of their own: their sum is that number, and a way leads back to it. */
export function CountedRows<Row extends RowData, Answer extends { total: number }>({
  title,
  report,
  answer,
  ...list
}: ListProps<Row, Answer> & { title: string; report: Report; answer: (answer: Answer) => string }) {
  const { data } = list.query
  return (
    <Page
      title={title}
      count={data && count(data.total)}
      trail={trailTo(report)}
      answer={data && `${answer(data)}. Days are in UTC.`}
    >
      <CountedList {...list} />
    </Page>
  )
}

/** An address that names no number. */
export const NoNumber = ({ title, report, rows }: { title: string; report: Report; rows: string }) => (
  <Page title={title} trail={trailTo(report)}>
    <Empty
      act={
        <Link to={report[1]} className="link">
          Open the report
        </Link>
      }
    >
      Choose a number in the report to see its {rows}.
    </Empty>
  </Page>
)
