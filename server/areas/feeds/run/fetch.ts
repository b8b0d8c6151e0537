import { createReadStream } from 'node:fs'
import { feedSource } from '#contract/feeds/settings.ts'
import { FeedFailure } from '#engine/failure.ts'
import { sql } from '#server/platform/database/db.ts'
import { fetchFeed } from '../files/fetch-feed.ts'
import { keepFile, type FetchResult, type FetchedFile } from '../files/fetched-files.ts'
import { readKeys } from '../files/old-files.ts'
import type { Attempt } from './attempt.ts'
import type { SourceTags } from './end.ts'
import type { FeedRow } from './feed-row.ts'
import { ofFile, type Further, type StoredFile } from './further-files.ts'

/** A run's files on this machine, the further ones in their order. */
export interface FetchedFiles {
  main: FetchedFile
  further: readonly FetchedFile[]
  tags: SourceTags
}

type Source = Pick<
  FeedRow,
  'source' | 'source_secret' | 'upload_key' | 'upload_name' | 'upload_tm' | 'etag' | 'last_modified'
>
/** A file that the run reads. */
interface WantedFile {
  /** Of a further one, what it is. */
  further: Further | undefined
  source: Source
  /** What the person looked at who approved the run. */
  approvedCopy: StoredFile | undefined
  /** What the current run read, by the same settings. */
  last: StoredFile | undefined
  /** It may be no older than the supplier's files may be. */
  ages: boolean
}

/**
 * The feed's files, on this machine and kept in the storage location; or why they are those that were
 * applied last.
 */
export async function fetchFiles(
  attempt: Attempt,
): Promise<FetchedFiles | { unchanged: string; tags?: SourceTags }> {
  attempt.phases.begin('fetch')
  const wantedFiles = listWantedFiles(attempt)
  const many = wantedFiles.length > 1
  const answers: FetchResult[] = []
  for (const wantedFile of wantedFiles)
    answers.push(await ofFile(wantedFile.further?.name, () => fetchOne(attempt, wantedFile)))
  if (answers.every((file) => file === 'not modified'))
    return {
      unchanged: `The supplier says that the ${many ? 'files have' : 'file has'} not changed since the last applied run`,
    }
  const files: FetchedFile[] = []
  for (const [i, wantedFile] of wantedFiles.entries())
    files.push(await ofFile(wantedFile.further?.name, () => takeOne(attempt, wantedFile, answers[i]!)))
  const tags = tagsOf(wantedFiles, answers)
  if (wantedFiles.every(({ last }, i) => last?.key === keyOf(attempt, files[i]!)))
    return {
      unchanged: many
        ? 'The files are the same, byte for byte, as in the last applied run'
        : 'The file is the same, byte for byte, as in the last applied run',
      tags,
    }
  for (const file of files) await keep(attempt, file)
  const [main, ...further] = files
  attempt.phases.end({ bytes: files.reduce((sum, file) => sum + file.bytes, 0) })
  return { main: main!, further, tags }
}

function listWantedFiles({ comparable, feed, further, run, settings }: Attempt): WantedFile[] {
  const ifApproved = (copy: StoredFile | undefined) => (run.approved_by ? copy : undefined)
  const copyOf = (r: { file_key: string | null; file_name: string | null; file_tm: string | null }) =>
    r.file_key ? { key: r.file_key, name: r.file_name ?? '', tm: r.file_tm } : undefined
  const ages = agingFiles([settings, ...further])
  return [
    {
      ages: ages(0),
      further: undefined,
      source: feed,
      approvedCopy: ifApproved(copyOf(run)),
      last: comparable && copyOf(comparable),
    },
    ...further.map((file, i) => ({
      ages: ages(i + 1),
      further: file,
      source: file,
      approvedCopy: ifApproved(file.own),
      last: comparable && file.last,
    })),
  ]
}

/**
 * Stock and prices age: of several files those that have the last word on them. Products may have been sent
 * once, long ago.
 */
function agingFiles(files: readonly Pick<Further, 'mapping'>[]): (file: number) => boolean {
  const brings =
    (field: string) =>
    ({ mapping }: Pick<Further, 'mapping'>) =>
      mapping.some((m) => m.field === field)
  const last = ['quantity', 'wholesale_price'].map((field) => files.findLastIndex(brings(field)))
  const aging = last.filter((index) => index >= 0)
  return (file) => files.length === 1 || aging.length === 0 || aging.includes(file)
}

/** From where it comes; an approved run reads what was looked at, whatever the source has by now. */
async function fetchOne(
  attempt: Attempt,
  { further, source, approvedCopy, last }: WantedFile,
): Promise<FetchResult> {
  const { job, run } = attempt
  const mendedKey = further === undefined ? run.mended_key : null
  const file = await (approvedCopy
    ? openApprovedCopy(job, approvedCopy)
    : mendedKey
      ? readMended(job, mendedKey, run.file_name ?? '')
      : askSource(attempt, source, last))
  if (file !== 'not modified') attempt.take(file)
  return file
}

/** Notes what the run reads; where only another of its files is new, this one is the copy that was kept. */
async function takeOne(attempt: Attempt, wantedFile: WantedFile, answer: FetchResult): Promise<FetchedFile> {
  const file = answer === 'not modified' ? await lastCopy(attempt, wantedFile) : answer
  if (wantedFile.further) await noteFurther(attempt, wantedFile.further, file, wantedFile.last)
  else await noteMain(attempt, file, answer === 'not modified' ? wantedFile.last : undefined)
  if (wantedFile.ages)
    refuseOld(attempt.job.clock.now(), file.modifiedTm, attempt.feed.max_file_age_allowed_in_days)
  return file
}

async function lastCopy(attempt: Attempt, { source, last }: WantedFile): Promise<FetchedFile> {
  const { files } = attempt.job
  const file =
    last && (await files.stat(last.key))
      ? await openApprovedCopy(attempt.job, last)
      : await askSource(attempt, source, undefined)
  if (file === 'not modified') throw new Error('Nothing was asked for that could be unmodified')
  attempt.take(file)
  return file
}

const keyOf = ({ feed }: Attempt, { sha256 }: FetchedFile) => readKeys.key({ owner: feed.feed_id, sha256 })

async function keep(attempt: Attempt, file: FetchedFile): Promise<void> {
  const { files } = attempt.job
  const key = keyOf(attempt, file)
  if (!(await files.stat(key))) await files.put(key, createReadStream(file.path))
}

async function noteMain(attempt: Attempt, file: FetchedFile, last: StoredFile | undefined): Promise<void> {
  attempt.file = file
  await attempt
    .row()
    .set({
      file_name: file.name,
      file_bytes: file.bytes,
      file_tm: file.modifiedTm ?? last?.tm ?? null,
      file_key: keyOf(attempt, file),
      // what a person looked at stays known until it is decided
      ...(attempt.run.approved_by ? {} : { settings_hash: attempt.settingsHash }),
    })
    .execute()
}

/** While the run's row names this attempt. */
async function noteFurther(
  attempt: Attempt,
  { feed_file_id, position, name, own }: Further,
  file: FetchedFile,
  last: StoredFile | undefined,
): Promise<void> {
  const key = keyOf(attempt, file)
  const tm = file.modifiedTm ?? (last?.key === key ? last.tm : own?.key === key ? own.tm : null)
  await sql`
    insert into feed_run_file (
      feed_run_id, feed_file_id, position, name, file_key, file_name, file_bytes, file_tm
    )
    select feed_run_id, ${feed_file_id}::int, ${position}::smallint, ${name}::text, ${key}::text,
      ${file.name}::text, ${file.bytes}::bigint, ${tm}::timestamptz
    from feed_run
    where feed_run_id = ${attempt.runId}
      and attempt = ${attempt.job.attempt}
      and job_id = ${attempt.job.jobId}
    on conflict (feed_run_id, feed_file_id) do update
    set position = excluded.position, name = excluded.name, file_key = excluded.file_key,
      file_name = excluded.file_name, file_bytes = excluded.file_bytes, file_tm = excluded.file_tm,
      seen = null`.execute(attempt.job.db)
}

/** A source that answered that nothing changed keeps its tags. */
function tagsOf(wantedFiles: readonly WantedFile[], answers: readonly FetchResult[]): SourceTags {
  const tagsOfFile = ({ source }: WantedFile, file: FetchResult) =>
    file === 'not modified'
      ? { etag: source.etag, last_modified: source.last_modified }
      : { etag: file.etag ?? null, last_modified: file.lastModified ?? null }
  const [main, ...rest] = wantedFiles.map((file, i) => ({
    ...tagsOfFile(file, answers[i]!),
    further: file.further,
  }))
  return {
    etag: main!.etag,
    last_modified: main!.last_modified,
    further: rest.map(({ further, ...tags }) => ({ feed_file_id: further!.feed_file_id, ...tags })),
  }
}

async function openApprovedCopy(
  { files, signal }: Attempt['job'],
  { key, name }: StoredFile,
): Promise<FetchedFile> {
  const keptCopy = await keepFile(await files.open(key), signal)
  if (key.endsWith(keptCopy.sha256))
    return { ...keptCopy, name, modifiedTm: undefined, etag: undefined, lastModified: undefined }
  await keptCopy.remove()
  throw new FeedFailure('changed', 'The file in the storage location is another than the one looked at')
}

/** The rows that a person has mended; its tags say nothing of the feed's source. */
async function readMended(
  { files, signal }: Attempt['job'],
  key: string,
  name: string,
): Promise<FetchedFile> {
  const keptCopy = await keepFile(await files.open(key), signal)
  return { ...keptCopy, name, modifiedTm: undefined, etag: undefined, lastModified: undefined }
}

function askSource({ job }: Attempt, from: Source, last: StoredFile | undefined): Promise<FetchResult> {
  const { files, secrets, config, clock, signal } = job
  const tm = from.upload_tm ?? new Date(clock.now()).toISOString()
  return fetchFeed(files, {
    source: feedSource.parse(from.source),
    secret: from.source_secret ? secrets.open(from.source_secret) : undefined,
    upload: from.upload_key ? { key: from.upload_key, name: from.upload_name ?? 'file', tm } : undefined,
    etag: last ? (from.etag ?? undefined) : undefined,
    lastModified: last ? (from.last_modified ?? undefined) : undefined,
    allowHosts: config.fetchAllowHosts,
    signal,
  })
}

function refuseOld(now: number, modifiedTm: string | undefined, days: number): void {
  if (!modifiedTm) return
  const hours = (now - Date.parse(modifiedTm)) / 3_600_000
  if (hours > days * 24)
    throw new FeedFailure('too_old', `The file is ${Math.floor(hours)} h old; allowed are ${days * 24} h`)
}
