import type { Selectable } from 'kysely'
import { z } from 'zod'
import { feedFormat, feedMapping, feedRules, type ReadSettings } from '#contract/feeds/settings.ts'
import { storable, storableJson } from '#contract/storable.ts'
import { many } from '#contract/words.ts'
import type { FeedRun as FeedRunTable } from '#server/db/tables.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import type { RunningJob } from '#server/platform/jobs/jobs.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { busyText } from '../files/busy-server.ts'
import { downloadedText, type FetchedFile } from '../files/fetched-files.ts'
import { mendedFormat } from '../runs/mended-rows.ts'
import { dropStages, type StageId } from './stage.ts'
import type { FurtherRead } from '../gate/further-files.ts'
import { readFeedRow, type FeedRow } from './feed-row.ts'
import { furtherOf, settingsHashOf, type Further } from './further-files.ts'
import { Phases, type PhaseRow } from './phases.ts'

export const payload = z.object({ feed_id: z.number(), feed_run_id: z.number() })
export type Payload = z.output<typeof payload>

/** The attempt was overtaken: another worker has the run, or the catalogue changed. The job starts again. */
export class Overtaken extends Error {
  constructor(successor = 'another worker') {
    super(`The run was taken over by ${successor}`)
  }
}

const runColumns = [
  'state',
  'dry',
  'approved_by',
  'settings_hash',
  'file_key',
  'file_name',
  'file_bytes',
  'file_tm',
  'phases',
  'mends_run_id',
  'mended_key',
  'decision',
] as const
const currentColumns = [
  'feed_run_id',
  'previous_run_id',
  'settings_hash',
  'file_key',
  'file_name',
  'file_tm',
  'fingerprint_key',
  'stats',
  'facts',
  'decision',
  'encoding',
  'rows_read',
  'rows_accepted',
  'rows_rejected',
  'rows_warned',
  'rows_left_out',
  'skipped',
] as const
type RunRow = Pick<Selectable<FeedRunTable>, (typeof runColumns)[number]>
export type CurrentRun = Pick<Selectable<FeedRunTable>, (typeof currentColumns)[number]>

interface AttemptFacts {
  run: RunRow
  feed: FeedRow
  /** The run whose changes the catalogue holds. */
  current: CurrentRun | undefined
  settings: ReadSettings
  further: readonly Further[]
}

export const noRows = () => ({
  rows_read: 0,
  rows_accepted: 0,
  rows_rejected: 0,
  rows_warned: 0,
  rows_known: 0,
  rows_left_out: 0,
})

/** One attempt at a run: its facts and counts, and what it writes while the run's row names it. */
export class Attempt {
  readonly job: RunningJob<Payload>
  readonly runId: number
  readonly stage: StageId
  readonly run: RunRow
  readonly feed: FeedRow
  readonly current: CurrentRun | undefined
  readonly settings: ReadSettings
  /** The files that are joined to the main one. */
  readonly further: readonly Further[]
  readonly settingsHash: string
  readonly phases: Phases
  /** The main file. */
  file: FetchedFile | undefined
  /** Files on this machine until the attempt ends. */
  readonly #files: FetchedFile[] = []
  counts = noRows()
  /** How each further file's rows matched the main file's, now and in the last applied run. */
  furtherReads: readonly FurtherRead[] = []
  /** How much of the file has been read, if that is known. */
  bytesRead = () => 0
  #progressAt = 0

  constructor(job: RunningJob<Payload>, phases: Phases, facts: AttemptFacts) {
    this.job = job
    this.runId = job.payload.feed_run_id
    this.stage = stageOf(job)
    this.run = facts.run
    this.feed = facts.feed
    this.current = facts.current
    // mended rows have our own format, and count as read by the feed's settings
    this.settings =
      facts.run.mends_run_id === null ? facts.settings : { ...facts.settings, format: mendedFormat }
    this.further = facts.further
    this.settingsHash = settingsHashOf(facts.settings, facts.further)
    this.phases = phases
  }

  /** The current run, if it was read by the same settings, so that its rows can be recognized by their text. */
  get comparable(): CurrentRun | undefined {
    return !this.run.dry && this.current?.settings_hash === this.settingsHash ? this.current : undefined
  }

  /** Registers a file to be removed when the attempt ends. */
  take(file: FetchedFile): void {
    this.#files.push(file)
  }

  /** The run's row, while it names this attempt. */
  row(db: Db | Tx = this.job.db) {
    return db
      .updateTable('feed_run')
      .where('feed_run_id', '=', this.runId)
      .where('attempt', '=', this.job.attempt)
      .where('job_id', '=', this.job.jobId)
  }

  downloading(received: number, announced: number | undefined): void {
    const share = announced ? Math.min(1, received / announced) : undefined
    this.job.progress(`Downloading, ${downloadedText(received, announced)}`, share)
  }

  /** A busy server is asked again: the run's page and its job's log say so. */
  waitingForServer(status: number, seconds: number): void {
    const text = busyText(status, seconds)
    this.job.progress(text)
    this.job
      .say(text)
      .catch((error: Error) => this.job.log.warn({ err: error.message }, 'could not log a wait'))
  }

  /** The download took none; reading, comparing and applying do. */
  async takeVcpus(): Promise<void> {
    const began = performance.now()
    this.job.progress('Downloaded. Waiting for free vCPUs')
    await this.job.takeVcpus()
    const seconds = Math.round((performance.now() - began) / 1000)
    if (seconds > 0) await this.job.say(`Waited ${seconds} s for free vCPUs`)
  }

  async progress(now = false): Promise<void> {
    const time = databaseNow()
    if (!now && time - this.#progressAt < 400) return
    this.#progressAt = time
    const bytes_read = this.bytesRead()
    this.job.progress(
      `${many(this.counts.rows_read, 'row')} read`,
      bytes_read && this.file ? bytes_read / this.file.bytes : undefined,
    )
    const { numUpdatedRows } = await this.row()
      .set({ ...this.counts, bytes_read, phase: this.phases.current, phases: storableJson(this.phases) })
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Overtaken()
    await this.#notifyWatchers()
  }

  /** Ends the run. Part of the caller's transaction; `settle` follows it. */
  async close(tx: Tx, state: string, set: Record<string, unknown>): Promise<void> {
    this.phases.untilNow()
    const { numUpdatedRows } = await this.row(tx)
      .set({
        ...this.counts,
        ...storableTexts(set),
        state,
        phase: null,
        phases: storableJson(this.phases),
        end_tm: sql`clock_timestamp()`,
      })
      .where('state', '=', 'running')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Overtaken()
  }

  /** Sets the end of the run and of its last phase after the commit, and notifies watchers. */
  async settle(): Promise<void> {
    this.phases.untilNow()
    await this.row()
      .set({ phases: storableJson(this.phases), end_tm: sql`clock_timestamp()` })
      .where('state', 'not in', ['queued', 'running'])
      .execute()
    await this.#notifyWatchers()
  }

  /** Cleans up. What an aborted attempt leaves is dropped when the run ends or by the next attempt. */
  async leave(): Promise<void> {
    for (const file of this.#files) await file.remove()
    if (this.job.signal.aborted) return
    await dropStages(this.job.db, this.stage).catch((error: Error) =>
      this.job.log.warn({ err: error.message }, 'could not drop a staging table'),
    )
  }

  async #notifyWatchers(): Promise<void> {
    await sql`select pg_notify('feed_run', ${String(this.runId)})`.execute(this.job.db)
  }
}

/** What a file brings into a run’s row may hold what no column can hold. */
const storableTexts = (set: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(set).map(([column, value]) => [
      column,
      typeof value === 'string' ? storable(value) : value,
    ]),
  )

const stageOf = (job: RunningJob<Payload>): StageId => ({
  runId: job.payload.feed_run_id,
  attempt: job.attempt,
})

/** Takes the run for this attempt; for a run that has ended, returns its state. */
export async function beginAttempt(job: RunningJob<Payload>): Promise<Attempt | { endState: string }> {
  const { db } = job
  const { feed_id, feed_run_id } = job.payload
  const run = await db
    .selectFrom('feed_run')
    .select(runColumns)
    .where('feed_run_id', '=', feed_run_id)
    .executeTakeFirst()
  // a worker that was killed after its last step has left only its stage
  if (!run || (run.state !== 'queued' && run.state !== 'running')) {
    await dropStages(db, stageOf(job))
    return { endState: run?.state ?? 'gone' }
  }
  const phases = new Phases(run.approved_by ? readingOne(run.phases as PhaseRow[]) : [])
  const { numUpdatedRows } = await db
    .updateTable('feed_run')
    .set({ state: 'running', attempt: job.attempt, bytes_read: 0, start_tm: sql`coalesce(start_tm, now())` })
    .where('feed_run_id', '=', feed_run_id)
    .where('state', 'in', ['queued', 'running'])
    .where('job_id', '=', job.jobId)
    .where('attempt', '<', job.attempt)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Overtaken()
  const feed = await readFeedRow(db, feed_id)
  const current =
    feed.current_run_id === null
      ? undefined
      : await db
          .selectFrom('feed_run')
          .select(currentColumns)
          .where('feed_run_id', '=', feed.current_run_id)
          .executeTakeFirst()
  const settings = {
    format: feedFormat.parse(feed.format),
    mapping: feedMapping.parse(feed.mapping),
    rules: feedRules.parse(feed.rules),
  }
  const further = await furtherOf(db, feed_id, feed_run_id, feed.current_run_id)
  return new Attempt(job, phases, { run, feed, current, settings, further })
}

/** The phases of the reading that a person reviewed, without a failed attempt at the second reading. */
const readingOne = (phases: readonly PhaseRow[]) => phases.filter((p) => (p.reading ?? 1) === 1)
