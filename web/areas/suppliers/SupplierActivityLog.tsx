import { Button, Group, Stack, Switch } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { eventName, logPageSize, type LogRow } from '#contract/activity/activity-log.ts'
import { shownChanges, type ShownChange } from '#contract/activity/told-changes.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { zoneName } from '../../ui/time.ts'
import { dayFrom, isLastDays } from '../../ui/table/filter.ts'
import { Filters } from '../../ui/table/Filters.tsx'
import { useUrl } from '../../ui/useUrl.ts'
import { Moment } from '../../ui/values.tsx'
import type { Supplier } from './supplier.ts'

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
      {shownChanges(row.changes).map((change) => (
        <Change key={change.name} change={change} />
      ))}
    </div>
  )
}

function Change({ change: { name, from, to, long } }: { change: ShownChange }) {
  if (!long)
    return (
      <div className="change">
        {name}: <span className="faint">{from}</span>
        <IconArrowRight size={13} aria-label="became" />
        {to}
      </div>
    )
  return (
    <details className="change">
      <summary>{name} changed</summary>
      <dl className="before-after">
        <dt>Before</dt>
        <dd>{from}</dd>
        <dt>After</dt>
        <dd>{to}</dd>
      </dl>
    </details>
  )
}

const day = z.iso.date().optional().catch(undefined)
const span = z
  .union([z.iso.date(), z.string().refine(isLastDays)])
  .optional()
  .catch(undefined)
const url = z.object({
  search: z.string().max(200).catch('').default(''),
  type: z.string().max(100).optional().catch(undefined),
  by: z.string().max(200).optional().catch(undefined),
  from: span,
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
    start_date: dayFrom(from),
    end_date: to,
    oldest_first: oldest,
  }
  const { data, error, isFetching } = useQuery({
    ...api.getActivityLog.query({ body: { ...filters, page } }),
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
            <Filters
              filters={[
                {
                  key: 'type',
                  label: 'Type',
                  kind: 'choice',
                  options: (data?.types ?? [])
                    .map((value) => ({ value, label: eventName(value) }))
                    .toSorted((a, b) => a.label.localeCompare(b.label)),
                },
                {
                  key: 'by',
                  label: 'By',
                  kind: 'choice',
                  options: (data?.support_reps ?? []).map((name) => ({ value: name, label: name })),
                },
                { key: 'days', label: 'Day', kind: 'days', from: 'from', to: 'to' },
              ]}
              values={{ type, by, from, to }}
              set={filter}
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
        empty="No entry matches these filters."
        columns={[
          { key: 'tm', header: `When (${zoneName()})`, width: 140, cell: (r) => <Moment tm={r.tm} /> },
          { key: 'by', header: 'By', width: 150, cell: (r) => r.action_by },
          {
            key: 'type',
            header: 'Type',
            width: 190,
            cell: (r) => <span title={r.type}>{eventName(r.type)}</span>,
          },
          { key: 'what', header: 'What', leaves: 0, wrap: true, cell: (r) => <Changes row={r} /> },
        ]}
      />
      <Group>
        <Button
          variant="default"
          size="xs"
          disabled={page === 1}
          title={page === 1 ? 'This is the first page' : undefined}
          onClick={() => set({ page: page === 2 ? undefined : page - 1 })}
        >
          Previous page
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={(data?.logs.length ?? 0) < logPageSize}
          title={(data?.logs.length ?? 0) < logPageSize ? 'This is the last page' : undefined}
          onClick={() => set({ page: page + 1 })}
        >
          Next page
        </Button>
      </Group>
    </Stack>
  )
}
