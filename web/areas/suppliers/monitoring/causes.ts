import { mendOf } from '#contract/feeds/mend.ts'
import { standings, type Standing } from '#contract/feeds/standing.ts'
import { clause, sentence } from '#contract/sentence.ts'
import { count, many } from '#contract/words.ts'
import { links } from '../../../links.ts'
import type { MonitoredFeed } from './standing.tsx'

/** Feeds in trouble for the same cause. */
export interface Cause {
  key: string
  standing: Standing
  /** What is wrong, worded to follow a feed's name or a count. */
  text: string
  /** The fix. */
  todo?: string | undefined
  feeds: readonly MonitoredFeed[]
}

/** Groups feeds by cause: the worst status first, then the most frequent cause. */
export function causesOf(feeds: readonly MonitoredFeed[]): readonly Cause[] {
  const rank = (cause: Cause) => standings.indexOf(cause.standing)
  return [...Map.groupBy(feeds, causeKey)]
    .flatMap(([key, causeFeeds]) => {
      const [first] = causeFeeds
      if (!first) return []
      return [{ key, standing: first.standing, feeds: causeFeeds, ...wordsOf(first, causeFeeds) }]
    })
    .toSorted((a, b) => rank(a) - rank(b) || b.feeds.length - a.feeds.length)
}

/** What feeds of the same cause have in common. */
export const causeKey = (m: MonitoredFeed) =>
  m.standing === 'failing' ? `failing ${failureOf(m)}` : m.standing
/**
 * HTTP answers are kept apart, as a wrong password from an outage; for other causes only the numbers
 * differ.
 */
const failureOf = (m: MonitoredFeed) =>
  m.last_reason_code === null || m.last_reason_code === 'http_status'
    ? (m.last_reason ?? '').replaceAll(/\d{4,}/g, '#')
    : m.last_reason_code

function wordsOf(first: MonitoredFeed, feeds: readonly MonitoredFeed[]): Pick<Cause, 'text' | 'todo'> {
  const isSingle = feeds.length === 1
  switch (first.standing) {
    case 'failing': {
      const reason = clause(first.last_reason ?? 'The run failed without a recorded reason')
      const alike = isSingle || feeds.every((m) => m.last_reason === first.last_reason)
      const todo = mendOf(first.last_reason_code)?.todo
      const failureText = isSingle ? reason : `fail: ${reason}`
      return { text: alike ? failureText : `${failureText}, or similar`, todo }
    }
    case 'held':
      return isSingle ? { text: shortReason(first) } : { text: 'held for approval' }
    case 'late':
      return isSingle ? { text: first.standing_reason } : { text: 'had no good run within their limit' }
    case 'flaky':
      return isSingle
        ? { text: first.standing_reason }
        : { text: 'failed often, but their last run succeeded' }
    default:
      return { text: '' }
  }
}

/** A held feed's reason, without the part that its status and button already say. */
export const shortReason = (m: MonitoredFeed) => m.standing_reason.replace(/^Run \d+ needs approval: /, '')

/** The sum over all feeds: a vendor may be counted more than once. */
export const subscriptionsOf = (feeds: readonly MonitoredFeed[]) =>
  feeds.reduce((sum, m) => sum + ('sub_count' in m ? m.sub_count : 0), 0)

/** Why a feed has its status; for a recovered feed, what failed before. */
export function whyOf(m: MonitoredFeed): string {
  if (m.standing === 'held') return shortReason(m)
  if (m.standing === 'failing' || m.bad_runs === 0) return m.standing_reason
  const last = clause(m.bad_reason ?? 'no recorded reason')
  if (m.standing === 'late' || m.standing === 'flaky')
    return `${sentence(m.standing_reason)} Last failure: ${last}`
  return `Failed ${count(m.bad_runs)} of ${many(m.good_runs + m.bad_runs, 'run')}: ${last}`
}

/** When the first of these feeds got into its trouble. */
export const firstSince = (feeds: readonly MonitoredFeed[]): string | undefined =>
  feeds.flatMap((m) => m.standing_since ?? []).toSorted()[0]

/** The address of the feeds that share a cause: of several failing ones the cause, else their status says it. */
export const listOfCause = ({ key, standing }: Cause, mode: string | undefined): string =>
  links.monitoring({ mode, ...(key === standing ? { status: standing } : { cause: key }) })
