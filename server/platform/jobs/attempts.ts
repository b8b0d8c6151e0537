import { fromKysely } from 'pg-boss'
import { jobStatus } from '#contract/jobs/types.ts'
import { storable } from '#contract/storable.ts'
import { sql, type Db, type Tx } from '../database/db.ts'
import type { JobDefinition, QueueEntry, Services } from '../service-types.ts'

/** A job as a worker took it from the queue. */
export interface FetchedJob {
  definition: JobDefinition<never>
  jobId: number
  entry: QueueEntry
}
interface BegunAttempt {
  attempt: number
  payload: unknown
  terminate_reason: string | null
}

/**
 * Makes this fetch the job's next attempt. Undefined if the record has ended or the queue has given the
 * fetch up.
 */
export async function beginAttempt(
  { db, jobs, config }: Services,
  { definition, jobId, entry }: FetchedJob,
): Promise<BegunAttempt | undefined> {
  return db.transaction().execute(async (tx) => {
    const open = await tx
      .selectFrom('job')
      .select('job_status')
      .where('job_id', '=', jobId)
      .where('job_status', 'in', [jobStatus.scheduled, jobStatus.executing])
      .forUpdate()
      .executeTakeFirst()
    if (!open) await jobs.boss.complete(definition.type, entry, null, { db: fromKysely(tx) })
    if (!open || !(await jobs.holds(tx, definition.type, entry))) return undefined
    const startedJob = await tx
      .updateTable('job')
      .set({
        job_status: jobStatus.executing,
        attempt: sql`attempt + 1`,
        server: config.serverName,
        job_start_time: sql`now()`,
        heartbeat_tm: sql`now()`,
        job_end_time: null,
        reason: null,
        progress: null,
        progress_text: null,
        ...(definition.downloads && { vcpu: 0 }),
      })
      .where('job_id', '=', jobId)
      .returning(['attempt', 'payload', 'terminate_reason'])
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('job_attempt')
      .set({ end_tm: sql`now()`, outcome: 'lost' })
      .where('job_id', '=', jobId)
      .where('end_tm', 'is', null)
      .execute()
    await tx
      .insertInto('job_attempt')
      .values({ job_id: jobId, attempt: startedJob.attempt, server: config.serverName })
      .execute()
    return startedJob
  })
}

/**
 * Does the work on the job's records only while its row names this attempt; anyone who would take the job
 * waits meanwhile. Returns whether it was done.
 */
export async function whileMine(
  db: Db,
  jobId: number,
  attempt: number,
  work: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute((tx) => whileOwned(tx, jobId, attempt, work))
}

/** The same in a transaction that has locked the job's record. */
export async function whileOwned(
  tx: Tx,
  jobId: number,
  attempt: number,
  work: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const ownedJob = await tx
    .selectFrom('job')
    .select('job_id')
    .where('job_id', '=', jobId)
    .where('attempt', '=', attempt)
    .where('job_status', '=', jobStatus.executing)
    .forUpdate()
    .executeTakeFirst()
  if (ownedJob) await work(tx)
  return ownedJob !== undefined
}

/** What a job says of itself, until it is written. */
export interface Progress {
  text: string
  share: number | null
  fresh: boolean
}
/** Renews the attempt's heartbeat and writes its progress. Whether it is still held, and why it should end. */
export async function keepAttempt(
  { db, jobs }: Services,
  { definition, jobId, entry, attempt }: FetchedJob & { attempt: number },
  progress: Progress,
): Promise<{ isHeld: boolean; terminate: string | null }> {
  let terminate: string | null = null
  let isHeld = false
  const isOwned = await whileMine(db, jobId, attempt, async (tx) => {
    isHeld = await jobs.holds(tx, definition.type, entry)
    if (!isHeld) return
    await jobs.boss.touch(definition.type, entry, { db: fromKysely(tx) })
    const progressColumns = progress.fresh && {
      progress: progress.share,
      progress_text: storable(progress.text),
    }
    progress.fresh = false
    const row = await tx
      .updateTable('job')
      .set({ heartbeat_tm: sql`now()`, ...progressColumns })
      .where('job_id', '=', jobId)
      .returning('terminate_reason')
      .executeTakeFirstOrThrow()
    terminate = row.terminate_reason
  })
  return { isHeld: isOwned && isHeld, terminate }
}

export const writeLogLine = (
  db: Db,
  job_id: number,
  attempt: number,
  { level, message }: { level: string; message: string },
): Promise<void> =>
  db
    .insertInto('job_log')
    .values({ job_id, attempt, level, message: storable(message) })
    .execute()
    .then(() => {})

const storableReason = (reason: string | null) => reason && storable(reason)

interface Ending {
  job_status: number
  reason: string | null
  /** What the type takes: one that was downloading held none. */
  vcpu: number
  result?: string
  progress?: number
}
export async function endJob(tx: Tx, jobId: number, set: Ending): Promise<void> {
  await tx
    .updateTable('job')
    .set({ ...set, reason: storableReason(set.reason), job_end_time: sql`now()` })
    .where('job_id', '=', jobId)
    .execute()
}

export async function endAttempt(
  tx: Tx,
  jobId: number,
  attempt: number,
  { outcome, reason }: { outcome: string; reason: string | null },
): Promise<void> {
  await tx
    .updateTable('job_attempt')
    .set({ end_tm: sql`now()`, outcome, reason: storableReason(reason) })
    .where('job_id', '=', jobId)
    .where('attempt', '=', attempt)
    .execute()
}
