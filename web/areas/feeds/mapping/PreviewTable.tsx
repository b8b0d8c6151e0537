import '../feeds.css'
import { SegmentedControl, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import { productFields, type ProductField } from '#contract/feeds/settings.ts'
import type { FeedPreview, TriedMapping } from '#contract/feeds/preview.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { fieldText } from './field-text.ts'
import { Status } from '../../../ui/values.tsx'

type RowTrial = TriedMapping['rows'][number]

/** The file's first rows before and after the mapping. */
export function PreviewTable({
  feedPreview,
  trial,
  isProposed,
  currency,
}: {
  feedPreview: FeedPreview
  trial: TriedMapping | undefined
  /** The rows are read by the suggestion, which nobody has adopted yet. */
  isProposed: boolean
  /** The currency of rows without one. */
  currency: string | null
}) {
  const [side, setSide] = useState('after')
  return (
    <Stack gap="xs" mt="md">
      <SegmentedControl
        aria-label="Before or after mapping"
        size="xs"
        value={side}
        onChange={setSide}
        data={[
          { value: 'after', label: isProposed ? 'Suggested mapping' : 'After mapping' },
          { value: 'before', label: 'In the file' },
        ]}
        className="at-start"
      />
      {side === 'after' ? (
        <DataTable
          label="Rows after mapping"
          rows={trial?.rows}
          id={(m) => m.line}
          empty="No rows."
          skeletonRows={4}
          columns={columnsOf(trial, isProposed, currency)}
        />
      ) : (
        <DataTable
          label="Rows in the file"
          rows={feedPreview.rows}
          id={(r) => r.line}
          empty="No rows."
          columns={[
            { key: 'line', header: 'Line', numeric: true, cell: (r) => r.line },
            ...feedPreview.columns.slice(0, 60).map((name, i) => ({
              key: String(i),
              header: name,
              cell: (r: { cells: string[] }) => (
                <div className="cut" title={r.cells[i] ?? ''}>
                  {r.cells[i] || '—'}
                </div>
              ),
            })),
          ]}
        />
      )}
    </Stack>
  )
}

const columnsOf = (
  trial: TriedMapping | undefined,
  isProposed: boolean,
  currency: string | null,
): Column<RowTrial>[] => [
  { key: 'line', header: 'Line', numeric: true, cell: (m) => m.line },
  {
    key: 'verdict',
    header: 'Result',
    leaves: 0,
    wrap: true,
    cell: (m) => <Verdict row={m} problem={trial?.problem ?? null} isProposed={isProposed} />,
  },
  ...(trial?.fields ?? []).map(({ field }) => ({
    key: field,
    header: productFields[field].label,
    numeric: productFields[field].kind === 'decimal' || productFields[field].kind === 'quantity',
    cell: (m: RowTrial) => <Value row={m} field={field} currency={m.values.currency ?? currency} />,
  })),
]

function Verdict({
  row,
  problem,
  isProposed,
}: {
  row: RowTrial
  problem: string | null
  isProposed: boolean
}) {
  const issueText = ({ field, reason }: { field: ProductField | null; reason: string }) => {
    const label = field ? productFields[field].label : ''
    return reason.toLowerCase().includes(label.toLowerCase()) ? reason : `${label}: ${reason}`
  }
  if (row.issue)
    return (
      <Status tone="bad" icon={IconCircleX}>
        {issueText(row.issue)}
      </Status>
    )
  // a problem of every row is shown once, above them
  if (problem) return <>—</>
  if (row.warnings[0])
    return (
      <span title={row.warnings.map(issueText).join('\n')}>
        <Status tone="wait" icon={IconAlertTriangle}>
          {issueText(row.warnings[0])}
        </Status>
      </span>
    )
  if (isProposed)
    return (
      <Status tone="off" icon={IconCircleDashed}>
        Would be accepted
      </Status>
    )
  return (
    <Status tone="good" icon={IconCircleCheck}>
      Accepted
    </Status>
  )
}

/** A refused value stays visible, marked. */
function Value({ row, field, currency }: { row: RowTrial; field: ProductField; currency: string | null }) {
  const isRefused = row.issue?.field === field
  const read = row.values[field] ?? ''
  // a refused value is shown as it is in the file
  const value = isRefused || !read ? read : fieldText(field, read, currency)
  const warning = row.warnings.some((w) => w.field === field) ? ' warned' : ''
  return (
    <div className={`cut${isRefused ? ' refused' : warning}`} title={value}>
      {value || (isRefused ? 'blank' : '—')}
    </div>
  )
}
