import { Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { logPageSize, type LogRow } from '#contract/suppliers.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Moment } from '../../ui/values.tsx'
import type { Supplier } from './supplier.ts'

const show = (v: unknown) => (v === null || v === '' ? '—' : typeof v === 'string' ? v : JSON.stringify(v))

function Changes({ row }: { row: LogRow }) {
  return (
    <div>
      {row.entity === 'feed_run' && row.entity_id ? (
        <Link to={links.feedRun(Number(row.entity_id))} style={{ color: 'var(--mantine-color-anchor)' }}>
          {row.message}
        </Link>
      ) : (
        row.message
      )}
      {row.reason && <div style={{ color: 'var(--mantine-color-dimmed)' }}>Because: {row.reason}</div>}
      {row.changes &&
        Object.entries(row.changes).map(([field, c]) => (
          <div key={field} className="mono cut" title={`${show(c.from)} → ${show(c.to)}`}>
            {field}: {show(c.from).slice(0, 80)} → {show(c.to).slice(0, 80)}
          </div>
        ))}
    </div>
  )
}

export default function SupplierActivityLog({ supplier }: { supplier: Supplier }) {
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search, 250)
  const [type, setType] = useState<string | null>(null)
  const [by, setBy] = useState<string | null>(null)
  const [oldest_first, setOldest] = useState(false)
  const [page, setPage] = useState(1)
  const { data, error, isFetching } = useQuery({
    ...api.suppliers.activityLog.query({
      body: { dropshipper_id: supplier.dropshipper_id, page, search: asked, type: type ?? undefined, action_by: by ?? undefined, oldest_first },
    }),
    placeholderData: keepPreviousData,
  })
  const first = (f: () => void) => {
    f()
    setPage(1)
  }
  return (
    <Stack>
      <Group align="flex-end">
        <TextInput
          data-filter
          aria-label="Search the log"
          placeholder="Text, reason or value"
          value={search}
          onChange={(e) => first(() => setSearch(e.currentTarget.value))}
          w={260}
        />
        <Select
          aria-label="Type"
          placeholder="Any type"
          data={data?.types ?? []}
          value={type}
          onChange={(v) => first(() => setType(v))}
          clearable
          clearButtonProps={{ 'aria-label': 'Any type' }}
        />
        <Select
          aria-label="By"
          placeholder="Anybody"
          data={data?.support_reps ?? []}
          value={by}
          onChange={(v) => first(() => setBy(v))}
          clearable
          clearButtonProps={{ 'aria-label': 'Anybody' }}
        />
        <Switch label="Oldest first" checked={oldest_first} onChange={(e) => first(() => setOldest(e.currentTarget.checked))} />
      </Group>
      <DataTable
        label="Activity"
        rows={data?.logs}
        id={(r) => r.activity_id}
        fetching={isFetching}
        error={error}
        empty="Nothing matches."
        columns={[
          { key: 'tm', header: 'When', width: 140, cell: (r) => <Moment tm={r.tm} /> },
          { key: 'by', header: 'By', width: 150, cell: (r) => r.action_by },
          { key: 'type', header: 'Type', width: 140, cell: (r) => <span className="mono">{r.type}</span> },
          { key: 'what', header: 'What', cell: (r) => <Changes row={r} /> },
        ]}
      />
      <Group>
        <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
          Newer page
        </Button>
        <Button variant="default" size="xs" disabled={(data?.logs.length ?? 0) < logPageSize} onClick={() => setPage(page + 1)}>
          Next page
        </Button>
      </Group>
    </Stack>
  )
}
