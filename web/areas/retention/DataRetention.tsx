import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Result } from '#contract/index.ts'
import { kindOf } from '#contract/retention/kinds.ts'
import { api } from '../../api.ts'
import { Page } from '../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Ago, count, fileSize, many } from '../../ui/values.tsx'
import { ChangeDays } from './ChangeDays.tsx'

type Retention = Result<'getRetention'>
type Row = Retention['kinds'][number]

/** What is kept how long, its size and growth; an admin changes the days. */
export default function DataRetention() {
  const { data, error, refetch } = useQuery(api.getRetention.query())
  const { data: account } = useQuery({ ...api.getAccount.query(), staleTime: Infinity })
  const [changed, setChanged] = useState<Row | null>(null)
  return (
    <Page title="Data Retention" facts={data ? factsOf(data) : loadingFacts}>
      <DataTable
        label="Data retention"
        rows={data?.kinds}
        id={(row) => row.kind}
        error={error}
        retry={() => void refetch()}
        empty="Nothing is stored yet."
        columns={account?.role === 'admin' ? [...columns, changeColumn(setChanged)] : columns}
      />
      {changed && <ChangeDays row={changed} close={() => setChanged(null)} />}
    </Page>
  )
}

const loadingFacts = [
  ['Database', '…'],
  ['In 90 days', '…'],
  ['Free disk space', '…'],
] as const

const sizeOr = (bytes: number | null) => (bytes === null ? '—' : fileSize(bytes))

function factsOf({ database_bytes: bytes, disk_free_bytes: free, kinds }: Retention) {
  const sizes = kinds.map((row) => row.forecast_bytes)
  const measured = sizes.filter((size) => size !== null)
  const now = kinds.reduce((sum, row) => sum + (row.forecast_bytes === null ? 0 : row.bytes), 0)
  const growth = measured.reduce((sum, size) => sum + size, 0) - now
  return [
    ['Database', fileSize(bytes)],
    ['In 90 days', measured.length > 0 ? fileSize(Math.max(0, bytes + growth)) : 'Measured from tomorrow'],
    ['Free disk space', sizeOr(free)],
  ] as const
}

const keptText = ({ kind, days }: Row) =>
  days === null ? (kindOf(kind).kept ?? 'Forever') : many(days, 'day')

const columns: readonly Column<Row>[] = [
  {
    key: 'kind',
    header: 'Records',
    leaves: 0,
    sortValue: (row) => kindOf(row.kind).label,
    cell: (row) => kindOf(row.kind).label,
  },
  {
    key: 'days',
    header: 'Kept',
    numeric: true,
    leaves: 0,
    sortValue: (row) => row.days ?? Infinity,
    cell: keptText,
  },
  {
    key: 'rows',
    header: 'Rows',
    numeric: true,
    leaves: 3,
    sortValue: (row) => row.rows,
    cell: (row) => count(row.rows),
  },
  {
    key: 'size',
    header: 'Size',
    numeric: true,
    leaves: 0,
    sortValue: (row) => row.bytes,
    cell: (row) => fileSize(row.bytes),
  },
  {
    key: 'growth',
    header: 'Growth a day',
    numeric: true,
    leaves: 1,
    sortValue: (row) => row.added_bytes_day,
    cell: (row) => sizeOr(row.added_bytes_day),
  },
  {
    key: 'forecast',
    header: 'In 90 days',
    numeric: true,
    leaves: 2,
    sortValue: (row) => row.forecast_bytes,
    cell: (row) => sizeOr(row.forecast_bytes),
  },
  {
    key: 'cleaned',
    header: 'Last cleanup',
    leaves: 4,
    sortValue: (row) => row.cleaned_tm,
    momentInCell: (row) => row.cleaned_tm,
    cell: (row) => <Cleanup row={row} />,
  },
  {
    key: 'longer',
    header: 'Kept longer',
    wrap: true,
    leaves: 6,
    cell: (row) => kindOf(row.kind).longer ?? '—',
  },
  { key: 'why', header: 'Reason', wrap: true, leaves: 5, cell: (row) => kindOf(row.kind).why },
]

function Cleanup({ row }: { row: Row }) {
  if (row.cleaned_tm === null) return <>—</>
  return (
    <>
      <Ago tm={row.cleaned_tm} />, {count(row.removed)} removed
    </>
  )
}

const changeColumn = (change: (row: Row) => void): Column<Row> => ({
  key: 'change',
  header: '',
  leaves: 0,
  cell: (row) =>
    kindOf(row.kind).bounds && (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Change how long ${kindOf(row.kind).label.toLowerCase()} are kept`}
        onClick={() => change(row)}
      >
        Change…
      </Button>
    ),
})
