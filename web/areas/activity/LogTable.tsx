import { Button, Group, Stack, Switch } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { logPageSize, logSort, type LogRow } from '#contract/activity/activity-log.ts'
import { eventName, fieldName } from '#contract/activity/names.ts'
import type { Result } from '#contract/index.ts'
import type { ExportedList } from '#contract/lists/exports.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import type { Column, Sorting } from '../../ui/table/column.ts'
import { dayFrom, isLastDays, type Filter } from '../../ui/table/filter/filter.ts'
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

/** A record's log: filtered by its address, 50 a page, exported as a file. */
export function LogTable({
  read,
  exportSource,
  byField = false,
  before,
}: {
  read: (filters: LogFilters & { page: number }) => {
    queryKey: readonly unknown[]
    queryFn: (context: { signal: AbortSignal }) => Promise<Log>
  }
  exportSource: (filters: LogFilters) => ExportedList
  /** It can be filtered by the field that was changed, and its value. */
  byField?: boolean
  /** A filter of the record’s own. */
  before?: ReactNode
}) {
  const [{ search, type, by: author, from, to, field, value, oldest, sort, page }, set] = useUrl(url)
  const filters = {
    search,
    type,
    action_by: author,
    start_date: dayFrom(from),
    end_date: to,
    meta_key: field,
    meta_value: value || undefined,
    oldest_first: oldest,
    sort,
  }
  const isFiltered = Boolean(search || type || author || from || to || field || value)
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
            {before}
            <FilterBox
              label="Search log"
              placeholder="Text, reason or value"
              value={search}
              set={(v) => filter({ search: v })}
              width={240}
            />
            <Filters
              filters={filtersOf(data, byField)}
              values={{ type, by: author, from, to, field }}
              set={filter}
            />
            {byField && (field || value) && (
              <FilterBox
                label="Value before or after"
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
        sorting={sortingBy({ sort, oldest }, filter)}
        exportSource={exportSource(filters)}
        rows={data?.logs}
        id={(r) => r.activity_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={isFiltered ? 'No entries match these filters.' : emptyText(page)}
        columns={columns}
      />
      <LogPager
        page={page}
        hasMore={(data?.logs.length ?? 0) >= logPageSize}
        go={(next) => set({ page: next === 1 ? undefined : next })}
      />
    </Stack>
  )
}

const columns: readonly Column<LogRow>[] = [
  { key: 'tm', sort: 'tm', header: 'Time', width: 140, moment: (r) => r.tm },
  { key: 'by', sort: 'by', header: 'By', width: 150, cell: (r) => r.action_by },
  {
    key: 'type',
    sort: 'type',
    header: 'Type',
    width: 190,
    cell: (r) => <span title={r.type}>{eventName(r.type)}</span>,
  },
  { key: 'what', header: 'Details', leaves: 0, wrap: true, cell: (r) => <Changes row={r} /> },
]

function filtersOf(data: Log | undefined, byField: boolean): readonly Filter[] {
  const field: Filter = {
    key: 'field',
    label: 'Changed field',
    kind: 'choice',
    options: optionsOf(data?.meta_keys, fieldName),
  }
  return [
    { key: 'type', label: 'Type', kind: 'choice', options: optionsOf(data?.types, eventName) },
    { key: 'by', label: 'By', kind: 'choice', options: optionsOf(data?.support_reps) },
    { key: 'days', label: 'Day', kind: 'days', from: 'from', to: 'to' },
    ...(byField ? [field] : []),
  ]
}

/** Sorted by time, newest first unless the oldest are chosen. */
const sortingBy = (
  { sort, oldest }: { sort: Sort | undefined; oldest: boolean },
  set: (change: { sort: string | undefined; oldest: boolean | undefined }) => void,
): Sorting => ({
  column: sort?.replace(/^-/, '') ?? 'tm',
  descending: sort === undefined ? !oldest : sort.startsWith('-'),
  set: (column, descending) => {
    if (column === 'tm') set({ sort: undefined, oldest: !descending })
    else set({ sort: `${descending ? '-' : ''}${column}`, oldest: undefined })
  },
})

const emptyText = (page: number) => (page > 1 ? 'No entries on this page.' : 'No activity yet.')

/** To the previous and the next page of a log, whose end isn't known. */
export function LogPager({
  page,
  hasMore,
  go,
}: {
  page: number
  hasMore: boolean
  go: (page: number) => void
}) {
  if (page === 1 && !hasMore) return null
  return (
    <Group>
      <Button
        variant="default"
        size="xs"
        disabled={page === 1}
        title={page === 1 ? 'First page' : undefined}
        onClick={() => go(page - 1)}
      >
        Previous page
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={!hasMore}
        title={hasMore ? undefined : 'Last page'}
        onClick={() => go(page + 1)}
      >
        Next page
      </Button>
    </Group>
  )
}

/** Options sorted by label. */
const optionsOf = (values: readonly string[] | undefined, name = (value: string) => value) =>
  (values ?? [])
    .map((value) => ({ value, label: name(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
