import { Button, Code, Text } from '@mantine/core'
import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconLoader2, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isOpen, jobStatus, schedulableTypes } from '#contract/jobs/types.ts'
import type { JobPage as JobDetails } from '#contract/jobs/jobs.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { ExportFile } from '../../ui/table/ExportFile.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useAct } from '../../ui/useAct.ts'
import { Facts, Page, Panel } from '../../ui/Page.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { duration, exactTime, shortTime } from '../../ui/time.ts'
import { usePathId } from '../../ui/usePath.ts'
import { Ago, count, Moment, Status, type Tone } from '../../ui/values.tsx'
import { JobState, labels, RunningFor, seconds } from './job-values.tsx'
import { tellScheduled } from './ScheduledJob.tsx'
import { TerminateJob } from './TerminateJob.tsx'

const outcomes: Record<string, { tone: Tone; icon: typeof IconCheck; text: string }> = {
  succeeded: { tone: 'good', icon: IconCheck, text: 'Succeeded' },
  failed: { tone: 'bad', icon: IconX, text: 'Failed' },
  terminated: { tone: 'off', icon: IconBan, text: 'Terminated' },
  stopped: { tone: 'off', icon: IconClock, text: 'Its worker stopped' },
  lost: { tone: 'bad', icon: IconAlertTriangle, text: 'Its worker was lost' },
}
const running = { tone: 'run', icon: IconLoader2, text: 'Running' } as const

export default function JobPage() {
  const id = usePathId('job_id')
  const query = useQuery({
    ...api.getJob.query({ params: { job_id: id ?? 0 } }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data.job_status) ? false : 2000),
  })
  return (
    <RecordPage noun="job" param="job_id" query={query} back={{ to: links.jobs(), label: 'All jobs' }}>
      {(job) => <Job key={job.job_id} job={job} />}
    </RecordPage>
  )
}

function Job({ job }: { job: JobDetails }) {
  const [terminating, setTerminating] = useState(false)
  const again = useAct({
    run: (of: { job_type: string; param_value: string }) =>
      api.scheduleJob({ body: { ...of, param_name: job.param_name ?? '' } }),
    after: tellScheduled,
  })
  const open = isOpen(job.job_status)
  const failed = job.job_status === jobStatus.failed
  const took = seconds(job)
  return (
    <Page
      title={`Job ${job.job_id}: ${job.label}`}
      status={<JobState job={job} />}
      acts={
        <>
          {job.job_spec_name === 'LIST_EXPORT_JOB' && <ExportFile id={Number(job.param_value)} />}
          {job.feed_run_id !== null && (
            <Button component={Link} to={links.feedRun(job.feed_run_id)} size="xs" variant="default">
              Feed run {job.feed_run_id}
            </Button>
          )}
          {!open && (schedulableTypes as readonly string[]).includes(job.job_spec_name) && (
            <Button
              size="xs"
              variant="default"
              loading={again.busy}
              onClick={() => again.act({ job_type: job.job_spec_name, param_value: job.param_value ?? '' })}
            >
              Run again
            </Button>
          )}
          {open && (
            <Button size="xs" color="red.9" onClick={() => setTerminating(true)}>
              Terminate
            </Button>
          )}
        </>
      }
      facts={[
        ['Works on', <Record key="r" job={job} />],
        ['Category', labels[job.category]],
        ['Asked for by', job.requested_by],
        ['Queued', <Moment key="q" tm={job.queued_tm} />],
        ['Started', <Moment key="s" tm={job.job_start_time} />],
        ['Took', took === null ? '—' : duration(took)],
        [
          'Usually',
          job.usual ? `${duration(job.usual.p50)}, at most ${duration(job.usual.p95)}` : 'not known yet',
        ],
        ['vCPUs', job.vcpu],
      ]}
    >
      {job.unusually_long && (
        <div className="callout tone-wait" role="status">
          <b>Unusually long</b>
          {job.usual!.of === 'record' ? 'This record’s' : 'This type’s'} last {job.usual!.jobs} jobs took{' '}
          {duration(job.usual!.p50)} as a rule and {duration(job.usual!.p95)} at most (19 of 20).
        </div>
      )}
      {job.reason && !open && (
        <div className={`callout tone-${failed ? 'bad' : 'off'}`}>
          <b>{failed ? 'It ended with errors' : 'Note'}</b>
          {job.reason}
        </div>
      )}
      {open && (
        <Panel title="Progress">
          <RunningFor job={job} />
        </Panel>
      )}
      <Panel title="Attempts">
        <DataTable
          label="Attempts"
          rows={job.attempts}
          id={(a) => a.attempt}
          empty={
            job.job_status === jobStatus.scheduled ? 'It waits for its first.' : 'None was kept of this job.'
          }
          columns={[
            { key: 'n', header: 'Attempt', numeric: true, width: 80, cell: (a) => a.attempt },
            {
              key: 'outcome',
              header: 'Outcome',
              cell: (a) => {
                const o = a.outcome ? (outcomes[a.outcome] ?? running) : running
                return (
                  <Status tone={o.tone} icon={o.icon}>
                    {o.text}
                  </Status>
                )
              },
            },
            { key: 'server', header: 'Server', cell: (a) => <span className="mono">{a.server}</span> },
            { key: 'start', header: 'Started', cell: (a) => <Moment tm={a.start_tm} /> },
            { key: 'end', header: 'Ended', cell: (a) => <Ago tm={a.end_tm} /> },
            {
              key: 'took',
              header: 'Took',
              numeric: true,
              cell: (a) =>
                a.end_tm ? duration((Date.parse(a.end_tm) - Date.parse(a.start_tm)) / 1000) : '—',
            },
            { key: 'reason', header: 'Reason', cell: (a) => <div className="cut">{a.reason ?? '—'}</div> },
          ]}
        />
      </Panel>
      {job.result && <Result result={job.result} />}
      <Panel title="Log">
        {job.log.length === 0 ? (
          <Text c="dimmed" size="sm">
            It has said nothing.
          </Text>
        ) : (
          <ol
            className="log"
            tabIndex={0}
            aria-label="Log of the job"
            style={{ maxHeight: 420, overflowY: 'auto' }}
          >
            {job.log.map((l) => (
              <li
                key={l.job_log_id}
                className={l.level === 'error' ? 'tone-bad' : l.level === 'warn' ? 'tone-wait' : ''}
              >
                <time dateTime={l.tm} title={exactTime(l.tm)} className="num quiet">
                  {shortTime(l.tm)}
                </time>
                <span style={l.level === 'info' ? {} : { color: 'var(--tone)' }}>
                  {l.level !== 'info' && <b>{l.level === 'warn' ? 'Warning' : 'Error'}: </b>}
                  {l.message}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Panel>
      <Panel title="Inputs">
        <Code block>{JSON.stringify(job.payload, null, 2)}</Code>
      </Panel>
      {terminating && <TerminateJob job={job} close={() => setTerminating(false)} />}
    </Page>
  )
}

function Record({ job }: { job: JobDetails }) {
  const text = job.subject ?? job.param_value ?? '—'
  return job.param_name === 'dropshipper_id' && job.param_value ? (
    <Link to={links.supplier(Number(job.param_value), 'monitoring')} className="link">
      {text}
    </Link>
  ) : (
    <>{text}</>
  )
}

/** What the job left: its figures as facts, the rest as it is. */
function Result({ result }: { result: Record<string, unknown> }) {
  const figures = Object.entries(result).flatMap(([k, v]) =>
    typeof v === 'number' || typeof v === 'string'
      ? [[k.replaceAll('_', ' '), typeof v === 'number' ? count(v) : v] as const]
      : [],
  )
  const rest = Object.fromEntries(
    Object.entries(result).filter(([, v]) => typeof v === 'object' && v !== null),
  )
  return (
    <Panel title="Result">
      <Facts facts={figures} />
      {Object.keys(rest).length > 0 && (
        <Code block mt="sm">
          {JSON.stringify(rest, null, 2)}
        </Code>
      )}
    </Panel>
  )
}
