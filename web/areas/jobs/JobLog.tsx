import { Text } from '@mantine/core'
import type { JobPage } from '#contract/jobs/jobs.ts'
import { SpanRule } from '../../ui/SpanRule.tsx'
import { Panel } from '../../ui/page/Page.tsx'
import { clockTime, duration, exactTime, shortTime } from '../../ui/time.ts'
import { stepsOf } from './spans.ts'

const tones: Record<string, string> = { error: 'tone-bad', warn: 'tone-wait', info: '' }
const hourMs = 3_600_000

/** What a job did, line by line: when, how long until the next, and a bar of it on the attempt's scale. */
export function JobLog({ job }: { job: JobPage }) {
  const steps = stepsOf(job)
  const first = steps[0]?.line.tm
  const last = steps.at(-1)?.line.tm
  const isShort = first !== undefined && last !== undefined && Date.parse(last) - Date.parse(first) < hourMs
  return (
    <Panel title="Log">
      {steps.length === 0 ? (
        <Text c="dimmed" size="sm">
          No log entries.
        </Text>
      ) : (
        <ol className="log job-log" tabIndex={0} aria-label="Job log">
          {steps.map((step) => (
            <li key={step.line.job_log_id} className={tones[step.line.level]}>
              <time dateTime={step.line.tm} title={exactTime(step.line.tm)} className="num quiet">
                {(isShort ? clockTime : shortTime)(step.line.tm)}
              </time>
              <SpanRule begins={step.begins} ends={step.ends} />
              <span className="num faint">{duration(step.seconds)}</span>
              <span style={step.line.level === 'info' ? {} : { color: 'var(--tone)' }}>
                {step.line.level !== 'info' && <b>{step.line.level === 'warn' ? 'Warning' : 'Error'}: </b>}
                {step.line.message}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
