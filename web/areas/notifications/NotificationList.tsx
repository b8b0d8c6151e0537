import { Button, SegmentedControl } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import {
  categories,
  categoryNames,
  defaultTimeRange,
  severityLevel,
  timeRanges,
} from '#contract/notifications/kinds.ts'
import type { SystemMessage } from '#contract/notifications/messages.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { useAct } from '../../ui/act/useAct.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Filters } from '../../ui/table/filter/Filters.tsx'
import type { Filter } from '../../ui/table/filter/filter.ts'
import { shortTime } from '../../ui/time.ts'
import { count, many } from '../../ui/values.tsx'
import { notificationColumns } from './notification-columns.tsx'
import { subjectOf } from './settings/SilenceList.tsx'
import { useNotificationActs } from './useNotificationActs.tsx'
import { useSteadyRows } from './useSteadyRows.ts'

const statuses = ['active', 'dismissed', 'all'] as const
const url = z.object({
  search: z.string().max(200).catch('').default(''),
  status: z.enum(statuses).catch('active').default('active'),
  category: z.enum(categories).optional().catch(undefined),
  range: z.enum(['24', '48', '72', '168', 'all']).catch('72').default('72'),
})
type View = z.output<typeof url>
const rangeNames: Record<View['range'], string> = {
  24: '24 hours',
  48: '48 hours',
  72: '72 hours',
  168: '7 days',
  all: 'All time',
}
const dismissedOf = { active: false, dismissed: true, all: null } as const

/** What the list asks the server for. */
const bodyOf = ({ search, status, category, range }: View) => ({
  search,
  dismissed: dismissedOf[status],
  category_handle: category ?? null,
  time_range: range === 'all' ? null : timeRanges.find((hours) => String(hours) === range)!,
  include_categories: true,
})

/** Problems and news for staff: what is wrong now comes first, the worst on top. */
export default function NotificationList() {
  const [view, set] = useUrl(url)
  const body = bodyOf(view)
  const pages = useInfiniteQuery({
    queryKey: [...api.listSystemMessages.key(), 'pages', body],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) => api.listSystemMessages({ body: { ...body, since_id: pageParam } }),
    getNextPageParam: (last) =>
      last.has_more ? (last.searched_to_id ?? last.notifications.at(-1)?.id) : undefined,
    refetchInterval: 60_000,
  })
  // what is urgent stands on top, however many newer ones fill the first page
  const urgent = useQuery({
    ...api.listSystemMessages.query({
      body: { ...body, severity: severityLevel('urgent'), include_categories: false },
    }),
    enabled: pages.hasNextPage,
    refetchInterval: 60_000,
  })
  const { rows, held, showNew } = useSteadyRows(
    pages.data && {
      view: JSON.stringify(body),
      pages: pages.data.pages.length,
      rows: uniqueRows([
        ...pages.data.pages.flatMap((page) => page.notifications),
        ...(pages.hasNextPage ? (urgent.data?.notifications ?? []) : []),
      ]),
    },
  )
  const { begin, modal } = useNotificationActs()
  const unread = rows?.filter((m) => m.unread) ?? []
  const newest = Math.max(0, ...(rows ?? []).map(({ id }) => id))
  const read = useAct({
    run: () => api.acknowledgeSystemMessages({ body: newest > 0 ? { until_id: newest } : {} }),
    doneText: 'All marked as read',
  })
  const found = pages.data?.pages.at(-1)
  const silenced = useSilencedText()
  const isNarrowed =
    view.search !== '' || view.category !== undefined || view.range !== String(defaultTimeRange)
  return (
    <Page
      title="Notifications"
      count={found && openText(found.categories)}
      answer={silenced ?? null}
      actions={
        <>
          <div role="status">
            {held > 0 && (
              <Button variant="light" onClick={showNew}>
                {`${count(held)} new`}
              </Button>
            )}
          </div>
          {unread.length > 0 && (
            <Button variant="default" loading={read.busy} onClick={() => read.act()}>
              Mark all as read
            </Button>
          )}
          <Button variant="default" component={Link} to={links.notificationSettings()}>
            Settings
          </Button>
        </>
      }
    >
      <DataTable
        label="Notifications"
        bar={<Bar view={view} set={set} categoryCounts={found?.categories ?? []} />}
        columns={notificationColumns(begin)}
        rows={rows}
        id={(m) => m.id}
        fetching={pages.isFetching && !pages.isFetchingNextPage && !pages.isRefetching}
        error={pages.error}
        retry={() => void pages.refetch()}
        empty={
          isNarrowed ? 'No notifications match these filters.' : 'No notifications. Nothing needs attention.'
        }
        emptyAct={
          isNarrowed && (
            <Button
              variant="default"
              onClick={() => set({ search: undefined, category: undefined, range: undefined })}
            >
              Reset filters
            </Button>
          )
        }
        skeletonRows={10}
      />
      {pages.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          w="max-content"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {found?.searched_to
            ? `Searched back to ${shortTime(found.searched_to)}. Search on`
            : 'Older notifications'}
        </Button>
      )}
      {modal}
    </Page>
  )
}

/** What isn't sent at the moment, so that nobody relies on an email that doesn't come. */
function useSilencedText() {
  const { data } = useQuery({ ...api.listNoticeSilences.query(), refetchInterval: 60_000 })
  const [first, ...others] = data?.silences ?? []
  if (!first) return undefined
  return (
    <>
      <Link to={links.notificationSettings('silences')}>
        {others.length > 0
          ? `${many(others.length + 1, 'silence')} in effect`
          : `${subjectOf(first)} silenced ${first.own ? 'for you' : 'for everyone'}`}
      </Link>
      {others.length === 0 && ` until ${shortTime(first.until_tm)}`}
    </>
  )
}

const uniqueRows = (rows: readonly SystemMessage[]) => [...new Map(rows.map((row) => [row.id, row])).values()]

const openText = (counts: readonly { count: number }[]) =>
  `${count(counts.reduce((sum, { count: open }) => sum + open, 0))} open`

function Bar({
  view,
  set,
  categoryCounts,
}: {
  view: View
  set: (change: Record<string, string | undefined>, options?: { replace: boolean }) => void
  categoryCounts: readonly { handle: string; count: number }[]
}) {
  const openOf = new Map(categoryCounts.map(({ handle, count: open }) => [handle, open]))
  const filters: readonly Filter[] = [
    {
      key: 'category',
      label: 'Category',
      kind: 'choice',
      options: categories.map((value) => ({
        value,
        label: openOf.get(value)
          ? `${categoryNames[value]} (${count(openOf.get(value)!)} open)`
          : categoryNames[value],
      })),
    },
  ]
  return (
    <>
      <FilterBox
        label="Search notifications"
        placeholder="Text, ticket or reason"
        value={view.search}
        set={(search) => set({ search }, { replace: true })}
        width={200}
      />
      <SegmentedControl
        size="xs"
        aria-label="Status"
        value={view.status}
        onChange={(status) => set({ status: status === 'active' ? undefined : status })}
        data={[
          { value: 'active', label: 'Active' },
          { value: 'dismissed', label: 'Dismissed' },
          { value: 'all', label: 'All' },
        ]}
      />
      <SegmentedControl
        size="xs"
        aria-label="Time range"
        value={view.range}
        onChange={(range) => set({ range: range === String(defaultTimeRange) ? undefined : range })}
        data={Object.entries(rangeNames).map(([value, label]) => ({ value, label }))}
      />
      <Filters filters={filters} values={{ category: view.category }} set={set} />
    </>
  )
}
