import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isOpen } from '#contract/jobs/types.ts'
import type { RecentExport } from '#contract/lists/exports.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { count, fileSize, percent, Status } from '../../../ui/values.tsx'

const isRunning = ({ ready, job_status }: RecentExport) => !ready && isOpen(job_status ?? -1)

/** What the person exported lately, with its state and its file. */
export function RecentExports() {
  const { data, error, isFetching, refetch } = useQuery({
    ...api.listExports.query(),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? 2000 : false),
  })
  return (
    <DataTable
      plain
      label="Recent exports"
      columns={columns}
      rows={data}
      id={(row) => row.list_export_id}
      fetching={isFetching}
      error={error}
      retry={() => void refetch()}
      empty="No exports in the last 7 days."
      skeletonRows={4}
    />
  )
}

const columns: readonly Column<RecentExport>[] = [
  { key: 'insert_tm', header: 'When', leaves: 0, moment: (row) => row.insert_tm },
  { key: 'title', header: 'List', leaves: 1, cell: (row) => row.title },
  { key: 'file', header: 'File', leaves: 0, cell: (row) => row.file_name },
  { key: 'state', header: 'Status', leaves: 0, cell: (row) => <State row={row} /> },
  {
    key: 'rows',
    header: 'Rows',
    numeric: true,
    leaves: 3,
    cell: (row) => (row.rows_written === null ? '—' : count(row.rows_written)),
  },
  {
    key: 'bytes',
    header: 'Size',
    numeric: true,
    leaves: 4,
    cell: (row) => (row.bytes === null ? '—' : fileSize(row.bytes)),
  },
  { key: 'expires_tm', header: 'Link ends', leaves: 2, moment: (row) => row.expires_tm },
  {
    key: 'download',
    header: 'Download',
    leaves: 0,
    cell: (row) =>
      row.ready && (
        <Button
          component="a"
          size="compact-xs"
          variant="subtle"
          leftSection={<IconDownload size={14} aria-hidden />}
          href={api.downloadExport.url({ params: { id: row.list_export_id } })}
          download
          aria-label={`Download ${row.file_name}`}
        >
          Download
        </Button>
      ),
  },
]

function State({ row }: { row: RecentExport }) {
  if (row.ready)
    return (
      <Status tone="good" icon={IconCircleCheck}>
        {row.job_id === null ? 'Ready, made when downloaded' : 'Ready'}
      </Status>
    )
  const status = isRunning(row) ? (
    <Status tone="run" icon={IconClock}>
      {row.progress === null ? 'Queued' : `Running, ${percent(row.progress * 100)}`}
    </Status>
  ) : (
    <Status tone="bad" icon={IconAlertTriangle}>
      Failed
    </Status>
  )
  if (row.job_id === null) return status
  return (
    <Link to={links.job(row.job_id)} className="link">
      {status}
    </Link>
  )
}
