import { createReadStream } from 'node:fs'
import { feedSource } from '#contract/feeds/settings.ts'
import { FeedFailure } from '#engine/failure.ts'
import { fetchFeed, keepFile, type FetchedFile } from '../fetch-feed.ts'
import { readKeys } from '../old-files.ts'
import type { Attempt } from './attempt.ts'
import type { SourceTags } from './end.ts'

/**
 * The feed's file, on this machine and kept in the storage location; or why it is the one that was applied
 * last.
 */
export async function fetchFile(
  attempt: Attempt,
): Promise<FetchedFile | { unchanged: string; tags?: SourceTags }> {
  const { comparable, feed, job, phases } = attempt
  phases.begin('fetch')
  const file = await (approvedFile(attempt) ?? askSource(attempt))
  if (file === 'not modified')
    return { unchanged: 'The supplier says that the file has not changed since the last applied run' }
  attempt.file = file
  const key = readKeys.key({ owner: feed.feed_id, sha256: file.sha256 })
  await attempt
    .row()
    .set({
      file_name: file.name,
      file_bytes: file.bytes,
      file_tm: file.modified ?? null,
      file_key: key,
      // what a person looked at stays known until it is decided
      ...(attempt.run.approved_by ? {} : { settings_hash: attempt.settingsHash }),
    })
    .execute()
  refuseOld(job.clock.now(), file.modified, feed.max_file_age_allowed_in_days)
  if (comparable?.file_key === key)
    return {
      unchanged: 'The file is the same, byte for byte, as in the last applied run',
      tags: tagsOf(file),
    }
  if (!(await job.files.stat(key))) await job.files.put(key, createReadStream(file.path))
  phases.end({ bytes: file.bytes })
  return file
}

export const tagsOf = (file: FetchedFile): SourceTags => ({
  etag: file.etag ?? null,
  last_modified: file.lastModified ?? null,
})

/** An approved run reads the file that was looked at, whatever the source has by now. */
function approvedFile({ run, job }: Attempt): Promise<FetchedFile> | undefined {
  const { file_key: key } = run
  return run.approved_by && key ? lookedAt(job, key, run.file_name ?? '') : undefined
}

async function lookedAt({ files, signal }: Attempt['job'], key: string, name: string): Promise<FetchedFile> {
  const kept = await keepFile(await files.open(key), signal)
  if (key.endsWith(kept.sha256))
    return { ...kept, name, modified: undefined, etag: undefined, lastModified: undefined }
  await kept.done()
  throw new FeedFailure('changed', 'The file in the storage location is another than the one looked at')
}

function askSource({ comparable, feed, job }: Attempt): Promise<FetchedFile | 'not modified'> {
  const { files, secrets, config, clock, signal } = job
  const asksForNewer = comparable?.file_key != null
  const tm = feed.upload_tm ?? new Date(clock.now()).toISOString()
  return fetchFeed(files, {
    source: feedSource.parse(feed.source),
    secret: feed.source_secret ? secrets.open(feed.source_secret) : undefined,
    upload: feed.upload_key ? { key: feed.upload_key, name: feed.upload_name ?? 'file', tm } : undefined,
    etag: asksForNewer ? (feed.etag ?? undefined) : undefined,
    lastModified: asksForNewer ? (feed.last_modified ?? undefined) : undefined,
    allowHosts: config.fetchAllowHosts,
    signal,
  })
}

function refuseOld(now: number, modified: string | undefined, days: number): void {
  if (!modified) return
  const hours = (now - Date.parse(modified)) / 3_600_000
  if (hours > days * 24)
    throw new FeedFailure('too_old', `The file is ${Math.floor(hours)} h old; allowed are ${days * 24} h`)
}
