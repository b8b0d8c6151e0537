import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconLoader2,
  IconX,
} from '@tabler/icons-react'
import type { JobPage } from '#contract/jobs/jobs.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Panel } from '../../ui/page/Page.tsx'
import { clockTime, duration, exactTime, shortTime, zoneName } from '../../ui/time.ts'
import { Status, type Tone } from '../../ui/values.tsx'
import { isWithinHour, spansOf, type Attempt, type Span } from './spans.ts'
import { jobAttemptStatuses } from '#contract/statuses.ts'

const outcomes: Record<string, { tone: Tone; icon: typeof IconCircleCheck; text: string }> = {
  succeeded: { tone: 'good', icon: IconCircleCheck, text: jobAttemptStatuses.succeeded },
  failed: { tone: 'bad', icon: IconX, text: jobAttemptStatuses.failed },
  terminated: { tone: 'off', icon: IconBan, text: jobAttemptStatuses.terminated },
  stopped: { tone: 'off', icon: IconClock, text: jobAttemptStatuses.stopped },
  lost: { tone: 'bad', icon: IconAlertTriangle, text: jobAttemptStatuses.lost },
}
const running = { tone: 'run', icon: IconLoader2, text: jobAttemptStatuses.running } as const
const outcomeOf = (attempt: Attempt) => (attempt.outcome && outcomes[attempt.outcome]) || running

const width = 220

function SpanBar({ span, tone, label }: { span: Span; tone: Tone; label: string }) {
  const x = (share: number) => share * width
  return (
    <svg className={`rule tone-${tone}`} width={width} height={14} role="img" aria-label={label}>
      <line className="axis" x1={0} x2={width} y1={7.5} y2={7.5} />
      <rect className="band" x={x(span.waits)} y={5} width={x(span.begins - span.waits)} height={5} />
      <rect
        className="mark"
        x={x(span.begins)}
        y={4}
        width={Math.max(1.5, x(span.ends - span.begins))}
        height={7}
      />
      {span.usual !== undefined && (
        <line className="tick" x1={x(span.usual)} x2={x(span.usual)} y1={1} y2={14} />
      )}
    </svg>
  )
}

/** The timeline's colors, each with the results that it stands for here. */
function Legend({ attempts, hasUsual }: { attempts: readonly Attempt[]; hasUsual: boolean }) {
  const byTone = Map.groupBy(attempts.map(outcomeOf), (outcome) => outcome.tone)
  return (
    <ul className="legend quiet" aria-label="Timeline colors">
      <li>
        <Swatch className="band" /> Queued
      </li>
      {[...byTone].map(([tone, found]) => (
        <li key={tone}>
          <Swatch className="mark" tone={tone} /> {[...new Set(found.map(({ text }) => text))].join(', ')}
        </li>
      ))}
      {hasUsual && (
        <li>
          <svg className="rule" width={3} height={14} aria-hidden>
            <line className="tick" x1={1.5} x2={1.5} y1={1} y2={14} />
          </svg>
          Usual maximum
        </li>
      )}
    </ul>
  )
}
const Swatch = ({ className, tone = 'off' }: { className: string; tone?: Tone }) => (
  <svg className={`rule tone-${tone}`} width={12} height={14} aria-hidden>
    <rect className={className} width={12} y={3.5} height={7} />
  </svg>
)

const took = (a: Attempt, now = Date.now()) =>
  ((a.end_tm ? Date.parse(a.end_tm) : now) - Date.parse(a.start_tm)) / 1000

/** A job's attempts on one scale, from when it was queued to its end. */
export function Attempts({ job }: { job: JobPage }) {
  const spans = spansOf(job)
  const last = job.attempts.at(-1)
  const isShort = isWithinHour(job)
  const timeText = isShort ? clockTime : shortTime
  return (
    <Panel
      title="Attempts"
      actions={last && <Legend attempts={job.attempts} hasUsual={spans.some((s) => s.usual !== undefined)} />}
    >
      {last && (
        <p className="quiet">
          {timeText(job.queued_tm)} to {last.end_tm ? timeText(last.end_tm) : 'now'} (
          {zoneName([job.queued_tm, last.end_tm])})
        </p>
      )}
      <DataTable
        label="Attempts"
        rows={job.attempts}
        id={(a) => a.attempt}
        empty={job.job_status === jobStatus.scheduled ? 'Not started yet.' : 'No attempts recorded.'}
        columns={[
          {
            key: 'n',
            header: 'Attempt',
            numeric: true,
            width: 80,
            sortValue: (a) => a.attempt,
            cell: (a) => a.attempt,
          },
          {
            key: 'outcome',
            header: 'Result',
            leaves: 0,
            sortValue: (a) => outcomeOf(a).text,
            cell: (a) => {
              const o = outcomeOf(a)
              return (
                <Status tone={o.tone} icon={o.icon}>
                  {o.text}
                </Status>
              )
            },
          },
          {
            key: 'timeline',
            header: 'Timeline',
            leaves: 1,
            width: width + 20,
            cell: (a) => {
              const span = spans[job.attempts.indexOf(a)]
              const { tone, text } = outcomeOf(a)
              const label = `Attempt ${a.attempt}: ${text}, ${duration(took(a))} from ${shortTime(a.start_tm)}`
              return span && <SpanBar span={span} tone={tone} label={label} />
            },
          },
          {
            key: 'took',
            header: 'Duration',
            numeric: true,
            leaves: 2,
            sortValue: (a) => took(a),
            cell: (a) => duration(took(a)),
          },
          {
            key: 'start',
            header: 'Started',
            sortValue: (a) => a.start_tm,
            ...(isShort
              ? { cell: (a: Attempt) => <span title={exactTime(a.start_tm)}>{clockTime(a.start_tm)}</span> }
              : { moment: (a: Attempt) => a.start_tm }),
          },
          {
            key: 'server',
            header: 'Server',
            sortValue: (a) => a.server,
            cell: (a) => <span className="mono">{a.server}</span>,
          },
          {
            key: 'reason',
            header: 'Details',
            leaves: 3,
            wrap: true,
            cell: (a) => a.reason ?? '—',
          },
        ]}
      />
    </Panel>
  )
}
