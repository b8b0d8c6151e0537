import { goodStates } from '#contract/feeds/standing.ts'
import { sql } from '#server/platform/database/db.ts'

const isGood = (run: string) =>
  sql`${sql.ref(`${run}.state`)} in (${sql.join(goodStates.map((state) => sql.lit(state)))})`
const hasNoNewer = (condition = sql`true`) => sql`
  not exists (
    select from feed_run n where n.feed_id = t.feed_id and n.feed_run_id > t.feed_run_id and ${condition})`

/** The run that a feed shows, and the one that a rollback returns to, of `feed_run` under this name. */
const isCurrentOrPrevious = (run: string) => sql`exists (
    select
    from feed f
    left join feed_run c on c.feed_run_id = f.current_run_id
    where f.feed_id = ${sql.ref(`${run}.feed_id`)}
      and ${sql.ref(`${run}.feed_run_id`)} in (f.current_run_id, c.previous_run_id))`

/** A run `r` whose products' earlier states, or issues, are still needed. */
export const neededProducts = sql`(
    r.state in ('queued', 'running', 'held') or ${isCurrentOrPrevious('r')})`

/**
 * A run `t` that something points at: an open or held one; the current one and the one before it; each feed's newest
 * and last good run, which its status is read from; the one that the gate's 30 days begin with; one that an alert or
 * an expectation counts from.
 */
export const neededRun = sql`(
    t.state in ('queued', 'running', 'held')
    or ${isCurrentOrPrevious('t')}
    or ${hasNoNewer(sql`not n.dry`)}
    or (${isGood('t')} and ${hasNoNewer(isGood('n'))})
    or (t.state = 'applied'
      and t.applied_tm <= now() - interval '30 days'
      and ${hasNoNewer(sql`n.state = 'applied' and n.applied_tm <= now() - interval '30 days'`)})
    or exists (
      select from product_alert a
      where a.dropshipper_id = t.dropshipper_id and t.feed_run_id in (a.since_run_id, a.shown_run_id))
    or exists (
      select from feed_expectation e
      where e.feed_run_id = t.feed_run_id and e.until_tm > now() and e.revoked_tm is null))`
