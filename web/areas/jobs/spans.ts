import type { JobPage } from '#contract/jobs/jobs.ts'

export type Attempt = JobPage['attempts'][number]
/** One attempt on the scale of the whole job: it waits, then runs until its end or now. */
export interface Span {
  waits: number
  begins: number
  ends: number
  /** When such a job is usually done at the latest. */
  usual?: number
}

/** Each attempt as shares of the time from queued to the end. */
export function spansOf(
  job: Pick<JobPage, 'queued_tm' | 'attempts' | 'usual'>,
  now = Date.now(),
): readonly Span[] {
  const began = Date.parse(job.queued_tm)
  const end = Math.max(...job.attempts.map((a) => (a.end_tm ? Date.parse(a.end_tm) : now)), began + 1)
  const share = (ms: number) => Math.max(0, Math.min(1, (ms - began) / (end - began)))
  return job.attempts.map((a, i) => {
    const start = Date.parse(a.start_tm)
    const before = job.attempts[i - 1]?.end_tm
    const usual = job.usual ? start + job.usual.p95 * 1000 : undefined
    return {
      waits: share(before ? Date.parse(before) : began),
      begins: share(start),
      ends: share(a.end_tm ? Date.parse(a.end_tm) : now),
      ...(usual !== undefined && usual <= end && { usual: share(usual) }),
    }
  })
}

export type LogLine = JobPage['log'][number]
/** What a line of the log announced took: until the next line of its attempt, or the attempt's end. */
export interface Step {
  line: LogLine
  /** Its begin and end as shares of the attempt. */
  begins: number
  ends: number
  seconds: number
}

/** The log's lines as steps, each on the scale of its own attempt. */
export function stepsOf({ log, attempts }: Pick<JobPage, 'log' | 'attempts'>, now = Date.now()): Step[] {
  return log.map((line, i) => {
    const attempt = attempts.find((a) => a.attempt === line.attempt)
    const next = log[i + 1]?.attempt === line.attempt ? log[i + 1] : undefined
    const began = Date.parse(line.tm)
    const attemptEnd = attempt?.end_tm ? Date.parse(attempt.end_tm) : now
    const end = Math.max(began, next ? Date.parse(next.tm) : attemptEnd)
    const first = Math.min(began, attempt ? Date.parse(attempt.start_tm) : began)
    const whole = Math.max(1, attemptEnd - first)
    const share = (ms: number) => Math.max(0, Math.min(1, (ms - first) / whole))
    return { line, begins: share(began), ends: share(end), seconds: (end - began) / 1000 }
  })
}

const hourMs = 3_600_000
/** Whether seconds matter: from queued to the end, or until now, it took less than an hour. */
export const isWithinHour = (
  { queued_tm, job_end_time }: Pick<JobPage, 'queued_tm' | 'job_end_time'>,
  now = Date.now(),
): boolean => (job_end_time ? Date.parse(job_end_time) : now) - Date.parse(queued_tm) < hourMs
