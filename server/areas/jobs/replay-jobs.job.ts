import { z } from 'zod'
import { jobStatus, jobTypes, recordNoun, schedulableTypes } from '#contract/jobs/types.ts'
import { sql } from '#server/platform/database/db.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import { wellSince } from './failures.ts'
import { schedulers } from './schedulers.ts'

const payload = z.object({
  job_type: z.enum(schedulableTypes),
  cause: z.string(),
  since: z.string(),
  by: z.string(),
})

const whyNot = { gone: 'it no longer exists', skipped: 'it is already queued or running' } as const

/**
 * Replays the records of a group of failed jobs, each once. A failed job is marked in the transaction that
 * queues its successor, so a second attempt continues where the first stopped.
 */
export const replayJobs: JobDefinition<z.output<typeof payload>> = {
  type: 'JOB_REPLAY_JOB',
  payload,
  key: (p) => `${p.job_type}:${p.cause}`,
  retries: 3,
  timeoutSeconds: 3600,
  async run(job) {
    const { db, payload: p, jobId, signal, progress, say: logLine } = job
    const counts = { queued: 0, skipped: 0, gone: 0 }
    for (;;) {
      signal.throwIfAborted()
      const next = await db
        .selectFrom('job as j')
        .select('param_value')
        .where('job_type', '=', p.job_type)
        .where('job_status', '=', jobStatus.failed)
        .where('terminate_by', 'is', null)
        .where('cause', '=', p.cause)
        .where('job_end_time', '>=', p.since)
        .where('replayed_by', 'is', null)
        .where('param_value', 'is not', null)
        .where((eb) => eb.not(wellSince))
        .orderBy('job_id')
        .executeTakeFirst()
      const param = next?.param_value
      if (param === undefined || param === null) break
      const outcome = await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('job')
          .set({ replayed_by: jobId })
          .where('job_type', '=', p.job_type)
          .where('param_value', '=', param)
          .where('job_status', '=', jobStatus.failed)
          .where('terminate_by', 'is', null)
          .where('cause', '=', p.cause)
          .where('replayed_by', 'is', null)
          .execute()
        await sql`savepoint before_queue`.execute(tx)
        try {
          return (await schedulers[p.job_type](job, tx, { id: Number(param), requester: p.by })) === null
            ? 'skipped'
            : 'queued'
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          await sql`rollback to savepoint before_queue`.execute(tx)
          return error.status === 404 ? 'gone' : 'skipped'
        }
      })
      counts[outcome]++
      if (outcome !== 'queued')
        await logLine(`${recordNoun(jobTypes[p.job_type].param)} ${param}: ${whyNot[outcome]}`, 'warn')
      progress(`${counts.queued} queued`)
    }
    await logLine(
      `${counts.queued} queued, ${counts.skipped} already queued or running, ${counts.gone} deleted`,
    )
    return counts
  },
}
