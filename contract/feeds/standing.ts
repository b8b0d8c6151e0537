import { z } from 'zod'
import { clause, sentence } from '../sentence.ts'
import { failureMarks } from '../suppliers/failures.ts'

/** The standings of a feed, worst first. */
export const standings = ['failing', 'held', 'late', 'flaky', 'never_ran', 'paused', 'fresh'] as const
export type Standing = (typeof standings)[number]

/** Whether somebody should look at a feed; one that is fresh, paused or has never run is fine. */
export const inTrouble = (standing: Standing): boolean => !calm.has(standing)
/** Only a person can resolve these: a feed in one of them needs attention, wherever that is counted. */
export const attentionStandings = ['failing', 'held'] as const satisfies readonly Standing[]
export const needsPerson = (standing: Standing): boolean =>
  (attentionStandings as readonly Standing[]).includes(standing)
/** These may pass by themselves. */
export const unsteadyStandings = ['late', 'flaky'] as const satisfies readonly Standing[]
const calm: ReadonlySet<Standing> = new Set(['fresh', 'paused', 'never_ran'])

/** Run states that say something about the feed; the others are running, dry, or ended by a person. */
export const goodStates = ['applied', 'unchanged'] as const
export const badStates = ['rejected', 'failed'] as const
export const countedStates = [...goodStates, 'held', ...badStates] as const

/** Hours over which runs are counted (docs/domain/feed-standing.md, Standing of a feed). */
export const monitoredHours = 48
/** A feed is flaky with at least this many failed runs, if they are more than this percentage. */
export const flakyMarks = { runs: 2, percent: failureMarks.moderate } as const

/** A feed's standing, as it is sent wherever a feed is shown. */
export const feedStanding = z.object({
  standing: z.enum(standings),
  standing_reason: z.string(),
  succeeding: z.boolean().describe('whether the feed is healthy'),
  success_rate: z.number().nullable().describe('percent of finished runs in 48 hours that succeeded'),
  good_runs: z.number().describe('in the last 48 hours'),
  bad_runs: z.number().describe('in the last 48 hours'),
})
export type FeedStanding = z.output<typeof feedStanding>

export interface StandingFacts {
  now: number
  /** Why it doesn't run on its own, if a person turned that off. */
  paused: 'schedule' | 'switched off' | null
  /** Whether it has ever run, except for dry runs. */
  ran: boolean
  /** The newest ended run that counts. */
  last: { state: string; reason: string | null } | null
  held: { feed_run_id: number; reason: string | null } | null
  last_successful_run: string | null
  max_age_hours: number
  good_runs: number
  bad_runs: number
}

/** A share in percent with one decimal; the only place where such a share is rounded. */
export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((1000 * part) / whole) / 10

/** A feed's standing: the first of these that is true. */
export function standingOf(facts: StandingFacts): FeedStanding {
  const [standing, standing_reason] = judge(facts)
  const { good_runs, bad_runs } = facts
  return {
    standing,
    standing_reason,
    succeeding: standing === 'fresh',
    success_rate: share(good_runs, good_runs + bad_runs),
    good_runs,
    bad_runs,
  }
}

function judge(facts: StandingFacts): [Standing, string] {
  const { held: heldRun, last } = facts
  if (heldRun) return ['held', because(`Run ${heldRun.feed_run_id} needs approval`, heldRun.reason)]
  if (facts.paused) {
    const explanation = facts.paused === 'schedule' ? 'Schedule turned off' : 'Custom feed turned off'
    // useful to know before turning it on again
    return [
      'paused',
      last && isBad(last.state) ? `${explanation}. ${failing(facts, last.reason)}` : explanation,
    ]
  }
  if (!last) return ['never_ran', facts.ran ? 'No finished runs yet' : 'No runs yet']
  if (isBad(last.state)) return ['failing', failing(facts, last.reason)]
  if (isLate(facts)) return ['late', `${lateness(facts)} (limit ${hours(facts.max_age_hours)})`]
  if (isFlaky(facts)) return ['flaky', because(failedRuns(facts), 'the last run succeeded', '; ')]
  return ['fresh', `Last good run ${hours(goodAge(facts))} ago (limit ${hours(facts.max_age_hours)})`]
}

export const isGood = (state: string) => (goodStates as readonly string[]).includes(state)
export const isBad = (state: string) => (badStates as readonly string[]).includes(state)
const goodAge = ({ now, last_successful_run }: StandingFacts) =>
  // oxlint-disable-next-line no-restricted-globals -- reads a given text, no clock
  last_successful_run ? (now - Date.parse(last_successful_run)) / 3_600_000 : Infinity
const isLate = (facts: StandingFacts) => goodAge(facts) > facts.max_age_hours
const isFlaky = ({ good_runs, bad_runs }: StandingFacts) =>
  bad_runs >= flakyMarks.runs && bad_runs * 100 > flakyMarks.percent * (good_runs + bad_runs)

function failing(facts: StandingFacts, reason: string | null): string {
  const problem =
    facts.bad_runs > 0
      ? because(failedRuns(facts), reason, '. Last failure: ')
      : because('The last run failed', reason)
  return isLate(facts) ? `${sentence(problem)} ${lateness(facts)}` : problem
}
const lateness = (facts: StandingFacts) =>
  facts.last_successful_run ? `No good run for ${hours(goodAge(facts))}` : 'No good run yet'

function failedRuns({ good_runs, bad_runs }: StandingFacts): string {
  const runs = good_runs + bad_runs
  const failedText = `in the last ${monitoredHours} hours failed`
  if (runs === 1) return `The only run ${failedText}`
  if (bad_runs < runs) return `${bad_runs} of ${runs} runs ${failedText}`
  return runs === 2 ? `Both runs ${failedText}` : `All ${runs} runs ${failedText}`
}

const because = (problem: string, reason: string | null, join = ': ') =>
  reason ? `${problem}${join}${clause(reason)}` : problem

/** Hours in words; from four days on in days. */
function hours(n: number): string {
  if (n < 1) return 'less than 1 h'
  return n < 96 ? `${Math.floor(n)} h` : `${Math.floor(n / 24)} days`
}
