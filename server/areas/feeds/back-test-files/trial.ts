import { triedFiles, type TriedFile } from '#contract/feeds/file-back-test.ts'
import type { ReadSettings } from '#contract/feeds/settings.ts'
import { FeedFailure } from '#engine/failure.ts'
import type { Db } from '#server/platform/database/db.ts'
import type { RunningJob } from '#server/platform/jobs/jobs.ts'
import { keepFile, type FetchedFile } from '../files/fetched-files.ts'
import { Attempt, type CurrentRun, type Payload } from '../run/attempt.ts'
import { weigh } from '../run/compare-and-decide.ts'
import type { FeedRow } from '../run/feed-row.ts'
import { furtherOf } from '../run/further-files.ts'
import { Phases } from '../run/phases.ts'
import { readAndStage, type StagedFile } from '../run/read-and-stage.ts'
import { dropStages, everyAttempt, trialNumbers } from '../run/stage.ts'
import { standInFeed, takeInto } from './stand-in-catalogue.ts'

/** A file that a run of the feed read. */
export interface KeptFile {
  feed_run_id: number
  tm: string
  key: string
  name: string
  was: string
}
/** The settings on trial, read once. */
export interface TrialSettings {
  feed: FeedRow
  savedSettings: ReadSettings
  settings: ReadSettings
  oneTime: number | null
}

/** An attempt without a run's row. */
class Trial extends Attempt {
  override progress(): Promise<void> {
    this.job.progress(`${this.counts.rows_read.toLocaleString('en-US')} rows read`)
    return Promise.resolve()
  }
}

/**
 * Tries one kept file after another, each against the catalogue of the earlier files that a run applied. The
 * runs are numbered beyond all real ones, so that their stages are separate.
 */
export class Trials {
  readonly #job: RunningJob<unknown>
  readonly #session: Db
  readonly #tried: TrialSettings
  #current: CurrentRun | undefined
  #next: number

  constructor(job: RunningJob<unknown>, session: Db, trialSettings: TrialSettings) {
    this.#job = job
    this.#session = session
    this.#tried = trialSettings
    this.#next = firstOf(job.jobId)
  }

  /** Builds the catalogue from the oldest file with the saved settings, if they can read it. */
  async begin(file: KeptFile): Promise<void> {
    const trial = await this.#trial(file, this.#tried.savedSettings)
    try {
      await this.#take(trial, await this.#read(trial, file))
    } catch (error) {
      if (!(error instanceof FeedFailure) || this.#job.signal.aborted) throw error
    } finally {
      await trial.leave()
    }
  }

  async try(file: KeptFile): Promise<TriedFile> {
    const trial = await this.#trial(file, this.#tried.settings)
    try {
      const read = await this.#read(trial, file)
      const first = this.#current === undefined
      if (first || wasTaken(file.was)) await this.#take(trial, read)
      return { ...labelOf(file), ...judgeFile(trial, read, first) }
    } catch (error) {
      if (!(error instanceof FeedFailure) || this.#job.signal.aborted) throw error
      return { ...labelOf(file), ...countsOf(trial), is: 'rejected', sentence: error.message }
    } finally {
      await trial.leave()
    }
  }

  async #copy(trial: Trial, { key, name }: Pick<KeptFile, 'key' | 'name'>): Promise<FetchedFile> {
    const keptCopy = await keepFile(await this.#job.files.open(key), this.#job.signal)
    const file = { ...keptCopy, name, modifiedTm: undefined, etag: undefined, lastModified: undefined }
    trial.take(file)
    return file
  }

  async #trial(file: KeptFile, settings: ReadSettings): Promise<Trial> {
    const { feed, oneTime } = this.#tried
    const feed_run_id = this.#next++
    const further = await furtherOf(this.#job.db, feed.feed_id, file.feed_run_id, null)
    const payload: Payload = { feed_id: feed.feed_id, feed_run_id }
    const run = { state: 'running', dry: true, approved_by: null, settings_hash: null, phases: [] }
    return new Trial({ ...this.#job, db: this.#session, payload }, new Phases([]), {
      run: {
        ...run,
        file_key: null,
        file_name: null,
        file_bytes: null,
        file_tm: null,
        mends_run_id: null,
        mended_key: null,
        decision: null,
      },
      feed: { ...feed, one_time_threshold_percent: oneTime === null ? null : String(oneTime) },
      current: this.#current,
      settings,
      // the saved further files, with the copies that were joined to this one
      further: further.filter((file) => file.ownCopy),
    })
  }

  async #read(trial: Trial, file: KeptFile): Promise<TrialReading> {
    trial.file = await this.#copy(trial, file)
    const further: FetchedFile[] = []
    for (const { ownCopy } of trial.further) if (ownCopy) further.push(await this.#copy(trial, ownCopy))
    const stagedFile = await readAndStage(trial, { main: trial.file, further })
    stagedFile.scope.feedId = standInFeed
    const gateResult = await weigh(trial, stagedFile)
    const rejectedKey = await stagedFile.issues.finish()
    if (rejectedKey) await this.#job.files.remove(rejectedKey)
    return { stagedFile, ...gateResult }
  }

  async #take(trial: Trial, { stagedFile, comparison, report }: TrialReading): Promise<void> {
    await takeInto(this.#session, stagedFile.scope)
    this.#current = {
      ...noRun,
      stats: { counts: report.after },
      facts: stagedFile.facts as never,
      skipped: comparison.skipped,
      settings_hash: trial.settingsHash,
    }
  }
}

type TrialReading = { stagedFile: StagedFile } & Awaited<ReturnType<typeof weigh>>

function judgeFile(trial: Trial, { comparison, decision, report }: TrialReading, isFirst: boolean) {
  const changes = {
    created: comparison.created,
    updated: comparison.updated,
    deleted: comparison.deleted,
  }
  const passes = changes.created + changes.updated + changes.deleted > 0 ? 'applied' : 'unchanged'
  const verdict: TriedFile['is'] = isFirst ? 'first' : passes
  const { products } = report.after
  return {
    ...countsOf(trial),
    ...changes,
    products,
    is: decision.verdict === 'hold' ? ('held' as const) : verdict,
    sentence: decision.sentence,
  }
}

/** Whether the file became the catalogue; held, discarded and rejected ones didn't. */
const wasTaken = (state: string) => state === 'applied' || state === 'unchanged'
const firstOf = (jobId: number) => trialNumbers.beyondRuns + jobId * trialNumbers.perJob

/** Drops the stages that a job's trials could not drop themselves. */
export async function dropTrials(db: Db, jobId: number): Promise<void> {
  for (let i = 0; i <= triedFiles; i++)
    await dropStages(db, { runId: firstOf(jobId) + i, attempt: everyAttempt })
}

const noRun: CurrentRun = {
  feed_run_id: 0,
  previous_run_id: null,
  settings_hash: null,
  file_key: null,
  file_name: null,
  file_tm: null,
  fingerprint_key: null,
  stats: null,
  facts: null,
  decision: null,
  encoding: null,
  rows_read: 0,
  rows_accepted: 0,
  rows_rejected: 0,
  rows_warned: 0,
  rows_left_out: 0,
  skipped: 0,
}

type FileLabel = Pick<TriedFile, 'feed_run_id' | 'tm' | 'name' | 'was'>
const labelOf = (file: KeptFile): FileLabel => ({
  feed_run_id: file.feed_run_id,
  tm: file.tm,
  name: file.name,
  was: file.was,
})
const countsOf = ({ counts: { rows_read, rows_rejected } }: Attempt) => ({
  rows_read,
  rows_rejected,
  created: 0,
  updated: 0,
  deleted: 0,
  products: 0,
})
