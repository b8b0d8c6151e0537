import { Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { logPageSize, type LogRow } from '#contract/activity/activity-log.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { useUrl } from '../../ui/useUrl.ts'
import { Moment } from '../../ui/values.tsx'
import type { Supplier } from './supplier.ts'

const show = (v: unknown) => (v === null || v === '' ? '—' : typeof v === 'string' ? v : JSON.stringify(v))

function Changes({ row }: { row: LogRow }) {
  return (
    <div>
      {row.entity === 'feed_run' && row.entity_id ? (
        <Link to={links.feedRun(Number(row.entity_id))} className="link">
          {row.message}
        </Link>
      ) : (
        row.message
      )}
      {row.reason && <div className="quiet">Because: {row.reason}</div>}
      {row.changes &&
        Object.entries(row.changes).map(([field, c]) => (
          <div key={field} className="mono cut" title={`${show(c.from)} → ${show(c.to)}`}>
            {field}: {show(c.from).slice(0, 80)} → {show(c.to).slice(0, 80)}
          </div>
        ))}
    </div>
  )
}

const day = z.iso.date().optional().catch(undefined)
const url = z.object({
  search: z.string().max(200).catch('').default(''),
  type: z.string().max(100).optional().catch(undefined),
  by: z.string().max(200).optional().catch(undefined),
  from: day,
  to: day,
  oldest: z.stringbool().catch(false).default(false),
  page: z.coerce.number().int().min(1).catch(1).default(1),
})

export default function SupplierActivityLog({ supplier }: { supplier: Supplier }) {
  const [{ search, type, by, from, to, oldest, page }, set] = useUrl(url)
  const filters = {
    dropshipper_id: supplier.dropshipper_id,
    search,
    type,
    action_by: by,
    start_date: from,
    end_date: to,
    oldest_first: oldest,
  }
  const { data, error, isFetching } = useQuery({
    ...api.getActivityLog.query({
      body: { ...filters, page },
    }),
    placeholderData: keepPreviousData,
  })
  const filter = (change: Parameters<typeof set>[0]) => set({ ...change, page: undefined }, { replace: true })
  return (
    <Stack>
      <DataTable
        label="Activity"
        bar={
          <>
            <FilterBox
              label="Search the log"
              placeholder="Text, reason or value"
              value={search}
              set={(v) => filter({ search: v })}
              width={240}
            />
            <Select
              aria-label="Type"
              placeholder="Any type"
              data={data?.types ?? []}
              value={type ?? null}
              onChange={(v) => filter({ type: v ?? undefined })}
              clearable
              clearButtonProps={{ 'aria-label': 'Any type' }}
            />
            <Select
              aria-label="By"
              placeholder="Anybody"
              data={data?.support_reps ?? []}
              value={by ?? null}
              onChange={(v) => filter({ by: v ?? undefined })}
              clearable
              clearButtonProps={{ 'aria-label': 'Anybody' }}
            />
            <TextInput
              type="date"
              aria-label="From the day"
              value={from ?? ''}
              max={to}
              onChange={(e) => filter({ from: e.currentTarget.value || undefined })}
            />
            <TextInput
              type="date"
              aria-label="To the day"
              value={to ?? ''}
              min={from}
              onChange={(e) => filter({ to: e.currentTarget.value || undefined })}
            />
            <Switch
              label="Oldest first"
              checked={oldest}
              onChange={(e) => filter({ oldest: e.currentTarget.checked })}
            />
          </>
        }
        exported={{ list: 'activity', input: filters }}
        rows={data?.logs}
        id={(r) => r.activity_id}
        fetching={isFetching}
        error={error}
        empty="Nothing matches."
        columns={[
          { key: 'tm', header: 'When', width: 140, cell: (r) => <Moment tm={r.tm} /> },
          { key: 'by', header: 'By', width: 150, cell: (r) => r.action_by },
          { key: 'type', header: 'Type', width: 140, cell: (r) => <span className="mono">{r.type}</span> },
          { key: 'what', header: 'What', leaves: 0, wrap: true, cell: (r) => <Changes row={r} /> },
        ]}
      />
      <Group>
        <Button
          variant="default"
          size="xs"
          disabled={page === 1}
          onClick={() => set({ page: page === 2 ? undefined : page - 1 })}
        >
          Previous page
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={(data?.logs.length ?? 0) < logPageSize}
          onClick={() => set({ page: page + 1 })}
        >
          Next page
        </Button>
      </Group>
    </Stack>
  )
}
