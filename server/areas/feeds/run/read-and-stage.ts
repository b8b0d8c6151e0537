import { hasFingerprint } from '#engine/formats.ts'
import {
  openRecords,
  readFeed,
  type FileSeen,
  type ReadBatch,
  type ReadWith,
  type Stopwatch,
} from '#engine/read.ts'
import { contradictsFingerprint, repeatedLines, type Scope } from '../compare.ts'
import type { FetchedFile } from '../fetch-feed.ts'
import { factsOf, type FileFacts } from '../gate/file.ts'
import { Fingerprint } from '../fingerprint.ts'
import { Issues, mendedColumns } from '../issues.ts'
import { rejectedKeys } from '../old-files.ts'
import { Stage, stageUnseen } from '../stage.ts'
import type { Attempt } from './attempt.ts'

/** A file as it was read: staged, its issues noted. */
export interface StagedFile {
  scope: Scope
  issues: Issues
  encoding: string
  seen: FileSeen
  facts: FileFacts
  /** What the next run knows this one's rows by. */
  fingerprint: Fingerprint | undefined
}

/** Reads, checks and stages the file; against a fingerprint where there is one that doesn't mislead. */
export async function readAndStage(attempt: Attempt, file: FetchedFile): Promise<StagedFile> {
  attempt.phases.begin('parse')
  const watch: Stopwatch = { now: () => performance.now(), decode: 0, parse: 0, check: 0 }
  const known = await lastFingerprint(attempt)
  const read =
    (known && (await new Reading(attempt, file, watch, known).read())) ??
    (await new Reading(attempt, file, watch, undefined).read())
  if (!read) throw new Error('A file read whole must give a reading')
  return read
}

/** Rows known by their text keep what they became, which must not depend on what the catalogue had. */
async function lastFingerprint({ comparable, settings, job }: Attempt): Promise<Fingerprint | undefined> {
  const { blank_cell, blank_quantity, covers } = settings.rules
  if (covers !== 'all') return undefined
  if (blank_cell !== 'clear' || blank_quantity !== 'zero') return undefined
  if (!comparable?.fingerprint_key || !comparable.stats?.counts) return undefined
  return Fingerprint.load(job.files, comparable.fingerprint_key)
}

class Reading {
  readonly #attempt: Attempt
  readonly #file: FetchedFile
  readonly #watch: Stopwatch
  readonly #known: Fingerprint | undefined
  readonly #issues: Issues
  readonly #next = new Fingerprint()

  constructor(attempt: Attempt, file: FetchedFile, watch: Stopwatch, known: Fingerprint | undefined) {
    this.#attempt = attempt
    this.#file = file
    this.#watch = watch
    this.#known = known
    this.#issues = new Issues(
      attempt.job.files,
      rejectedKeys.key({ owner: attempt.runId, attempt: attempt.job.attempt }),
    )
    attempt.counts = { rows_read: 0, rows_accepted: 0, rows_rejected: 0, rows_warned: 0, rows_known: 0 }
  }

  /** With a fingerprint, undefined says that it misled and the file must be read whole. */
  async read(): Promise<StagedFile | undefined> {
    const { settings, phases, feed, job, counts } = this.#attempt
    const how: ReadWith = {
      known: this.#known?.known,
      watch: this.#watch,
      opened: (bytesRead) => (this.#attempt.bytesRead = bytesRead),
    }
    const { fields, encoding, batches, seen } = await readFeed(this.#file.path, settings, how)
    const stage = new Stage(job.database, this.#attempt.stage, fields)
    await this.#stage(stage, batches)
    const scope: Scope = {
      feedId: feed.feed_id,
      dropshipperId: feed.dropshipper_id,
      ...this.#attempt.stage,
      fields,
      rules: settings.rules,
      partial: this.#known !== undefined,
      whole: settings.rules.covers === 'all' && !isMended(seen.columns),
      mended: isMended(seen.columns),
    }
    const repeats = await repeatedLines(job.db, scope)
    if (this.#known && !(await this.#vouched(this.#known, scope, repeats.length))) return undefined
    if (repeats.length) await this.#rejectRepeats(repeats)
    await this.#count(true)
    phases.endReading(this.#watch, { read: counts.rows_read, accepted: counts.rows_accepted }, stage.bytes)
    const keeps =
      hasFingerprint(settings.format) && repeats.length === 0 && !this.#next.tooLarge && scope.whole
    const facts = factsOf(seen, this.#issues, counts.rows_read, repeats.length)
    return { scope, issues: this.#issues, encoding, seen, facts, fingerprint: keeps ? this.#next : undefined }
  }

  async #stage(stage: Stage, batches: AsyncIterable<ReadBatch>): Promise<void> {
    try {
      await stage.begin()
      for await (const batch of batches) {
        this.#attempt.job.signal.throwIfAborted()
        for (const row of batch.accepted) {
          const [a, b] = stage.put(row)
          this.#issues.warn(row)
          this.#next.add(row.hashA, row.hashB, a, b, row.warnings !== undefined)
        }
        for (const row of batch.rejected) await this.#issues.reject(batch.columns, row)
        await stage.keep(batch.rejected.flatMap((row) => row.sku ?? []))
        await stage.flush()
        const { counts } = this.#attempt
        counts.rows_read += batch.accepted.length + batch.rejected.length + batch.known
        counts.rows_known += batch.known
        await this.#count()
      }
      await stage.end()
    } finally {
      stage.abort()
    }
  }

  /** Whether the fingerprint told the rows it knew rightly; its rows then go over to the next one. */
  async #vouched(known: Fingerprint, scope: Scope, repeats: number): Promise<boolean> {
    if (known.repeated || repeats) return false
    const { job, stage } = this.#attempt
    await stageUnseen(job.database, stage, known.unseen())
    if (await contradictsFingerprint(job.db, scope)) return false
    known.carryTo(this.#next)
    return true
  }

  /** Rows whose SKU another row has: their own cells are read again for the file of rejected rows. */
  async #rejectRepeats(repeats: { line: number; kept: number; sku: string }[]): Promise<void> {
    const { format, mapping } = this.#attempt.settings
    const lines = new Map(repeats.map((r) => [r.line, r]))
    const column = mapping.find((m) => m.field === 'sku')!.from
    const { batches } = await openRecords(this.#file.path, format)
    for await (const { columns, rows } of batches)
      for (const { line, cells } of rows) {
        const repeat = lines.get(line)
        if (!repeat) continue
        const value = `${repeat.sku} (line ${repeat.kept} counts)`
        const issue = { column, value, reason: 'The SKU stands on another line too' }
        await this.#issues.reject(columns, { line, cells, issue, sku: undefined })
      }
  }

  #count(now = false): Promise<void> {
    const { counts } = this.#attempt
    const { rejected, warned } = this.#issues
    const rows_accepted = counts.rows_read - rejected
    Object.assign(counts, { rows_rejected: rejected, rows_warned: warned, rows_accepted })
    return this.#attempt.progress(now)
  }
}

/** Rejected rows as they were downloaded, mended: the other products are in the file that they were part of. */
const isMended = (columns: readonly string[]) => mendedColumns.every((name) => columns.includes(name))
