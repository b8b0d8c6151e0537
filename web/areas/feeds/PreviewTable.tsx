import { Alert, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { productFields, type ProductField } from '#contract/feeds/settings.ts'
import type { FeedPreview } from '#contract/feeds/preview.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'

type Mapped = FeedPreview['mapped'][number]

/** The file's first rows before and after the mapping. */
export function PreviewTable({ preview }: { preview: FeedPreview }) {
  const [side, setSide] = useState('after')
  if (preview.failure)
    return (
      <Alert mt="sm" color="red" title="The file can’t be read" role="alert">
        {preview.failure}
      </Alert>
    )
  const fields = [...new Set(preview.mapped.flatMap((m) => Object.keys(m.values)))] as ProductField[]
  const after: Column<Mapped>[] = [
    { key: 'line', header: 'Line', numeric: true, cell: (m) => m.line },
    {
      key: 'verdict',
      header: 'Verdict',
      cell: (m) =>
        m.issue ? (
          <span className="status tone-bad">{m.issue}</span>
        ) : m.warnings.length ? (
          <span className="status tone-wait" title={m.warnings.join('\n')}>
            {m.warnings[0]}
          </span>
        ) : (
          <span className="status tone-good">Accepted</span>
        ),
    },
    ...fields.map((f) => ({
      key: f,
      header: productFields[f].label,
      numeric: productFields[f].kind === 'decimal' || productFields[f].kind === 'quantity',
      cell: (m: Mapped) => (
        <div className="cut" title={m.values[f] ?? ''}>
          {m.values[f] ?? '—'}
        </div>
      ),
    })),
  ]
  return (
    <Stack gap="xs" mt="md">
      <Text size="sm" c="dimmed">
        {preview.columns.length} columns, read as {preview.encoding.toUpperCase()} (by {preview.encoding_by})
        {preview.preset ? `; looks like ${preview.preset}` : ''}
      </Text>
      <SegmentedControl
        aria-label="Before or after the mapping"
        size="xs"
        value={side}
        onChange={setSide}
        data={[
          { value: 'after', label: 'After the mapping' },
          { value: 'before', label: 'As in the file' },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      {side === 'after' ? (
        <DataTable
          label="Rows after the mapping"
          rows={preview.mapped}
          id={(m) => m.line}
          empty="No rows."
          columns={after}
        />
      ) : (
        <DataTable
          label="Rows as in the file"
          rows={preview.rows}
          id={(r) => r.line}
          empty="No rows."
          columns={[
            { key: 'line', header: 'Line', numeric: true, cell: (r) => r.line },
            ...preview.columns.slice(0, 60).map((name, i) => ({
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
