import { runText } from '#contract/feeds/run-states.ts'
import { fieldName } from '#contract/activity/names.ts'
import { causeText } from '#contract/jobs/failures.ts'
import type { JobPage } from '#contract/jobs/jobs.ts'
import { typeLabel, type JobType } from '#contract/jobs/types.ts'
import { shortTime } from '../../ui/time.ts'
import { count, fileSize, many } from '../../ui/values.tsx'
import { inWords, valueText } from '#contract/activity/words.ts'

type JobFacts = Pick<JobPage, 'job_spec_name' | 'param_name' | 'subject' | 'payload' | 'result'>
type Fact = readonly [name: string, value: string]

/** Keys that the top of the page already shows. */
const headKeys = new Set(['feed_id', 'feed_run_id', 'by'])

/** A job's inputs in words, without those that the top of the page shows. */
export function inputsOf({ payload, param_name }: JobFacts): readonly Fact[] {
  return Object.entries(payload).flatMap(([key, value]): Fact[] => {
    if (value === null || key === param_name || headKeys.has(key)) return []
    const text = typeof value === 'string' ? value : inWords(value)
    if (key === 'job_type') return [['Job type', typeLabel({ job_spec_name: text })]]
    if (key === 'cause') return [['Cause', causeText(text)]]
    if (key === 'since') return [['Failed since', shortTime(text)]]
    if (key === 'sku') return [['SKU', text]]
    if (key === 'asked') return value === true ? [['Updates', 'Only requested ones']] : []
    // an id is not formatted as a count
    return [[fieldName(key), key.endsWith('_id') ? text.replaceAll(',', '') : valueText(value)]]
  })
}

export interface Finding {
  step: string
  mark: 'fine' | 'note' | 'wrong'
  text: string
}

type Figures = Record<string, number>
const extraText = (n: number | undefined, label: string) => (n ? `, ${count(n)} ${label}` : '')

/** The result of each type of job, as a sentence with its figures. */
const sentences: Partial<Record<JobType, (r: Figures) => string>> = {
  BASIC_IMAGE: (r) =>
    `${many(r.checked ?? 0, 'image')} fetched${extraText(r.failed, 'failed')}` +
    `${extraText(r.unchanged, 'unchanged')}${extraText(r.added, 'new in the catalog')}${extraText(r.removed, 'removed')}`,
  PARTIAL_SOLR_SYNC_JOB: (r) =>
    `${many((r.added ?? 0) + (r.updated ?? 0) + (r.removed ?? 0), 'product')} synced` +
    `${extraText(r.added, 'added')}${extraText(r.updated, 'updated')}${extraText(r.removed, 'removed')}` +
    extraText(r.unchanged, 'without a searchable change'),
  VARIANT_MAPPING_JOB: (r) =>
    `${many(r.looked_at ?? 0, 'product')} checked${extraText(r.mapped, 'mapped')}` +
    `${extraText(r.queued, 'queued for review')}${extraText(r.forgotten, 'removed')}`,
  VENDOR_STORE_UPDATER_JOB: (r) => {
    if (!r.sent && !r.refused) return 'No products to send'
    const calls = r.calls ? many(r.calls, 'call') : many(r.files ?? 0, 'file')
    const size = r.bytes ? ` (${fileSize(r.bytes)})` : ''
    return `${many(r.sent ?? 0, 'product')} sent in ${calls}${size}${extraText(r.refused, 'rejected by the market')}`
  },
  FEED_ROLLBACK_JOB: (r) => `${many(r.restored ?? 0, 'product')} restored${extraText(r.removed, 'removed')}`,
  JOB_REPLAY_JOB: (r) =>
    `${many(r.queued ?? 0, 'record')} queued${extraText(r.skipped, 'already queued or running')}` +
    extraText(r.gone, 'deleted'),
  DIAGNOSTIC_UPDATE_JOB: (r) =>
    r.wrong
      ? `${many(r.wrong, 'issue')}${extraText(r.notes, 'to check')}`
      : `No issues${extraText(r.notes, 'to check')}`,
}

/** A job's result: a sentence, and its findings step by step. */
export function resultOf({
  job_spec_name,
  result,
}: JobFacts): { sentence: string; findings: Finding[] } | null {
  if (!result || Object.keys(result).length === 0) return null
  const { findings, state, feed_run_id: _run, ...rest } = result
  const figures = Object.fromEntries(
    Object.entries(rest).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
  const figuresText = sentences[job_spec_name as JobType]?.(figures)
  const others = Object.entries(rest).map(
    ([key, value]) => `${fieldName(key).toLowerCase()} ${inWords(value)}`,
  )
  const run = typeof state === 'string' ? `Run ${runText(state).toLowerCase()}` : ''
  return {
    sentence:
      figuresText ?? ([run, ...others].filter(Boolean).join(', ') || 'No result recorded. See the log'),
    findings: Array.isArray(findings) ? (findings as Finding[]) : [],
  }
}

/** How many images a job fetched a minute in its last attempt, so far if it runs; null: it fetches none. */
export function imagesPerMinute(
  {
    job_spec_name,
    result,
    progress_text,
    attempts,
  }: Pick<JobPage, 'job_spec_name' | 'result' | 'progress_text' | 'attempts'>,
  now = Date.now(),
): number | null {
  const last = attempts.at(-1)
  if (job_spec_name !== ('BASIC_IMAGE' satisfies JobType) || !last) return null
  const images = Number(result?.checked ?? /^[\d,]+/.exec(progress_text ?? '')?.[0].replaceAll(',', '') ?? 0)
  const ms = (last.end_tm ? Date.parse(last.end_tm) : now) - Date.parse(last.start_tm)
  return images > 0 && ms > 0 ? Math.round((images * 60_000) / ms) : null
}
