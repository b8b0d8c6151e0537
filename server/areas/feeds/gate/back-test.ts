import type { JudgedRun } from '#contract/feeds/expectations.ts'
import type { Decision } from '#contract/feeds/gate.ts'
import type { Parsed } from '#contract/index.ts'
import { feedRules } from '#contract/feeds/settings.ts'
import { rejudge } from '#engine/gate/judge.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { requireFeed } from '../settings/expectations.ts'
import { expectedOf, learnedFrom } from './history/history.ts'

const shownRuns = 60
/** Each run is judged by the runs before it, as many as a decision uses. */
const learnedRuns = 84

interface MeasuredRun {
  feed_run_id: number
  tm: string
  applied_tm: string
  state: string
  approved: boolean
  decision: Decision
}

/** How other limits would have decided the feed's last measured runs, oldest first. */
export async function backTest(
  { db, clock }: Ctx,
  { params, body }: Parsed<'backTest'>,
): Promise<JudgedRun[]> {
  await requireFeed(db, params.feed_id)
  const { rows } = await sql<MeasuredRun>`
    select feed_run_id, insert_tm as tm, coalesce(applied_tm, insert_tm) as applied_tm, state,
      approved_by is not null as approved, decision
    from feed_run
    where feed_id = ${params.feed_id}
      and decision is not null
      and not dry
    order by feed_run_id desc
    limit ${shownRuns + learnedRuns}`.execute(db)
  const expectations = await expectedOf(db, params.feed_id, clock.now())
  const rules = feedRules.parse(body.rules)
  return rows
    .slice(0, shownRuns)
    .map((run, i) => {
      const good = rows
        .slice(i + 1)
        .filter((r) => r.state === 'applied' && !r.approved && !r.decision.first_load)
        .slice(0, learnedRuns)
      const oneTime = body.one_time_threshold_percent
      const past = learnedFrom(
        good.map((r) => ({ measures: r.decision.measures, tm: r.applied_tm })),
        Date.parse(run.applied_tm),
      )
      const context = { ...past, rules, oneTime }
      const { verdict, sentence, measures } = rejudge(run.decision, { ...context, expectations })
      const plainVerdict = rejudge(run.decision, { ...context, expectations: [] }).verdict
      const [worst] = measures.toSorted((a, b) => timesLimit(b) - timesLimit(a))
      return {
        feed_run_id: run.feed_run_id,
        tm: run.tm,
        state: run.state,
        was: run.decision.verdict,
        is: verdict,
        expected: plainVerdict !== verdict,
        sentence,
        worst: worst ?? null,
      }
    })
    .toReversed()
}

const timesLimit = ({ hold, value }: Decision['measures'][number]) =>
  hold === null ? 0 : Math.abs(value) / Math.max(hold, 0.01)
