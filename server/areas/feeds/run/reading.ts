import type { ProductField, ReadSettings } from '#contract/feeds/settings.ts'
import { FeedFailure } from '#engine/failure.ts'
import { hasFingerprint } from '#engine/formats/formats.ts'
import {
  openRecords,
  readFeed,
  type FileTraits,
  type ReadBatch,
  type ReadWith,
  type Stopwatch,
} from '#engine/read.ts'
import { contradictsFingerprint, repeatedLines, type Scope } from './compare.ts'
import type { FetchedFile } from '../files/fetched-files.ts'
import { Fingerprint } from './fingerprint.ts'
import { mendedColumns, repeatedReason, type Issues } from '../runs/issues.ts'
import { Stage, stageUnseen, type StageId } from './stage.ts'
import type { Attempt } from './attempt.ts'

/** What is read, with which settings, and into which stage. */
export interface Part {
  file: FetchedFile
  settings: ReadSettings
  stage: StageId
  issues: Issues
  counts: Attempt['counts']
  /** Fields that another file may fill. */
  elsewhere: ReadonlySet<ProductField>
}
/** A file's rows as they were staged. */
export interface ReadPart {
  scope: Scope
  encoding: string
  traits: FileTraits
  bytes: number
  repeats: number
  fingerprint: Fingerprint | undefined
}

/** One file, read into its stage. */
export class Reading {
  readonly #attempt: Attempt
  readonly #part: Part
  readonly #watch: Stopwatch
  readonly #fingerprint: Fingerprint | undefined
  readonly #next: Fingerprint | undefined

  constructor(attempt: Attempt, part: Part, watch: Stopwatch, fingerprint: Fingerprint | undefined) {
    this.#attempt = attempt
    this.#part = part
    this.#watch = watch
    this.#fingerprint = fingerprint
    // a row's text determines its content only if no other file contributes to it
    this.#next = attempt.further.length ? undefined : new Fingerprint()
  }

  /** Undefined: the fingerprint was misleading, and the whole file must be read. */
  async read(): Promise<ReadPart | undefined> {
    const { feed, job } = this.#attempt
    const { file, settings, stage: stageId, elsewhere } = this.#part
    const options: ReadWith = {
      knownRow: this.#fingerprint?.known,
      watch: this.#watch,
      elsewhere,
      onOpen: (bytesRead) => {
        if (stageId.file === undefined) this.#attempt.bytesRead = bytesRead
      },
    }
    const { fields, encoding, batches, traits } = await readFeed(file.path, settings, options)
    const stage = new Stage(job.database, stageId, fields)
    await this.#stage(stage, batches)
    this.#part.issues.addNotices(traits.notices?.values() ?? [])
    for (const note of traits.notes ?? []) this.#part.issues.note(note)
    const isMended = this.#attempt.run.mends_run_id !== null
    const scope: Scope = {
      feedId: feed.feed_id,
      dropshipperId: feed.dropshipper_id,
      ...stageId,
      fields,
      rules: settings.rules,
      partial: this.#fingerprint !== undefined,
      whole: settings.rules.covers === 'all' && !isMended,
      mended: isMended,
    }
    const repeats = await repeatedLines(job.db, scope)
    if (this.#fingerprint && !(await this.#vouched(this.#fingerprint, scope, repeats.length)))
      return undefined
    if (repeats.length) await this.#rejectRepeats(repeats)
    await this.#count(true)
    const keeps =
      hasFingerprint(settings.format) && repeats.length === 0 && !this.#next?.tooLarge && scope.whole
    const fingerprint = keeps ? this.#next : undefined
    return { scope, encoding, traits, bytes: stage.bytes, repeats: repeats.length, fingerprint }
  }

  async #stage(stage: Stage, batches: AsyncIterable<ReadBatch>): Promise<void> {
    const { issues, counts } = this.#part
    try {
      await stage.begin()
      for await (const batch of batches) {
        this.#attempt.job.signal.throwIfAborted()
        refuseMended(batch.columns)
        for (const row of batch.accepted) {
          const content = stage.put(row)
          issues.warn(row)
          this.#next?.add([row.hashA, row.hashB], content, row.warnings !== undefined)
        }
        for (const row of batch.rejected) await issues.reject(batch.columns, row)
        for (const line of batch.leftOut) await issues.leaveOut(batch.columns, line)
        await stage.keep(batch.rejected.flatMap((row) => row.sku ?? []))
        await stage.flush()
        counts.rows_read += batch.accepted.length + batch.rejected.length + batch.known
        counts.rows_known += batch.known
        await this.#count()
      }
      await stage.end()
    } finally {
      stage.abort()
    }
  }

  /** Whether the fingerprint recognized its rows correctly; if so they are carried over to the next one. */
  async #vouched(fingerprint: Fingerprint, scope: Scope, repeats: number): Promise<boolean> {
    if (fingerprint.repeated || repeats) return false
    const { job, stage } = this.#attempt
    await stageUnseen(job.database, stage, fingerprint.unseen())
    if (await contradictsFingerprint(job.db, scope)) return false
    if (this.#next) fingerprint.carryTo(this.#next)
    return true
  }

  /** Rejects rows whose SKU another row has; their cells are read again for the file of rejected rows. */
  async #rejectRepeats(repeats: { line: number; kept: number; sku: string }[]): Promise<void> {
    const { file, issues, settings } = this.#part
    const { format, mapping } = settings
    const lines = new Map(repeats.map((r) => [r.line, r]))
    const column = mapping.find((m) => m.field === 'sku')?.from ?? ''
    const { batches } = await openRecords(file.path, format)
    for await (const { columns, rows } of batches)
      for (const { line, cells } of rows) {
        const repeat = lines.get(line)
        if (!repeat) continue
        const value = `${repeat.sku} (line ${repeat.kept} is used)`
        const issue = { column, value, reason: repeatedReason }
        await issues.reject(columns, { line, cells, issue, sku: undefined })
      }
  }

  #count(now = false): Promise<void> {
    const { counts, issues } = this.#part
    counts.rows_rejected = issues.rejected
    counts.rows_warned = issues.warned
    counts.rows_left_out = issues.leftOut
    counts.rows_accepted = counts.rows_read - issues.rejected
    return this.#attempt.progress(now)
  }
}

/** As a feed's whole file, a run's rejected rows would remove every product that they don't name. */
function refuseMended(columns: readonly string[]): void {
  if (mendedColumns.every((name) => columns.includes(name)))
    throw new FeedFailure(
      'mended_rows',
      'This file contains a run’s corrected rows. A complete feed file is required',
    )
}
