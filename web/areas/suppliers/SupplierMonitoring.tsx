import { Button, Group, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconEyeCheck, IconPlayerPlay } from '@tabler/icons-react'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { refresh } from '#web/api.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Result } from '#contract/index.ts'
import { api, HttpError } from '../../api.ts'
import { links } from '../../links.ts'
import { Conflict, conflictOf } from '../../ui/Conflict.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { notify } from '../../ui/notify.tsx'
import { Facts, Panel } from '../../ui/Page.tsx'
import { rebased } from '../../ui/rebased.ts'
import { exactTime } from '../../ui/time.ts'
import { count, RunStatus } from '../../ui/values.tsx'
import { FeedUpload } from '../feeds/public.tsx'
import { historyColumns } from './history.tsx'
import { StandingSign } from './standing.tsx'
import type { Supplier } from './supplier.ts'

export default function SupplierMonitoring({ supplier }: { supplier: Supplier }) {
  const id = supplier.dropshipper_id
  const navigate = useNavigate()
  const client = useQueryClient()
  const current = useQuery({ ...api.getCurrentRun.query({ params: { id } }), refetchInterval: 15_000 })
  const run = current.data?.run
  const start = useMutation({
    mutationFn: (dry: boolean) => api.startRun({ params: { feed_id: supplier.feed_id }, body: { dry } }),
    onSuccess: ({ feed_run_id }) => void navigate({ href: links.feedRun(feed_run_id) }),
    onError: (e) => notify('error', e.message),
  })
  const busy = run?.state === 'queued' || run?.state === 'running'
  return (
    <Stack>
      {current.data && (
        <Group gap="xs">
          <StandingSign of={current.data} />
          <Text size="sm" c="dimmed">
            {current.data.standing_reason}
          </Text>
        </Group>
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Panel
          title="Current run"
          acts={
            <Group gap="xs">
              <Button
                size="xs"
                variant="default"
                leftSection={<IconEyeCheck size={15} />}
                disabled={busy}
                loading={start.isPending}
                onClick={() => start.mutate(true)}
              >
                Dry run
              </Button>
              <Button
                size="xs"
                leftSection={<IconPlayerPlay size={15} />}
                disabled={busy}
                loading={start.isPending}
                onClick={() => start.mutate(false)}
              >
                Run now
              </Button>
            </Group>
          }
        >
          {run ? (
            <Facts
              facts={[
                ['State', <RunStatus key="s" state={run.state} />],
                ['Rows read', count(run.rows_read)],
                ['Would change', count(run.created + run.updated + run.deleted)],
                [
                  '',
                  <Link key="l" to={links.feedRun(run.feed_run_id)} className="link">
                    {run.state === 'held' ? 'Look at it and decide' : 'Watch it'}
                  </Link>,
                ],
              ]}
            />
          ) : (
            <Text c="dimmed" size="sm">
              Nothing runs, waits or is held.
            </Text>
          )}
          <FeedUpload
            feedId={supplier.feed_id}
            dropshipperId={id}
            uploaded={() => void refresh(client, 'feeds')}
          />
        </Panel>
        <Schedule dropshipperId={id} />
      </SimpleGrid>
      <History dropshipperId={id} />
    </Stack>
  )
}

function History({ dropshipperId }: { dropshipperId: number }) {
  const navigate = useNavigate()
  const pages = useInfiniteQuery({
    queryKey: [...api.listRuns.key(), dropshipperId],
    queryFn: ({ pageParam }) => api.listRuns({ params: { id: dropshipperId }, query: { before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.length === 50 ? last.at(-1)!.feed_run_id : undefined),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel title="History">
      <DataTable
        label="Runs"
        columns={historyColumns}
        rows={pages.data?.pages.flat()}
        id={(r) => r.feed_run_id}
        open={(r) => void navigate({ href: links.feedRun(r.feed_run_id) })}
        error={pages.error}
        retry={() => void pages.refetch()}
        empty="This feed has never run. Upload a file or set its source, then run it."
      />
      {pages.hasNextPage && (
        <Button
          mt="sm"
          variant="default"
          size="xs"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Older runs
        </Button>
      )}
    </Panel>
  )
}

const usual = [
  { value: '0 * * * *', label: 'Every hour' },
  { value: '0 */2 * * *', label: 'Every 2 hours' },
  { value: '0 */4 * * *', label: 'Every 4 hours' },
  { value: '0 */6 * * *', label: 'Every 6 hours' },
  { value: '0 5 * * *', label: 'Daily at 5:00' },
  { value: 'custom', label: 'Cron expression' },
]

function Schedule({ dropshipperId }: { dropshipperId: number }) {
  const { data } = useQuery(api.getSchedule.query({ params: { id: dropshipperId } }))
  return (
    <Panel title="Schedule">
      {data && <ScheduleForm dropshipperId={dropshipperId} saved={data} next={data.next_runs} />}
    </Panel>
  )
}

function ScheduleForm({
  dropshipperId,
  saved,
  next,
}: {
  dropshipperId: number
  saved: Result<'getSchedule'>
  next: readonly string[]
}) {
  const [value, setValue] = useState({
    active: saved.active,
    cron: saved.cron ?? '0 */4 * * *',
    tz: saved.tz,
  })
  const [custom, setCustom] = useState(!usual.some((u) => u.value === value.cron))
  // what was opened stays, while others save
  const [opened, setOpened] = useState(saved)
  const { version } = opened
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: () => api.saveSchedule({ body: { ...value, version, dropshipper_id: dropshipperId } }),
    onSuccess: async (now) => {
      setOpened(now)
      notify('success', 'The schedule is saved')
      await refresh(client, 'feeds', 'suppliers')
    },
    onError: (e) => {
      if (!conflictOf(e)) notify('error', e.message)
    },
  })
  const conflict = conflictOf(save.error)
  const takeIn = async () => {
    const query = api.getSchedule.query({ params: { id: dropshipperId } })
    const now = await client.fetchQuery({ ...query, staleTime: 0 })
    const at = (from: Result<'getSchedule'>) => ({
      active: from.active,
      cron: from.cron ?? value.cron,
      tz: from.tz,
    })
    const merged = rebased(at(opened), value, at(now))
    setValue(merged)
    setCustom(!usual.some((u) => u.value === merged.cron))
    setOpened(now)
  }
  const fields = save.error instanceof HttpError ? save.error.fields : {}
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault()
        save.mutate()
      }}
    >
      {conflict && <Conflict error={conflict} takeIn={takeIn} close={() => save.reset()} />}
      <Stack gap="sm">
        <Switch
          label="The feed runs by itself"
          checked={value.active}
          onChange={(e) => setValue({ ...value, active: e.currentTarget.checked })}
        />
        <Group align="flex-start">
          <Select
            label="How often"
            data={usual}
            value={custom ? 'custom' : value.cron}
            allowDeselect={false}
            onChange={(v) => {
              setCustom(v === 'custom')
              if (v && v !== 'custom') setValue({ ...value, cron: v })
            }}
          />
          {custom && (
            <TextInput
              label="Cron expression"
              description="Minute, hour, day, month, weekday"
              value={value.cron}
              error={fields.cron}
              onChange={(e) => setValue({ ...value, cron: e.currentTarget.value })}
              className="mono"
            />
          )}
          <Select
            label="Time zone"
            searchable
            data={['UTC', ...Intl.supportedValuesOf('timeZone')]}
            value={value.tz}
            allowDeselect={false}
            error={fields.tz}
            onChange={(v) => v && setValue({ ...value, tz: v })}
          />
        </Group>
        {next[0] && (
          <Text size="sm" c="dimmed">
            Next:{' '}
            {next
              .slice(0, 3)
              .map((t) => exactTime(t))
              .join(' · ')}
          </Text>
        )}
        <Group>
          <Button type="submit" size="xs" variant="default" loading={save.isPending}>
            Save schedule
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
