import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconEyeCheck, IconPlayerPlay } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { runSort, type HistoryRow } from '#contract/feeds/monitoring.ts'
import type { CurrentRun } from '#contract/feeds/runs.ts'
import { api } from '../../../api.ts'
import { links, type FeedPlace } from '../../../links.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { sortIn } from '../../../ui/table/sort-in.ts'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { Facts, Panel } from '../../../ui/page/Page.tsx'
import { count } from '../../../ui/values.tsx'
import { FeedSchedule } from '../settings/FeedSchedule.tsx'
import { foldRuns, type FoldedRun } from './fold-runs.ts'
import { historyColumns } from './history.tsx'
import { LastDays } from './LastDays.tsx'
import { RunStatus } from './run-status.tsx'

const url = z.object({ sort: runSort.catch('-id').default('-id') })
interface Runs {
  key: readonly unknown[]
  /** The 50 runs that follow one. */
  read: (query: { sort: z.output<typeof runSort>; before: number | undefined }) => Promise<HistoryRow[]>
}

/** A feed's current run, schedule and history, for suppliers' own and custom feeds. */
export function FeedMonitoring({
  place,
  current,
  runs,
  outcome,
  isClosed = false,
}: {
  place: FeedPlace & { feed_id: number }
  current: CurrentRun | undefined
  runs: Runs
  /** Shown above the runs. */
  outcome?: ReactNode
  /** The feed cannot be changed. */
  isClosed?: boolean
}) {
  const navigate = useNavigate()
  const run = current?.run
  const start = useAct({
    run: (dry: boolean) => api.startRun({ params: { feed_id: place.feed_id }, body: { dry } }),
    after: ({ feed_run_id }) => navigate({ href: links.feedRun(feed_run_id) }),
  })
  const busy = run?.state === 'queued' || run?.state === 'running'
  return (
    <Stack>
      {current?.held_run_id && <HeldNotice id={current.held_run_id} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <Panel
          title="Current run"
          actions={
            !isClosed && (
              <Group gap="xs">
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconEyeCheck size={15} />}
                  disabled={busy}
                  title={busy ? `Run ${run.feed_run_id} is in progress` : undefined}
                  loading={start.busy}
                  onClick={() => start.act(true)}
                >
                  Dry run
                </Button>
                {/* otherwise this button is at the top of the page */}
                {(run?.state === 'held' || current?.standing === 'never_ran') && (
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconPlayerPlay size={15} />}
                    disabled={busy}
                    title={busy ? `Run ${run.feed_run_id} is in progress` : undefined}
                    loading={start.busy}
                    onClick={() => start.act(false)}
                  >
                    Run now
                  </Button>
                )}
              </Group>
            )
          }
        >
          {run ? (
            <CurrentFacts run={run} />
          ) : (
            <Text c="dimmed" size="sm">
              No run in progress.
            </Text>
          )}
          <Link to={links.feedSettings(place, 'source')} className="link">
            Upload file or change source
          </Link>
        </Panel>
        <FeedSchedule feedId={place.feed_id} />
      </SimpleGrid>
      <LastDays feedId={place.feed_id} />
      {outcome}
      <History runs={runs} />
    </Stack>
  )
}

const CurrentFacts = ({ run }: { run: NonNullable<CurrentRun['run']> }) => (
  <Facts
    facts={[
      ['Status', <RunStatus key="s" state={run.state} />],
      ...(run.waits_for
        ? ([[run.state === 'queued' ? 'Waiting for' : 'Progress', run.waits_for]] as const)
        : []),
      ['Rows read', count(run.rows_read)],
      ['Would change', count(run.created + run.updated + run.deleted)],
      [
        '',
        <Link key="l" to={links.feedRun(run.feed_run_id)} className="link">
          View run
        </Link>,
      ],
    ]}
  />
)

/** A held run comes first. */
const HeldNotice = ({ id }: { id: number }) => (
  <div className="callout whole tone-wait" role="status">
    <b>Run {id} needs approval</b>
    <span>
      Nothing changes until you approve it.{' '}
      <Link to={links.feedRun(id)} className="link">
        Review run
      </Link>
    </span>
  </div>
)

function History({ runs }: { runs: Runs }) {
  const navigate = useNavigate()
  const [{ sort }, set] = useUrl(url)
  const pages = useInfiniteQuery({
    queryKey: [...runs.key, sort],
    queryFn: ({ pageParam }) => runs.read({ sort, before: pageParam }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.length === 50 ? last.at(-1)?.feed_run_id : undefined),
    placeholderData: keepPreviousData,
    // as fresh as the current run above
    staleTime: 0,
  })
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const runRows = pages.data?.pages.flat()
  const lines: FoldedRun[] | undefined = runRows && sort === '-id' ? foldRuns(runRows, opened) : runRows
  return (
    <Panel title="History">
      <DataTable
        label="Runs"
        columns={historyColumns}
        sorting={sortIn(sort, '-id', (next) => set({ sort: next }, { replace: true }))}
        fetching={pages.isPlaceholderData}
        rows={lines}
        id={(r) => r.feed_run_id}
        open={(r) =>
          r.older
            ? setOpened(new Set([...opened, r.feed_run_id]))
            : void navigate({ href: links.feedRun(r.feed_run_id) })
        }
        error={pages.error}
        retry={() => void pages.refetch()}
        empty="No runs yet. Upload a file or set a source, then run the feed."
      />
      {pages.hasNextPage && (
        <Button
          mt="sm"
          variant="default"
          size="xs"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {sort === '-id' ? 'Older runs' : 'More runs'}
        </Button>
      )}
    </Panel>
  )
}
