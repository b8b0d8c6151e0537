import './jobs.css'
import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { causeText } from '#contract/jobs/failures.ts'
import { isOpen, jobStatus, schedulableTypes, recordNoun } from '#contract/jobs/types.ts'
import type { JobPage as JobDetails } from '#contract/jobs/jobs.ts'
import { requesterName } from '#contract/words.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { ExportFile } from '../../ui/table/export/ExportFile.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useAct } from '../../ui/act/useAct.ts'
import { Facts, Page, Panel } from '../../ui/page/Page.tsx'
import { RecordPage } from '../../ui/page/RecordPage.tsx'
import { duration } from '../../ui/time.ts'
import { usePathId } from '../../ui/page/usePath.ts'
import { count, momentFact, Status, type Tone } from '../../ui/values.tsx'
import { RunPhases } from '../feeds/public.tsx'
import { Attempts } from './Attempts.tsx'
import { JobLog } from './JobLog.tsx'
import { imagesPerMinute, inputsOf, resultOf } from './job-words.ts'
import { JobState, labels, RunningFor, seconds } from './job-values.tsx'
import { tellScheduled } from './ScheduledJob.tsx'
import { TerminateJob } from './TerminateJob.tsx'

export default function JobPage() {
  const id = usePathId('job_id')
  const query = useQuery({
    ...api.getJob.query({ params: { job_id: id ?? 0 } }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data.job_status) ? false : 2000),
  })
  return (
    <RecordPage noun="job" param="job_id" query={query} wayBack={{ to: links.jobs(), label: 'All jobs' }}>
      {(job) => <Job key={job.job_id} job={job} />}
    </RecordPage>
  )
}

function Job({ job }: { job: JobDetails }) {
  const [terminating, setTerminating] = useState(false)
  const rerun = useAct({
    run: (jobInput: { job_type: string; param_value: string }) =>
      api.scheduleJob({ body: { ...jobInput, param_name: job.param_name ?? '' } }),
    after: tellScheduled,
  })
  const open = isOpen(job.job_status)
  const took = seconds(job)
  const rate = imagesPerMinute(job)
  return (
    <Page
      title={`Job ${job.job_id}: ${job.label}`}
      status={<JobState job={job} />}
      actions={
        <>
          {job.job_spec_name === 'LIST_EXPORT_JOB' && <ExportFile id={Number(job.param_value)} />}
          {job.feed_run_id !== null && (
            <Button component={Link} to={links.feedRun(job.feed_run_id)} variant="default">
              Feed run {job.feed_run_id}
            </Button>
          )}
          {!open && (schedulableTypes as readonly string[]).includes(job.job_spec_name) && (
            <Button
              variant="default"
              loading={rerun.busy}
              onClick={() => rerun.act({ job_type: job.job_spec_name, param_value: job.param_value ?? '' })}
            >
              Retry job
            </Button>
          )}
          {open && (
            <Button
              color="red.9"
              disabled={job.stopping}
              title={job.stopping ? 'Already stopping' : undefined}
              onClick={() => setTerminating(true)}
            >
              Terminate
            </Button>
          )}
        </>
      }
      facts={[
        [recordNoun(job.param_name), <Record key="r" job={job} />],
        ['Category', labels[job.category]],
        ['Requested by', requesterName(job.requested_by)],
        momentFact('Queued', job.queued_tm),
        momentFact('Started', job.job_start_time),
        ['Duration', took === null ? '—' : duration(took)],
        ['Usually', job.usual ? `${duration(job.usual.p50)}, max ${duration(job.usual.p95)}` : 'No data yet'],
        ...(rate === null ? [] : [['Images per minute', count(rate)] as const]),
        ['vCPUs', job.vcpu],
      ]}
    >
      {job.unusually_long && job.usual && (
        <div className="callout tone-wait" role="status">
          <b>Unusually long</b>
          Last {job.usual.jobs} jobs of this {job.usual.of === 'record' ? 'record' : 'type'}: usually{' '}
          {duration(job.usual.p50)}, 95% within {duration(job.usual.p95)}.
        </div>
      )}
      <Reason job={job} />
      <Replays job={job} />
      {open && job.job_status === jobStatus.executing && (
        <Panel title="Progress">
          <RunningFor job={job} />
        </Panel>
      )}
      {job.feed_run_id !== null && (
        <Suspense fallback={<Skeleton height={phasesHeight} />}>
          <RunPhases runId={job.feed_run_id} isOpen={open} />
        </Suspense>
      )}
      <Attempts job={job} />
      <Result job={job} />
      <JobLog job={job} />
      <Inputs job={job} />
      {terminating && <TerminateJob job={job} close={() => setTerminating(false)} />}
    </Page>
  )
}

const phasesHeight = 83

/** Why the job or its last attempt ended, in full. */
function Reason({ job }: { job: JobDetails }) {
  if (job.stopping)
    return (
      <div className="callout tone-wait" role="status">
        <b>Stopping at the next batch</b>
        Terminated by {job.terminate_by}. No partial changes are applied.
      </div>
    )
  if (!job.reason) return null
  const { tone, head } = reasonHead(job)
  return (
    <div className={`callout whole tone-${tone}`}>
      <b>{head}</b>
      {job.reason}
    </div>
  )
}

function reasonHead(job: JobDetails): { tone: Tone; head: string } {
  if (job.terminated) return { tone: 'off', head: `Terminated by ${job.terminate_by}` }
  if (isOpen(job.job_status)) return { tone: 'wait', head: 'Last attempt failed; retrying' }
  if (job.job_status === jobStatus.failed) return { tone: 'bad', head: 'Completed with errors' }
  return { tone: 'off', head: 'Note' }
}

const JobLink = ({ id }: { id: number }) => (
  <Link to={links.job(id)} className="link">
    job {id}
  </Link>
)
/** Links between a failed job and the one that ran its record again. */
function Replays({ job }: { job: JobDetails }) {
  return (
    <>
      {job.replayed_by !== null && (
        <p className="quiet">
          {job.replayed_as === null ? 'Retried' : 'Retried as '}
          {job.replayed_as !== null && <JobLink id={job.replayed_as} />} by <JobLink id={job.replayed_by} />.
        </p>
      )}
      {job.replays !== null && (
        <p className="quiet">
          Retry of <JobLink id={job.replays} />.
        </p>
      )}
      {job.queued_jobs.length > 0 && (
        <Panel title="Queued jobs">
          <DataTable
            label="Queued jobs"
            rows={job.queued_jobs}
            id={(j) => j.job_id}
            empty=""
            columns={[
              {
                key: 'id',
                header: 'Job',
                numeric: true,
                width: 80,
                cell: (j) => <JobLink id={j.job_id} />,
              },
              { key: 'what', header: 'Record', leaves: 0, cell: (j) => j.subject ?? '—' },
              { key: 'state', header: 'Status', leaves: 0, cell: (j) => <JobState job={j} /> },
            ]}
          />
        </Panel>
      )}
    </>
  )
}

function Record({ job }: { job: JobDetails }) {
  const text = job.subject ?? (job.param_value && causeText(job.param_value)) ?? '—'
  if (job.param_name === 'dropshipper_id' && job.param_value)
    return (
      <Link to={links.supplier(Number(job.param_value), 'monitoring')} className="link">
        {text}
      </Link>
    )
  return job.param_name === 'feed_run_id' ? `Run ${job.param_value}, ${text}` : text
}

function Inputs({ job }: { job: JobDetails }) {
  const inputs = inputsOf(job)
  if (inputs.length === 0) return null
  return (
    <Panel title="Inputs">
      <Facts facts={inputs} />
    </Panel>
  )
}

const marks = {
  fine: { tone: 'good', icon: IconCircleCheck, text: 'OK' },
  note: { tone: 'wait', icon: IconAlertTriangle, text: 'Check' },
  wrong: { tone: 'bad', icon: IconX, text: 'Problem' },
} as const

/** The job's result: a sentence with its figures, and its findings step by step. */
function Result({ job }: { job: JobDetails }) {
  const result = resultOf(job)
  if (!result) return null
  return (
    <Panel title="Result">
      <p>{result.sentence}.</p>
      {result.findings.length > 0 && (
        <DataTable
          label="Findings"
          rows={result.findings}
          id={(f) => `${f.step} ${f.text}`}
          empty=""
          columns={[
            { key: 'step', header: 'Step', width: 140, cell: (f) => f.step },
            {
              key: 'mark',
              header: 'Status',
              width: 140,
              leaves: 0,
              cell: (f) => (
                <Status tone={marks[f.mark].tone} icon={marks[f.mark].icon}>
                  {marks[f.mark].text}
                </Status>
              ),
            },
            { key: 'text', header: 'Finding', leaves: 0, wrap: true, cell: (f) => f.text },
          ]}
        />
      )}
    </Panel>
  )
}
