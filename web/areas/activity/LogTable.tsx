import { Button, Group, Stack, Switch } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { logPageSize, logSort } from '#contract/activity/activity-log.ts'
import { eventName, fieldName } from '#contract/activity/names.ts'
import type { Result } from '#contract/index.ts'
import type { ExportedList } from '#contract/lists/exports.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { dayFrom, isLastDays } from '../../ui/table/filter/filter.ts'
import { Filters } from '../../ui/table/filter/Filters.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { Changes } from './Changes.tsx'

export interface LogFilters {
  search: string
  type: string | undefined
  action_by: string | undefined
  start_date: string | undefined
  end_date: string | undefined
  meta_key: string | undefined
  meta_value: string | undefined
  oldest_first: boolean
  sort: Sort | undefined
}
type Sort = z.output<typeof logSort>
type Log = Result<'getActivityLog'> & Partial<Result<'getVendorLog'>>

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
  field: z.string().max(100).optional().catch(undefined),
  value: z.string().max(200).catch('').default(''),
  sort: logSort.optional().catch(undefined),
  oldest: z.stringbool().catch(false).default(false),
  page: z.coerce.number().int().min(1).catch(1).default(1),
})

/** A record's log: filtered in its address, 50 a page, taken out as a file. */
export function LogTable({
  read,
  exported,
  byField = false,
}: {
  read: (filters: LogFilters & { page: number }) => {
    queryKey: readonly unknown[]
    queryFn: (context: { signal: AbortSignal }) => Promise<Log>
  }
  exported: (filters: LogFilters) => ExportedList
  /** It can be filtered by the field that was changed, and its value. */
  byField?: boolean
}) {
  const [{ search, type, by, from, to, field, value, oldest, sort, page }, set] = useUrl(url)
  const filters = {
    search,
    type,
    action_by: by,
    start_date: dayFrom(from),
    end_date: to,
    meta_key: field,
    meta_value: value || undefined,
    oldest_first: oldest,
    sort,
  }
  const filtered = Boolean(search || type || by || from || to || field || value)
  const { data, error, isFetching, refetch } = useQuery({
    ...read({ ...filters, page }),
    placeholderData: keepPreviousData<Log>,
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
                { key: 'type', label: 'Type', kind: 'choice', options: named(data?.types, eventName) },
                { key: 'by', label: 'By', kind: 'choice', options: named(data?.support_reps) },
                { key: 'days', label: 'Day', kind: 'days', from: 'from', to: 'to' },
                ...(byField
                  ? [
                      {
                        key: 'field',
                        label: 'Changed field',
                        kind: 'choice' as const,
                        options: named(data?.meta_keys, fieldName),
                      },
                    ]
                  : []),
              ]}
              values={{ type, by, from, to, field }}
              set={filter}
            />
            {byField && (field || value) && (
              <FilterBox
                label="Value that it had or got"
                placeholder="Value before or after"
                value={value}
                set={(v) => filter({ value: v })}
                width={170}
              />
            )}
            <Switch
              label="Oldest first"
              checked={oldest}
              onChange={(e) => filter({ oldest: e.currentTarget.checked })}
            />
          </>
        }
        sorting={{
          by: sort?.replace(/^-/, '') ?? 'tm',
          descending: sort === undefined ? !oldest : sort.startsWith('-'),
          set: (column, down) =>
            filter(
              column === 'tm'
                ? { sort: undefined, oldest: !down }
                : { sort: `${down ? '-' : ''}${column}`, oldest: undefined },
            ),
        }}
        exported={exported(filters)}
        rows={data?.logs}
        id={(r) => r.activity_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={
          filtered
            ? 'No entry matches these filters.'
            : page > 1
              ? 'There is no entry this far back.'
              : 'Nothing has been done here yet that is kept in the log.'
        }
        columns={[
          { key: 'tm', sort: 'tm', header: 'When', width: 140, moment: (r) => r.tm },
          { key: 'by', sort: 'by', header: 'By', width: 150, cell: (r) => r.action_by },
          {
            key: 'type',
            sort: 'type',
            header: 'Type',
            width: 190,
            cell: (r) => <span title={r.type}>{eventName(r.type)}</span>,
          },
          { key: 'what', header: 'What', leaves: 0, wrap: true, cell: (r) => <Changes row={r} /> },
        ]}
      />
      {(page > 1 || (data?.logs.length ?? 0) >= logPageSize) && (
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
      )}
    </Stack>
  )
}

/** Choices in the order of what they are called. */
const named = (values: readonly string[] | undefined, name = (value: string) => value) =>
  (values ?? [])
    .map((value) => ({ value, label: name(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
