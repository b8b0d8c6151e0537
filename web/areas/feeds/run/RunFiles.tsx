import { Text } from '@mantine/core'
import type { RunFile } from '#contract/feeds/further-files.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Ago, count, fileSize, many } from '../../../ui/values.tsx'

/** The files that a run joined, and how their SKUs matched. */
export function RunFiles({ run }: { run: FeedRun }) {
  const [main] = run.files
  if (!main) return null
  const rowsOf = (file: RunFile, pickCount: (rows: NonNullable<RunFile['rows']>) => number) =>
    file.rows ? count(pickCount(file.rows)) : '—'
  return (
    <Panel title="Files">
      <DataTable
        label="Files"
        rows={run.files}
        id={(f) => f.name ?? ''}
        empty="No files"
        columns={[
          { key: 'name', header: 'Name', cell: (f) => f.name ?? 'Main file' },
          { key: 'file', header: 'File', leaves: 0, cell: (f) => f.file_name },
          { key: 'size', header: 'Size', numeric: true, cell: (f) => fileSize(f.bytes) },
          { key: 'age', header: 'Modified', cell: (f) => (f.tm ? <Ago tm={f.tm} /> : '—') },
          { key: 'rows', header: 'Rows', numeric: true, cell: (f) => rowsOf(f, (r) => r.read) },
          { key: 'rejected', header: 'Rejected', numeric: true, cell: (f) => rowsOf(f, (r) => r.rejected) },
          {
            key: 'unknown',
            header: 'SKUs not in the main file',
            numeric: true,
            cell: (f) => (f.name === null ? '—' : rowsOf(f, (r) => r.unknown)),
          },
          {
            key: 'missing',
            header: 'Missing products',
            numeric: true,
            cell: (f) => (f.name === null ? '—' : rowsOf(f, (r) => r.missing)),
          },
        ]}
      />
      {run.files.map(
        ({ name, file_name, rows }) =>
          rows !== null &&
          rows.unknown > 0 && (
            <Text key={name} size="sm" mt="xs">
              {many(rows.unknown, 'row')} in {file_name} {rows.unknown === 1 ? 'has a SKU' : 'have SKUs'}{' '}
              missing from {main.file_name}: <span className="mono">{rows.unknown_skus.join(', ')}</span>
              {rows.unknown > rows.unknown_skus.length && ' …'}
            </Text>
          ),
      )}
    </Panel>
  )
}
