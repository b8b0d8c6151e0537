import { storable } from '#contract/storable.ts'
import { FeedFailure } from '#engine/failure.ts'
import { sql } from '#server/platform/database/db.ts'
import { hostKeysOf } from '#server/platform/host-keys.ts'
import { fetchFeed } from '../files/fetch-feed.ts'
import { keepFile, type FetchResult, type FetchedFile } from '../files/fetched-files.ts'
import { readKeys } from '../files/old-files.ts'
import { openSource, shownSource } from '../settings/source-keys.ts'
import type { Attempt } from './attempt.ts'
import type { SourceTags } from './source-tags.ts'
import type { FeedRow } from './feed-row.ts'
import { ofFile, type Further, type StoredFile } from './further-files.ts'

/** A run's files on this machine, the further files in order. */
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
  /** Undefined for the main file. */
  further: Further | undefined
  source: Source
  /** The copy that the person who approved the run reviewed. */
  approvedCopy: StoredFile | undefined
  /** What the current run read with the same settings. */
  last: StoredFile | undefined
  /** Whether the supplier's maximum file age applies to it. */
  ages: boolean
}

/** What the source of a wanted file returned. */
interface Answer {
  wanted: WantedFile
  result: FetchResult
}

/** Fetches and keeps the feed's files; or says why they are the ones applied last. */
export async function fetchFiles(
  attempt: Attempt,
): Promise<FetchedFiles | { unchanged: string; tags?: SourceTags }> {
  attempt.phases.begin('fetch')
  const wantedFiles = listWantedFiles(attempt)
  const many = wantedFiles.length > 1
  const answers: Answer[] = []
  for (const wanted of wantedFiles)
    answers.push({ wanted, result: await ofFile(wanted.further?.name, () => fetchOne(attempt, wanted)) })
  if (answers.every(({ result }) => result === 'not modified'))
    return {
      unchanged: `The supplier’s ${many ? 'files have' : 'file has'} not changed since the last applied run`,
    }
  const files: FetchedFile[] = []
  for (const answer of answers)
    files.push(await ofFile(answer.wanted.further?.name, () => takeOne(attempt, answer)))
  const tags = tagsOf(answers)
  const isLastCopy = (file: FetchedFile, i: number) => wantedFiles[i]?.last?.key === keyOf(attempt, file)
  if (files.every(isLastCopy))
    return {
      unchanged: many
        ? 'The files are identical to the files of the last applied run'
        : 'The file is identical to the file of the last applied run',
      tags,
    }
  for (const file of files) await keep(attempt, file)
  await attempt.takeVcpus()
  const [main, ...further] = files
  if (!main) throw new Error('The run has no main file')
  attempt.phases.end({ bytes: files.reduce((sum, file) => sum + file.bytes, 0) })
  return { main, further, tags }
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
      approvedCopy: ifApproved(file.ownCopy),
      last: comparable && file.last,
    })),
  ]
}

/** Of several files, only those that determine stock and prices age; products may have been sent once, long ago. */
function agingFiles(files: readonly Pick<Further, 'mapping'>[]): (file: number) => boolean {
  const brings =
    (field: string) =>
    ({ mapping }: Pick<Further, 'mapping'>) =>
      mapping.some((m) => m.field === field)
  const last = ['quantity', 'wholesale_price'].map((field) => files.findLastIndex(brings(field)))
  const aging = last.filter((index) => index >= 0)
  return (file) => files.length === 1 || aging.length === 0 || aging.includes(file)
}

/** Fetches from the source; an approved run reads the reviewed copy, whatever the source has by now. */
async function fetchOne(
  attempt: Attempt,
  { further, source, approvedCopy, last }: WantedFile,
): Promise<FetchResult> {
  const { job, run } = attempt
  const mendedKey = further === undefined ? run.mended_key : null
  const fetchFile = () => {
    if (approvedCopy) return openApprovedCopy(job, approvedCopy)
    return mendedKey ? readMended(job, mendedKey, run.file_name ?? '') : askSource(attempt, source, last)
  }
  const file: FetchResult = await fetchFile()
  if (file !== 'not modified') attempt.take(file)
  return file
}

/** Records what the run reads; if only another of its files is new, this one is the kept copy. */
async function takeOne(attempt: Attempt, { wanted, result }: Answer): Promise<FetchedFile> {
  const file = result === 'not modified' ? await lastCopy(attempt, wanted) : result
  if (wanted.further) await noteFurther(attempt, wanted.further, file, wanted.last)
  else await noteMain(attempt, file, result === 'not modified' ? wanted.last : undefined)
  if (wanted.ages)
    refuseOld(attempt.job.clock.now(), file.modifiedTm, attempt.feed.max_file_age_allowed_in_days)
  return file
}

async function lastCopy(attempt: Attempt, { source, last }: WantedFile): Promise<FetchedFile> {
  const { files } = attempt.job
  const file =
    last && (await files.stat(last.key))
      ? await openApprovedCopy(attempt.job, last)
      : await askSource(attempt, source, undefined)
  if (file === 'not modified')
    throw new Error('The source responded “not modified” to an unconditional request')
  attempt.take(file)
  return file
}

const keyOf = ({ feed }: Attempt, { sha256 }: FetchedFile) => readKeys.key({ owner: feed.feed_id, sha256 })

async function keep(attempt: Attempt, file: FetchedFile): Promise<void> {
  const { files } = attempt.job
  const key = keyOf(attempt, file)
  if (!(await files.stat(key))) await files.putFile(key, file.path)
}

async function noteMain(attempt: Attempt, file: FetchedFile, last: StoredFile | undefined): Promise<void> {
  attempt.file = file
  await attempt
    .row()
    .set({
      file_name: storable(file.name),
      file_bytes: file.bytes,
      file_tm: file.modifiedTm ?? last?.tm ?? null,
      file_key: keyOf(attempt, file),
      // the settings that a person reviewed stay recorded until the run is decided
      ...(attempt.run.approved_by ? {} : { settings_hash: attempt.settingsHash }),
    })
    .execute()
}

/** While the run's row names this attempt. */
async function noteFurther(
  attempt: Attempt,
  { feed_file_id, position, name, ownCopy }: Further,
  file: FetchedFile,
  last: StoredFile | undefined,
): Promise<void> {
  const key = keyOf(attempt, file)
  const sameCopy = [last, ownCopy].find((copy) => copy?.key === key)
  const tm = file.modifiedTm ?? sameCopy?.tm ?? null
  await sql`
    insert into feed_run_file (
      feed_run_id, feed_file_id, position, name, file_key, file_name, file_bytes, file_tm
    )
    select feed_run_id, ${feed_file_id}::int, ${position}::smallint, ${name}::text, ${key}::text,
      ${storable(file.name)}::text, ${file.bytes}::bigint, ${tm}::timestamptz
    from feed_run
    where feed_run_id = ${attempt.runId}
      and attempt = ${attempt.job.attempt}
      and job_id = ${attempt.job.jobId}
    on conflict (feed_run_id, feed_file_id) do update
    set position = excluded.position, name = excluded.name, file_key = excluded.file_key,
      file_name = excluded.file_name, file_bytes = excluded.file_bytes, file_tm = excluded.file_tm,
      seen = null`.execute(attempt.job.db)
}

/** A source that reported no change keeps its tags. */
function tagsOf(answers: readonly Answer[]): SourceTags {
  const tagsOfFile = ({ wanted: { source }, result }: Answer) =>
    result === 'not modified'
      ? { etag: source.etag, last_modified: source.last_modified }
      : { etag: result.etag ?? null, last_modified: result.lastModified ?? null }
  const tags: SourceTags = { etag: null, last_modified: null, further: [] }
  return answers.reduce((all, answer) => {
    const { further } = answer.wanted
    if (!further) return { ...all, ...tagsOfFile(answer) }
    return {
      ...all,
      further: [...all.further, { feed_file_id: further.feed_file_id, ...tagsOfFile(answer) }],
    }
  }, tags)
}

async function openApprovedCopy(
  { files, signal }: Attempt['job'],
  { key, name }: StoredFile,
): Promise<FetchedFile> {
  const keptCopy = await keepFile(await files.open(key), signal)
  if (key.endsWith(keptCopy.sha256))
    return { ...keptCopy, name, modifiedTm: undefined, etag: undefined, lastModified: undefined }
  await keptCopy.remove()
  throw new FeedFailure('changed', 'The file in the storage location changed while it was read')
}

/** Opens the rows that a person has mended; they have no tags of the feed's source. */
async function readMended(
  { files, signal }: Attempt['job'],
  key: string,
  name: string,
): Promise<FetchedFile> {
  const keptCopy = await keepFile(await files.open(key), signal)
  return { ...keptCopy, name, modifiedTm: undefined, etag: undefined, lastModified: undefined }
}

function askSource(attempt: Attempt, from: Source, last: StoredFile | undefined): Promise<FetchResult> {
  const { files, secrets, config, clock, signal } = attempt.job
  const tm = from.upload_tm ?? new Date(clock.now()).toISOString()
  return fetchFeed(files, {
    source: openSource(secrets, shownSource(from.source), from.source),
    secret: from.source_secret ? secrets.open(from.source_secret) : undefined,
    upload: from.upload_key ? { key: from.upload_key, name: from.upload_name ?? 'file', tm } : undefined,
    etag: last ? (from.etag ?? undefined) : undefined,
    lastModified: last ? (from.last_modified ?? undefined) : undefined,
    allowHosts: config.fetchAllowHosts,
    hostKeys: hostKeysOf(attempt.job.db, { feed_id: attempt.feed.feed_id }),
    signal,
    onBytes: (received, announced) => attempt.downloading(received, announced),
    onWait: (status, seconds) => attempt.waitingForServer(status, seconds),
  })
}

function refuseOld(now: number, modifiedTm: string | undefined, days: number): void {
  if (!modifiedTm) return
  const hours = (now - Date.parse(modifiedTm)) / 3_600_000
  if (hours > days * 24)
    throw new FeedFailure('too_old', `The file is ${Math.floor(hours)} h old; the limit is ${days * 24} h`)
}
