import { jobStatus } from '#contract/jobs/types.ts'
import { sql } from '#server/platform/database/db.ts'
import { endedWell } from '../monitoring/standing.ts'
import { rollBack } from './roll-back-run.job.ts'

/** What the rules about a run need in addition to its own row, from `feed_run` joined to `feed`. */
export const runFacts = [
  'current_run_id',
  sql<boolean>`feed_run.changes_removed_tm is not null`.as('changes_removed'),
  sql<boolean>`(
    feed_run.previous_run_id is not null
    and not exists (select from feed_run p where p.feed_run_id = feed_run.previous_run_id)
  )`.as('previous_removed'),
  sql<number | null>`(
    select o.feed_run_id
    from feed_run o
    where o.feed_id = feed_run.feed_id and o.state in ('queued', 'running')
    limit 1)`.as('open_run_id'),
  sql<number | null>`(
    select n.feed_run_id
    from feed_run n
    where n.feed_id = feed_run.feed_id
      and n.feed_run_id > feed_run.feed_run_id
      and ${endedWell('n')}
      and n.mends_run_id is null
      and n.file_key <> feed_run.file_key
    order by n.feed_run_id desc
    limit 1)`.as('newer_read_run_id'),
  sql<number | null>`(
    select job_id
    from job
    where job_type = ${sql.lit(rollBack.type)}
      and param_value = feed_run.feed_run_id::text
      and job_status in (${sql.lit(jobStatus.executing)}, ${sql.lit(jobStatus.scheduled)})
    limit 1)`.as('roll_back_job_id'),
] as const
