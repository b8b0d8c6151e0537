import { Button, Group, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconEyeCheck, IconPlayerPlay } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Result } from '#contract/index.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useAct } from '../../ui/useAct.ts'
import { Facts, Panel } from '../../ui/Page.tsx'
import { RecordForm, useRecordForm } from '../../ui/RecordForm.tsx'
import { shortTime, zoneName } from '../../ui/time.ts'
import { count, RunStatus } from '../../ui/values.tsx'
import { historyColumns } from './history.tsx'
import { StandingSign } from './standing.tsx'
import type { Supplier } from './supplier.ts'

export default function SupplierMonitoring({ supplier }: { supplier: Supplier }) {
  const id = supplier.dropshipper_id
  const navigate = useNavigate()
  const current = useQuery({ ...api.getCurrentRun.query({ params: { id } }), refetchInterval: 15_000 })
  const run = current.data?.run
  const start = useAct({
    run: (dry: boolean) => api.startRun({ params: { feed_id: supplier.feed_id }, body: { dry } }),
    after: ({ feed_run_id }) => navigate({ href: links.feedRun(feed_run_id) }),
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
                title={busy ? `Run ${run.feed_run_id} is under way` : undefined}
                loading={start.busy}
                onClick={() => start.act(true)}
              >
                Dry run
              </Button>
              <Button
                size="xs"
                leftSection={<IconPlayerPlay size={15} />}
                disabled={busy}
                title={busy ? `Run ${run.feed_run_id} is under way` : undefined}
                loading={start.busy}
                onClick={() => start.act(false)}
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
          <Link to={links.feedSettings(id, 'source')} className="link">
            Upload a file or change the source
          </Link>
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
  const params = { id: dropshipperId }
  const { form, parts } = useRecordForm({
    latest: saved,
    toValues: ({ active, cron, tz }) => ({ active, cron: cron ?? '0 */4 * * *', tz }),
    save: (values, { version }) =>
      api.saveSchedule({ body: { ...values, version, dropshipper_id: dropshipperId } }),
    reload: () => api.getSchedule({ params }),
    done: 'The schedule is saved',
    labels: { active: 'The feed runs by itself', cron: 'How often', tz: 'Time zone' },
  })
  const { values, setValues } = form
  const [custom, setCustom] = useState(!usual.some((u) => u.value === values.cron))
  return (
    <RecordForm of={parts}>
      <Switch label="The feed runs by itself" {...form.getInputProps('active', { type: 'checkbox' })} />
      <Group align="flex-start">
        <Select
          label="How often"
          data={usual}
          value={custom ? 'custom' : values.cron}
          allowDeselect={false}
          onChange={(v) => {
            setCustom(v === 'custom')
            if (v && v !== 'custom') setValues({ cron: v })
          }}
        />
        {custom && (
          <TextInput
            label="Cron expression"
            description="Minute, hour, day, month, weekday"
            className="mono"
            {...form.getInputProps('cron')}
          />
        )}
        <Select
          label="Time zone"
          searchable
          data={['UTC', ...Intl.supportedValuesOf('timeZone')]}
          allowDeselect={false}
          {...form.getInputProps('tz')}
        />
      </Group>
      {next[0] && (
        <Text size="sm" c="dimmed">
          Next ({zoneName()}):{' '}
          {next
            .slice(0, 3)
            .map((t) => shortTime(t))
            .join(' · ')}
        </Text>
      )}
    </RecordForm>
  )
}
