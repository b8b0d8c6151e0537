import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import {
  feedFormat,
  feedMapping,
  feedRules,
  feedSource,
  type ReadSettings,
} from '#contract/feeds/settings.ts'
import type { runPhases } from '#contract/feeds/runs.ts'
import { decide, type CatalogueCounts } from '#engine/decide.ts'
import { FeedFailure } from '#engine/failure.ts'
import { hasFingerprint } from '#engine/formats.ts'
import { openRecords, readFeed, type Stopwatch } from '#engine/read.ts'
import type { Feed as FeedTable, FeedRun as FeedRunTable } from '#server/db/tables.ts'
import { sql } from '#server/platform/db.ts'
import type { JobDefinition, RunningJob } from '#server/platform/jobs.ts'
import { record, type Services } from '#server/platform/services.ts'
import {
  afterLargeChange,
  applyChanges,
  compare,
  contradictsFingerprint,
  countDistinct,
  countFile,
  productUpto,
  repeatedLines,
  type Scope,
} from './catalogue.ts'
import { fetchFeed, type FetchedFile } from './fetch-feed.ts'
import { Fingerprint } from './fingerprint.ts'
import { followUp } from './follow-up.ts'
import { measureImpact } from './impact.ts'
import { Issues } from './issues.ts'
import { announce } from './notify.ts'
import { dropStages, everyAttempt, Stage, stageUnseen, type StageOf } from './stage.ts'

const payload = z.object({ feed_id: z.number(), feed_run_id: z.number() })
type Payload = z.output<typeof payload>
type Phase = (typeof runPhases)[number]
type PhaseRow = {
  phase: Phase
  start_tm: string
  ms: number | null
  rows: number | null
  bytes: number | null
}

const definition = (
  type: 'DROPSHIPPER_MONITORING_JOB' | 'RESTRICTED_MONITORING_JOB',
): JobDefinition<Payload> => ({
  type,
  payload,
  key: (p) => `feed-${p.feed_id}`,
  retries: 5,
  timeoutSeconds: 6 * 3600,
  async run(job) {
    const result = await new FeedRun(job).run()
    const counts = ['created', 'updated', 'deleted'].flatMap((k) =>
      typeof result[k] === 'number' ? [`${result[k]} ${k}`] : [],
    )
    const ended = [`Run ${job.payload.feed_run_id} ended: ${String(result.state)}`, ...counts].join(', ')
    await job.say(
      result.completed_with_errors ? `${ended}. ${result.completed_with_errors}` : ended,
      result.completed_with_errors ? 'warn' : 'info',
    )
    return result
  },
  async gaveUp(services, p, reason, terminated) {
    await end(services, p.feed_run_id, {
      state: terminated ? 'terminated' : 'failed',
      reason,
      reason_code: terminated ? 'terminated' : 'failed',
    })
  },
})
/** A supplier's feed: fetch, read, check, compare, decide, apply (behaviour.md, Feeds). */
export const supplierFeedRun = definition('DROPSHIPPER_MONITORING_JOB')
/** The same for a feed that one vendor has from a supplier. */
export const customFeedRun = definition('RESTRICTED_MONITORING_JOB')

/** The run's attempt was overtaken: another worker has it, or the catalogue moved. The job begins again. */
class Overtaken extends Error {}

class FeedRun {
  readonly #job: RunningJob<Payload>
  readonly #runId: number
  readonly #phases: PhaseRow[] = []
  readonly #attempt: StageOf
  #progressAt = 0
  #counts = { rows_read: 0, rows_accepted: 0, rows_rejected: 0, rows_warned: 0, rows_known: 0 }

  constructor(job: RunningJob<Payload>) {
    this.#job = job
    this.#runId = job.payload.feed_run_id
    this.#attempt = { runId: this.#runId, attempt: job.attempt }
  }

  async run(): Promise<Record<string, unknown> & { completed_with_errors?: string }> {
    const { db } = this.#job
    const run = await db
      .selectFrom('feed_run')
      .selectAll()
      .where('feed_run_id', '=', this.#runId)
      .executeTakeFirst()
    // a worker that was killed after its last step has left nothing but its stage
    if (!run || (run.state !== 'queued' && run.state !== 'running')) {
      await dropStages(db, this.#attempt)
      return { feed_run_id: this.#runId, state: run?.state ?? 'gone' }
    }
    const { numUpdatedRows } = await db
      .updateTable('feed_run')
      .set({ state: 'running', attempt: this.#job.attempt, start_tm: sql`coalesce(start_tm, now())` })
      .where('feed_run_id', '=', this.#runId)
      .where('state', 'in', ['queued', 'running'])
      .where('job_id', '=', this.#job.jobId)
      .where('attempt', '<', this.#job.attempt)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Overtaken('The run was overtaken by another worker')
    const feed = await db
      .selectFrom('feed')
      .innerJoin('dropshipper', 'dropshipper.dropshipper_id', 'feed.dropshipper_id')
      .selectAll('feed')
      .select(['supplier_name', 'max_file_age_allowed_in_days'])
      .where('feed_id', '=', this.#job.payload.feed_id)
      .executeTakeFirstOrThrow()
    let file: FetchedFile | undefined
    try {
      const settings: ReadSettings = {
        format: feedFormat.parse(feed.format),
        mapping: feedMapping.parse(feed.mapping),
        rules: feedRules.parse(feed.rules),
      }
      const settingsHash = hashSettings(settings)
      const current = feed.current_run_id
        ? await db
            .selectFrom('feed_run')
            .selectAll()
            .where('feed_run_id', '=', feed.current_run_id)
            .executeTakeFirst()
        : undefined
      const same = !run.dry && current?.settings_hash === settingsHash

      this.#phase('fetch')
      const fetched = await this.#fetch(feed, run, same ? (current?.file_key ?? undefined) : undefined)
      if (fetched === 'not modified')
        return await this.#unchanged(
          'The supplier says that the file has not changed since the last applied run',
          current,
        )
      file = fetched
      this.#phaseEnds({ bytes: file.bytes })
      const key = `feeds/${feed.feed_id}/${file.sha256}`
      await db
        .updateTable('feed_run')
        .set({
          file_name: file.name,
          file_bytes: file.bytes,
          file_tm: file.modified ?? null,
          file_key: key,
          settings_hash: settingsHash,
        })
        .where('feed_run_id', '=', this.#runId)
        .where('attempt', '=', this.#job.attempt)
        .where('job_id', '=', this.#job.jobId)
        .execute()
      refuseOld(this.#job.clock.now(), file.modified, feed.max_file_age_allowed_in_days)
      if (same && current?.file_key === key)
        return await this.#unchanged(
          'The file is the same, byte for byte, as in the last applied run',
          current,
          {
            etag: file.etag ?? null,
            last_modified: file.lastModified ?? null,
          },
        )
      if (!(await this.#job.files.stat(key))) await this.#job.files.put(key, createReadStream(file.path))
      return await this.#process(feed, file, settings, same ? current : undefined, current, run)
    } catch (error) {
      if (error instanceof FeedFailure && !this.#job.signal.aborted) return await this.#reject(error, feed)
      throw error
    } finally {
      await file?.done()
      await this.#leave()
    }
  }

  /** What an aborted attempt leaves, whoever ends the run or the next attempt drops. */
  async #leave(): Promise<void> {
    if (this.#job.signal.aborted) return
    await dropStages(this.#job.db, this.#attempt).catch((error: Error) =>
      this.#job.log.warn({ err: error.message }, 'a stage could not be dropped'),
    )
  }

  async #fetch(feed: FeedRow, run: RunRow, currentKey: string | undefined) {
    const { files, secrets, config, signal } = this.#job
    if (run.approved_by && run.file_key) {
      const local = await files.local(run.file_key)
      return {
        path: local.path,
        name: run.file_name ?? '',
        bytes: run.file_bytes ?? 0,
        sha256: run.file_key.split('/').at(-1)!,
        modified: undefined,
        etag: undefined,
        lastModified: undefined,
        done: local.done,
      } satisfies FetchedFile
    }
    return fetchFeed(files, {
      source: feedSource.parse(feed.source),
      secret: feed.source_secret ? secrets.open(feed.source_secret) : undefined,
      upload: feed.upload_key
        ? {
            key: feed.upload_key,
            name: feed.upload_name ?? 'file',
            tm: feed.upload_tm ?? new Date().toISOString(),
          }
        : undefined,
      etag: currentKey ? (feed.etag ?? undefined) : undefined,
      lastModified: currentKey ? (feed.last_modified ?? undefined) : undefined,
      allowHosts: config.fetchAllowHosts,
      signal,
    })
  }

  async #process(
    feed: FeedRow,
    file: FetchedFile,
    settings: ReadSettings,
    comparable: RunRow | undefined,
    current: RunRow | undefined,
    run: RunRow,
  ) {
    const { db, files } = this.#job
    const known =
      comparable?.fingerprint_key &&
      settings.rules.blank_cell === 'clear' &&
      settings.rules.blank_quantity === 'zero'
        ? await Fingerprint.load(files, comparable.fingerprint_key)
        : undefined
    const last = comparable?.stats?.counts as CatalogueCounts | undefined
    const read =
      (known && last && (await this.#read(feed, file, settings, known))) ||
      (await this.#read(feed, file, settings, undefined))
    if (!read) throw new Error('A file read whole must give a reading')
    const { scope, issues, next } = read

    this.#phase('compare')
    const found = await compare(db, scope)
    const counts = await countFile(db, scope, last)
    const accepted = this.#counts.rows_accepted
    const result = {
      created: found.created,
      updated: found.updated,
      deleted: found.deleted,
      unchanged: accepted - found.created - found.updated,
    }
    this.#phaseEnds({ rows: accepted })
    this.#job.signal.throwIfAborted()

    this.#phase('decide')
    const before = (current?.stats?.counts as CatalogueCounts | undefined) ?? {
      products: 0,
      in_stock: 0,
      filled: {},
    }
    const oneTime = feed.one_time_threshold_percent === null ? null : Number(feed.one_time_threshold_percent)
    const decision = decide(before, counts, found.pricesChanged, settings.rules, oneTime)
    const changes = found.created + found.updated + found.deleted > 0
    const impact = changes ? await measureImpact(db, scope, found) : null
    this.#phaseEnds({})
    const stats = { counts, prices_changed: found.pricesChanged, bytes: file.bytes, ...result }
    const common = {
      ...result,
      decision: JSON.stringify(decision),
      impact: impact ? JSON.stringify(impact) : null,
      rejected_key: await issues.finish(),
      stats: JSON.stringify(stats),
      encoding: read.encoding,
    }
    await this.#saveIssues(issues)
    this.#job.metrics.rows.inc({ outcome: 'accepted' }, accepted)
    this.#job.metrics.rows.inc({ outcome: 'rejected' }, this.#counts.rows_rejected)

    const kept = { etag: file.etag ?? null, last_modified: file.lastModified ?? null }
    if (run.dry)
      return this.#finish('dry', {
        ...common,
        reason: decision.verdict === 'hold' ? 'It would be held' : 'It would be applied',
      })
    if (!changes && current && current.settings_hash === hashSettings(settings)) {
      return this.#finish('unchanged', { ...common, reason: 'Every row is as it was' }, kept)
    }
    if (decision.verdict === 'hold' && !run.approved_by)
      return this.#hold(
        feed,
        common,
        decision.measures.filter((m) => m.verdict === 'hold').map((m) => m.label),
      )
    return this.#apply(feed, scope, current, common, kept, next, result)
  }

  /** Reads and stages the file. With a fingerprint, undefined says that it misled and the file must be read whole. */
  async #read(feed: FeedRow, file: FetchedFile, settings: ReadSettings, known: Fingerprint | undefined) {
    const job = this.#job
    const { db, signal } = job
    const watch: Stopwatch = { now: () => performance.now(), decode: 0, parse: 0, check: 0 }
    const issues = new Issues(job.files, `rejected/${this.#runId}-${job.attempt}.csv`)
    this.#counts = { rows_read: 0, rows_accepted: 0, rows_rejected: 0, rows_warned: 0, rows_known: 0 }
    this.#phase('parse')
    const reading = await readFeed(file.path, settings, { known: known?.known, watch })
    const stage = new Stage(job.database, this.#attempt, reading.fields)
    const next = new Fingerprint()
    let staging = 0
    try {
      await stage.begin()
      for await (const batch of reading.batches) {
        signal.throwIfAborted()
        const began = performance.now()
        for (const row of batch.accepted) {
          const [a, b] = stage.put(row)
          issues.warn(row)
          next.add(row.hashA, row.hashB, a, b, row.warnings !== undefined)
        }
        for (const row of batch.rejected) await issues.reject(batch.columns, row)
        await stage.flush()
        staging += performance.now() - began
        this.#counts.rows_read += batch.accepted.length + batch.rejected.length + batch.known
        this.#counts.rows_known += batch.known
        await this.#progress(issues)
      }
      const began = performance.now()
      await stage.end()
      staging += performance.now() - began
    } finally {
      stage.abort()
    }
    const scope: Scope = {
      feedId: feed.feed_id,
      dropshipperId: feed.dropshipper_id,
      ...this.#attempt,
      fields: reading.fields,
      rules: settings.rules,
      partial: known !== undefined,
    }
    const repeats = await repeatedLines(db, scope)
    if (known) {
      if (known.repeated || repeats.length) return undefined
      await stageUnseen(job.database, this.#attempt, known.unseen())
      if (await contradictsFingerprint(db, scope)) return undefined
      known.carryTo(next)
    } else if (repeats.length) await this.#rejectRepeats(file, settings, repeats, issues)
    await this.#progress(issues, true)
    this.#splitReading(watch, staging, stage.bytes)
    return {
      scope,
      issues,
      encoding: reading.encoding,
      next: hasFingerprint(settings.format) && repeats.length === 0 && !next.tooLarge ? next : undefined,
    }
  }

  /** Rows whose SKU another row has: their own cells are read again for the file of rejected rows. */
  async #rejectRepeats(
    file: FetchedFile,
    settings: ReadSettings,
    repeats: { line: number; kept: number; sku: string }[],
    issues: Issues,
  ) {
    const lines = new Map(repeats.map((r) => [r.line, r]))
    const records = await openRecords(file.path, settings.format)
    const column = settings.mapping.find((m) => m.field === 'sku')!.from
    for await (const batch of records.batches)
      for (const row of batch.rows) {
        const repeat = lines.get(row.line)
        if (repeat)
          await issues.reject(batch.columns, {
            line: row.line,
            cells: row.cells,
            issue: {
              column,
              value: `${repeat.sku} (line ${repeat.kept} counts)`,
              reason: 'The SKU stands on another line too',
            },
          })
      }
  }

  async #apply(
    feed: FeedRow,
    scope: Scope,
    current: RunRow | undefined,
    common: Record<string, unknown>,
    kept: { etag: string | null; last_modified: string | null },
    next: Fingerprint | undefined,
    result: { created: number; updated: number; deleted: number },
  ) {
    const { db, files } = this.#job
    this.#phase('apply')
    let key: string | null = null
    if (next && next.size > 0) {
      key = `fingerprints/${this.#runId}-${this.#job.attempt}`
      await next.save(files, key)
    }
    await db.transaction().execute(async (tx) => {
      const now = await tx
        .selectFrom('feed')
        .select('current_run_id')
        .where('feed_id', '=', feed.feed_id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const mine = await tx
        .selectFrom('feed_run')
        .select(['state', 'attempt', 'job_id', 'approved_by', 'approve_reason'])
        .where('feed_run_id', '=', this.#runId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const ours =
        mine.state === 'running' && mine.attempt === this.#job.attempt && mine.job_id === this.#job.jobId
      if (!ours || now.current_run_id !== (current?.feed_run_id ?? null))
        throw new Overtaken('The run was overtaken by another worker or a rollback')
      this.#job.signal.throwIfAborted()
      await applyChanges(tx, scope, result.created > 0)
      await followUp(this.#job, tx, feed)
      this.#phaseEnds({ rows: result.created + result.updated + result.deleted })
      await tx
        .updateTable('feed')
        .set({ ...kept, current_run_id: this.#runId, one_time_threshold_percent: null })
        .where('feed_id', '=', feed.feed_id)
        .execute()
      await this.#close(tx, 'applied', {
        ...common,
        fingerprint_key: key,
        previous_run_id: current?.feed_run_id ?? null,
        product_upto: await productUpto(tx, feed.feed_id),
        applied_tm: new Date().toISOString(),
      })
      await record(
        tx,
        {},
        {
          type: 'feed.applied',
          dropshipper_id: feed.dropshipper_id,
          entity: 'feed_run',
          entity_id: this.#runId,
          reason: mine.approve_reason,
          message: `Run ${this.#runId} applied: ${result.created} created, ${result.updated} updated, ${result.deleted} gone${mine.approved_by ? `; approved by ${mine.approved_by}` : ''}`,
        },
      )
    })
    await afterLargeChange(db, result.created + result.updated + result.deleted)
    const distinct = await countDistinct(db, feed.feed_id)
    await db
      .updateTable('feed_run')
      .set({
        stats: sql`stats || ${JSON.stringify({ categories: distinct.categories, with_images: distinct.with_images, active: distinct.active })}::jsonb`,
      })
      .where('feed_run_id', '=', this.#runId)
      .execute()
    return { feed_run_id: this.#runId, state: 'applied', ...result }
  }

  async #hold(feed: FeedRow, common: Record<string, unknown>, measures: string[]) {
    const { db } = this.#job
    const reason = `Moved past its threshold: ${measures.join(', ')}`
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('feed_run')
        .set({ state: 'superseded', reason: `Run ${this.#runId} came after it` })
        .where('feed_id', '=', feed.feed_id)
        .where('state', '=', 'held')
        .where('feed_run_id', '<', this.#runId)
        .execute()
      await this.#close(tx, 'held', { ...common, reason, reason_code: 'threshold' })
      await record(
        tx,
        {},
        {
          type: 'feed.held',
          dropshipper_id: feed.dropshipper_id,
          entity: 'feed_run',
          entity_id: this.#runId,
          message: `Run ${this.#runId} held. ${reason}`,
        },
      )
      await announce(
        tx,
        feed,
        'feed held',
        `${feed.supplier_name}: run ${this.#runId} is held. ${reason}`,
        this.#runId,
      )
    })
    return { feed_run_id: this.#runId, state: 'held', reason }
  }

  async #reject(failure: FeedFailure, feed: FeedRow) {
    const { db } = this.#job
    await db.transaction().execute(async (tx) => {
      await this.#close(tx, 'rejected', {
        reason: failure.message,
        reason_code: failure.code,
        ...this.#counts,
      })
      await record(
        tx,
        {},
        {
          type: 'feed.rejected',
          dropshipper_id: feed.dropshipper_id,
          entity: 'feed_run',
          entity_id: this.#runId,
          message: `Run ${this.#runId} rejected: ${failure.message}`,
        },
      )
      await announce(
        tx,
        feed,
        'feed rejected',
        `${feed.supplier_name}: run ${this.#runId} was rejected. ${failure.message}`,
        this.#runId,
      )
    })
    return { feed_run_id: this.#runId, state: 'rejected', completed_with_errors: failure.message }
  }

  async #unchanged(
    reason: string,
    current: RunRow | undefined,
    kept?: { etag: string | null; last_modified: string | null },
  ) {
    this.#phaseEnds({})
    const rows = current?.rows_accepted ?? 0
    const set = {
      reason,
      rows_read: current?.rows_read ?? 0,
      rows_accepted: rows,
      rows_rejected: current?.rows_rejected ?? 0,
      rows_warned: current?.rows_warned ?? 0,
      rows_known: rows,
      unchanged: rows,
      stats: current?.stats ? JSON.stringify(current.stats) : null,
      encoding: current?.encoding ?? null,
    }
    return this.#finish('unchanged', set, kept)
  }

  async #finish(
    state: string,
    set: Record<string, unknown>,
    kept?: { etag: string | null; last_modified: string | null },
  ) {
    await this.#job.db.transaction().execute(async (tx) => {
      await this.#close(tx, state, set)
      const { feed_id } = this.#job.payload
      if (kept) await tx.updateTable('feed').set(kept).where('feed_id', '=', feed_id).execute()
    })
    return { feed_run_id: this.#runId, state }
  }

  async #close(tx: Services['db'], state: string, set: Record<string, unknown>) {
    const { numUpdatedRows } = await tx
      .updateTable('feed_run')
      .set({
        ...this.#counts,
        ...set,
        state,
        phase: null,
        phases: JSON.stringify(this.#phases),
        end_tm: sql`clock_timestamp()`,
      })
      .where('feed_run_id', '=', this.#runId)
      .where('state', '=', 'running')
      .where('attempt', '=', this.#job.attempt)
      .where('job_id', '=', this.#job.jobId)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Overtaken('The run was overtaken by another worker')
    await sql`select pg_notify('feed_run', ${String(this.#runId)})`.execute(tx)
  }

  async #saveIssues(issues: Issues) {
    const { db } = this.#job
    const rows = [...issues.groups.values()].map((g) => ({
      feed_run_id: this.#runId,
      severity: g.severity,
      reason: g.reason,
      rows: g.rows,
      examples: JSON.stringify(g.examples),
    }))
    await db.transaction().execute(async (tx) => {
      const mine = await tx
        .selectFrom('feed_run')
        .select('feed_run_id')
        .where('feed_run_id', '=', this.#runId)
        .where('attempt', '=', this.#job.attempt)
        .where('job_id', '=', this.#job.jobId)
        .forUpdate()
        .executeTakeFirst()
      if (!mine) throw new Overtaken('The run was overtaken by another worker')
      await tx.deleteFrom('feed_run_issue').where('feed_run_id', '=', this.#runId).execute()
      if (rows.length) await tx.insertInto('feed_run_issue').values(rows).execute()
    })
  }

  #phase(phase: Phase): void {
    this.#phases.push({ phase, start_tm: new Date().toISOString(), ms: null, rows: null, bytes: null })
  }

  #phaseEnds(volume: { rows?: number; bytes?: number }): void {
    const p = this.#phases.at(-1)
    if (p && p.ms === null)
      Object.assign(p, {
        ms: Date.now() - Date.parse(p.start_tm),
        rows: volume.rows ?? null,
        bytes: volume.bytes ?? null,
      })
  }

  /** Decoding, parsing, checking and staging go hand in hand; each is shown with the time it took. */
  #splitReading(watch: Stopwatch, staging: number, bytes: number): void {
    const began = this.#phases.pop()!
    const { rows_read, rows_accepted } = this.#counts
    let at = Date.parse(began.start_tm)
    const part = (phase: Phase, ms: number, rows: number | null, size: number | null) => {
      this.#phases.push({
        phase,
        start_tm: new Date(at).toISOString(),
        ms: Math.max(0, Math.round(ms)),
        rows,
        bytes: size,
      })
      at += Math.max(0, ms)
    }
    part('decode', watch.decode, null, null)
    part('parse', watch.parse, rows_read, null)
    part('check', watch.check, rows_read, null)
    part('stage', staging, rows_accepted, bytes)
  }

  async #progress(issues: Issues, now = false): Promise<void> {
    Object.assign(this.#counts, {
      rows_rejected: issues.rejected,
      rows_warned: issues.warned,
      rows_accepted: this.#counts.rows_read - issues.rejected,
    })
    const time = Date.now()
    if (!now && time - this.#progressAt < 400) return
    this.#progressAt = time
    this.#job.progress(`${this.#counts.rows_read.toLocaleString('en-US')} rows read`)
    const { numUpdatedRows } = await this.#job.db
      .updateTable('feed_run')
      .set({
        ...this.#counts,
        phase: this.#phases.at(-1)?.phase ?? null,
        phases: JSON.stringify(this.#phases),
      })
      .where('feed_run_id', '=', this.#runId)
      .where('attempt', '=', this.#job.attempt)
      .where('job_id', '=', this.#job.jobId)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Overtaken('The run was overtaken by another worker')
    await sql`select pg_notify('feed_run', ${String(this.#runId)})`.execute(this.#job.db)
  }
}

type RunRow = Selectable<FeedRunTable>
type FeedRow = Selectable<FeedTable> & { supplier_name: string; max_file_age_allowed_in_days: number }

const hashSettings = (settings: ReadSettings) =>
  createHash('sha256').update(JSON.stringify(settings)).digest('hex')

function refuseOld(now: number, modified: string | undefined, days: number): void {
  if (!modified) return
  const hours = (now - Date.parse(modified)) / 3_600_000
  if (hours > days * 24)
    throw new FeedFailure('too_old', `The file is ${Math.floor(hours)} h old; allowed are ${days * 24} h`)
}

async function end(
  services: Services,
  runId: number,
  set: { state: string; reason: string; reason_code: string },
) {
  await services.db
    .updateTable('feed_run')
    .set({ ...set, phase: null, end_tm: sql`now()` })
    .where('feed_run_id', '=', runId)
    .where('state', 'in', ['queued', 'running'])
    .execute()
  await dropStages(services.db, { runId, attempt: everyAttempt })
  await sql`select pg_notify('feed_run', ${String(runId)})`.execute(services.db)
}
