import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { Button, Group, Progress, SegmentedControl, SimpleGrid, Stack, Text, Tooltip } from '@mantine/core'
import { IconCheck, IconClock, IconLoader2, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { jobCategories, jobThresholds, type Job, type JobCategory } from '#contract/jobs.ts'
import { messages } from '#contract/messages.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { notify } from '../../ui/notify.tsx'
import { Failed, Page, Panel } from '../../ui/Page.tsx'
import { ReasonModal } from '../../ui/ReasonModal.tsx'
import { duration, shortTime, since } from '../../ui/time.ts'
import { useUrl } from '../../ui/useUrl.ts'
import { Ago, count, Moment, Status } from '../../ui/values.tsx'

const url = z.object({ hours: z.enum(['6', '24', '72', '168']).catch('24').default('24'), category: z.enum(jobCategories).optional().catch(undefined) })
const spans = { 6: 10, 24: 30, 72: 120, 168: 240 } as const
const colours: Record<JobCategory, string> = { image: 'grape.6', updating: 'blue.6', monitoring: 'teal.6', ordering: 'orange.6' }
const labels: Record<JobCategory, string> = { image: 'Image', updating: 'Updating', monitoring: 'Monitoring', ordering: 'Ordering' }
const cssColour = (c: JobCategory) => `var(--mantine-color-${colours[c].replace('.', '-')})`

function JobState({ job }: { job: Job }) {
  const s = ({ 1: { tone: 'run', icon: IconLoader2 }, 2: { tone: 'good', icon: IconCheck }, 3: { tone: 'bad', icon: IconX } } as const)[
    job.job_status as 1
  ] ?? { tone: 'off', icon: IconClock }
  return (
    <Status tone={s.tone} icon={s.icon}>
      {job.job_state}
    </Status>
  )
}
const subject = (j: Job) => (
  <div>
    <div className="cut" style={{ fontWeight: 600 }}>
      {j.feed_run_id ? (
        <Link to={links.feedRun(j.feed_run_id)} style={{ color: 'var(--mantine-color-anchor)' }}>
          {j.subject ?? j.job_spec_name}
        </Link>
      ) : (
        (j.subject ?? j.job_spec_name)
      )}
    </div>
    <Text size="xs" c="dimmed" className="mono">
      {j.job_spec_name}
    </Text>
  </div>
)

export default function JobDashboard() {
  const [{ hours, category }, set] = useUrl(url)
  const [terminating, setTerminating] = useState<Job | null>(null)
  const client = useQueryClient()
  const summary = useQuery({ ...api.jobs.summary.query(), refetchInterval: 10_000 })
  const current = useQuery({ ...api.jobs.current.query(), refetchInterval: 5000 })
  const jobs = current.data?.filter((j) => !category || j.category === category)
  const columns: readonly Column<Job>[] = [
    { key: 'id', header: 'Job', numeric: true, width: 70, cell: (j) => <span className="mono">{j.job_id}</span> },
    { key: 'subject', header: 'What', cell: subject },
    { key: 'state', header: 'State', cell: (j) => <JobState job={j} /> },
    { key: 'progress', header: 'Progress', width: 220, cell: (j) => <RunningFor job={j} /> },
    { key: 'vcpu', header: 'vCPUs', numeric: true, cell: (j) => j.vcpu },
    {
      key: 'server',
      header: 'Server',
      cell: (j) => (
        <div className="cut mono" style={{ maxWidth: 160 }}>
          {j.server ?? '—'}
        </div>
      ),
    },
    { key: 'queued', header: 'Queued', cell: (j) => <Ago tm={j.queued_tm} /> },
    { key: 'attempt', header: 'Attempt', numeric: true, cell: (j) => j.attempt },
    {
      key: 'act',
      header: 'Act',
      width: 100,
      cell: (j) => (
        <Button size="compact-xs" variant="default" onClick={() => setTerminating(j)}>
          Terminate
        </Button>
      ),
    },
  ]
  return (
    <Page
      title="Job Dashboard"
      count={current.data && `${count(current.data.length)} running or waiting`}
      acts={
        <SegmentedControl
          size="xs"
          aria-label="Category"
          value={category ?? 'all'}
          onChange={(v) => set({ category: v === 'all' ? undefined : v })}
          data={[{ value: 'all', label: 'All' }, ...jobCategories.map((c) => ({ value: c, label: labels[c] }))]}
        />
      }
    >
      {summary.error ? <Failed error={summary.error} retry={() => void summary.refetch()} /> : <Capacity summary={summary.data} />}
      <Panel title="Current jobs">
        <DataTable
          label="Current jobs"
          columns={columns}
          rows={jobs}
          id={(j) => j.job_id}
          error={current.error}
          retry={() => void current.refetch()}
          empty="Nothing runs and nothing waits."
          skeletonRows={3}
        />
      </Panel>
      <Trends hours={Number(hours) as keyof typeof spans} category={category} change={(h) => set({ hours: h === '24' ? undefined : h })} />
      <Servers />
      <Ended category={category} />
      {terminating && (
        <ReasonModal
          title={`Terminate job ${terminating.job_id} (${terminating.subject ?? terminating.job_spec_name})`}
          act="Terminate the job"
          danger
          initial={messages.terminated}
          close={() => setTerminating(null)}
          run={async (reason) => {
            const done = await api.jobs.terminate({ body: { job_id: terminating.job_id, reason } })
            notify('success', done.job_state === 'Executing' ? 'The job stops at its next batch' : 'The job is terminated')
            await client.invalidateQueries({ queryKey: ['jobs'] })
          }}
        >
          It stops at its next batch, leaves no half-applied change, and isn’t tried again.
        </ReasonModal>
      )}
    </Page>
  )
}

function RunningFor({ job }: { job: Job }) {
  if (job.job_status !== 1 || !job.job_start_time)
    return (
      <Text size="xs" c="dimmed">
        {job.reason ?? 'Waits for free vCPUs'}
      </Text>
    )
  const seconds = since(job.job_start_time)
  const share = job.progress ?? (job.usual_seconds ? Math.min(0.95, seconds / job.usual_seconds) : null)
  const long = job.usual_seconds !== null && seconds > job.usual_seconds * 3 + 10
  return (
    <Tooltip label={job.usual_seconds ? `Usually ${duration(job.usual_seconds)}` : 'No usual duration yet'}>
      <div>
        <Progress
          value={(share ?? 0) * 100}
          animated={share === null}
          aria-label={`Progress of job ${job.job_id}`}
          size="sm"
          {...(long && { color: 'yellow' })}
        />
        <Text size="xs" c="dimmed">
          {duration(seconds)}
          {long && ', unusually long'}
          {job.progress_text && ` · ${job.progress_text}`}
        </Text>
      </div>
    </Tooltip>
  )
}

type Summary = Awaited<ReturnType<typeof api.jobs.summary>>
const measures = [
  ['average_queued', 'Average queued'],
  ['longest_queued', 'Longest queued'],
  ['average_executing', 'Average executing'],
  ['longest_executing', 'Longest executing'],
] as const

/** vCPUs in use by category as one bar, and the times against their thresholds: green when the threshold is at least the value (document 1, section 9). */
function Capacity({ summary }: { summary: Summary | undefined }) {
  const used = summary?.vcpus_in_use ?? 0
  const capacity = summary?.capacity ?? 1
  return (
    <Panel title={`Capacity: ${summary ? `${used} of ${capacity} vCPUs in use` : '…'}`}>
      <Progress.Root size="xl" mb="md" aria-label="vCPUs in use">
        {summary?.categories.map((c) => (
          <Progress.Section
            key={c.category}
            value={(c.vcpus / capacity) * 100}
            color={colours[c.category]}
            aria-label={`${labels[c.category]}: ${c.vcpus} vCPUs`}
          />
        ))}
      </Progress.Root>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
        {summary?.categories.map((c) => (
          <div key={c.category}>
            <Group gap={6}>
              <span aria-hidden style={{ width: 10, height: 10, borderRadius: 3, background: cssColour(c.category) }} />
              <Text fw={650}>{labels[c.category]}</Text>
            </Group>
            <Text size="sm">
              {c.executing} executing, {c.queued} queued
            </Text>
            {measures.map(([key, label]) => {
              const green = jobThresholds[key] >= c[key]
              return (
                <Group key={key} gap={6} justify="space-between">
                  <Text size="xs" c="dimmed">
                    {label}
                  </Text>
                  <Tooltip label={`Threshold ${duration(jobThresholds[key] * 60)}`}>
                    <span className={`status tone-${green ? 'good' : 'bad'}`} style={{ fontSize: 12 }}>
                      {green ? <IconCheck size={12} aria-label="within the threshold" /> : <IconX size={12} aria-label="over the threshold" />}
                      {c[key] === 0 ? '0' : duration(c[key] * 60)}
                    </span>
                  </Tooltip>
                </Group>
              )
            })}
          </div>
        ))}
      </SimpleGrid>
    </Panel>
  )
}

function Trends({ hours, category, change }: { hours: keyof typeof spans; category: JobCategory | undefined; change: (h: string) => void }) {
  const [asTable, setAsTable] = useState(false)
  const interval = spans[hours]
  const [now] = useState(() => Date.now() / 1000)
  const end = Math.ceil(now / (interval * 60) + 1) * interval * 60
  const { data, error } = useQuery({ ...api.jobs.trends.query({ query: { start: end - hours * 3600, end, interval, category } }), refetchInterval: 60_000 })
  const shown = category ? [category] : jobCategories
  return (
    <Panel
      title="Jobs begun"
      acts={
        <Group gap="xs">
          <Button size="compact-xs" variant="default" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Chart' : 'Table'}
          </Button>
          <SegmentedControl
            size="xs"
            aria-label="Span"
            value={String(hours)}
            onChange={change}
            data={[
              { value: '6', label: '6 h' },
              { value: '24', label: '24 h' },
              { value: '72', label: '3 days' },
              { value: '168', label: '7 days' },
            ]}
          />
        </Group>
      }
    >
      {error && <Failed error={error} />}
      {asTable ? (
        <DataTable
          label="Jobs begun"
          rows={data?.filter((p) => shown.some((c) => p[`${c}_count`] > 0)).reverse()}
          id={(p) => p.interval_start}
          empty="No job began."
          columns={[
            { key: 'tm', header: 'From', cell: (p) => <Moment tm={new Date(p.interval_start * 1000).toISOString()} /> },
            ...shown.map((c) => ({ key: c, header: labels[c], numeric: true, cell: (p: NonNullable<typeof data>[number]) => count(p[`${c}_count`]) })),
            { key: 'failed', header: 'With errors', numeric: true, cell: (p) => count(p.failed_count) },
          ]}
        />
      ) : (
        <BarChart
          h={220}
          type="stacked"
          withLegend
          data={(data ?? []).map((p) => ({
            tm: shortTime(new Date(p.interval_start * 1000).toISOString()),
            Image: p.image_count,
            Updating: p.updating_count,
            Monitoring: p.monitoring_count,
            Ordering: p.ordering_count,
          }))}
          dataKey="tm"
          series={shown.map((c) => ({ name: labels[c], color: colours[c] }))}
        />
      )}
    </Panel>
  )
}

function Servers() {
  const { data, error } = useQuery({ ...api.jobs.getActiveServers.query(), refetchInterval: 10_000 })
  return (
    <Panel title="Servers">
      <DataTable
        label="Servers"
        rows={data}
        id={(s) => s.server}
        error={error}
        skeletonRows={1}
        empty="No worker has been heard of in the last hour. Start one with “npm start worker”."
        columns={[
          { key: 'server', header: 'Server', cell: (s) => <span className="mono">{s.server}</span> },
          {
            key: 'state',
            header: 'State',
            cell: (s) => (
              <Status tone={s.lost ? 'bad' : 'good'} icon={s.lost ? IconX : IconCheck}>
                {s.lost ? 'Lost' : 'Alive'}
              </Status>
            ),
          },
          { key: 'vcpus', header: 'vCPUs', numeric: true, cell: (s) => `${s.vcpus_in_use} of ${s.vcpus}` },
          { key: 'jobs', header: 'Jobs', numeric: true, cell: (s) => s.running_jobs },
          { key: 'beat', header: 'Last heartbeat', cell: (s) => <Ago tm={s.heartbeat_tm} /> },
          { key: 'up', header: 'Started', cell: (s) => <Ago tm={s.started_tm} /> },
        ]}
      />
    </Panel>
  )
}

function Ended({ category }: { category: JobCategory | undefined }) {
  const navigate = useNavigate()
  const { data, error } = useQuery({ ...api.jobs.getJobHistory.query({ body: { job_status: [2, 3], category } }), refetchInterval: 15_000 })
  return (
    <Panel title="Last ended">
      <Stack>
        <DataTable
          label="Last ended jobs"
          rows={data?.slice(0, 15)}
          id={(j) => j.job_id}
          error={error}
          empty="No job has ended yet."
          open={(j) => j.feed_run_id && void navigate({ href: links.feedRun(j.feed_run_id) })}
          columns={[
            { key: 'id', header: 'Job', numeric: true, width: 70, cell: (j) => <span className="mono">{j.job_id}</span> },
            { key: 'what', header: 'What', cell: subject },
            { key: 'state', header: 'State', cell: (j) => <JobState job={j} /> },
            { key: 'ended', header: 'Ended', cell: (j) => <Ago tm={j.job_end_time} /> },
            {
              key: 'took',
              header: 'Took',
              numeric: true,
              cell: (j) => (j.job_start_time && j.job_end_time ? duration((Date.parse(j.job_end_time) - Date.parse(j.job_start_time)) / 1000) : '—'),
            },
            {
              key: 'reason',
              header: 'Reason',
              cell: (j) => (
                <div className="cut" title={j.reason ?? ''}>
                  {j.reason ?? '—'}
                </div>
              ),
            },
          ]}
        />
      </Stack>
    </Panel>
  )
}
