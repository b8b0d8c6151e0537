import { createHash } from 'node:crypto'
import { furtherCode } from '#contract/feeds/mend.ts'
import { feedFormat, feedMapping, type ReadSettings } from '#contract/feeds/settings.ts'
import { FeedFailure } from '#engine/failure.ts'
import { readingVersion } from '#engine/read.ts'
import type { Db } from '#server/platform/database/db.ts'
import { furtherColumns } from '../settings/file-columns.ts'

/** A file in the storage location, as a run read it. */
export interface StoredFile {
  key: string
  name: string
  tm: string | null
}
/** What a run keeps of a further file's rows. */
export interface FurtherRowCounts {
  read: number
  rejected: number
  /** Of those, rows whose SKU another row has; runs of before that was counted don't say. */
  repeated?: number
  unknown: number
  unknown_skus: string[]
  missing: number
  /** Its last record ended as a whole file's does. */
  ended: boolean
}

/** A feed's further files, in their order, with what this run and the current one read of them. */
export async function furtherOf(db: Db, feedId: number, runId: number, currentRunId: number | null) {
  const files = await db
    .selectFrom('feed_file')
    .select([...furtherColumns, 'etag', 'last_modified'])
    .where('feed_id', '=', feedId)
    .orderBy('position')
    .orderBy('feed_file_id')
    .execute()
  if (files.length === 0) return []
  const read = await db
    .selectFrom('feed_run_file')
    .select(['feed_run_id', 'feed_file_id', 'file_key as key', 'file_name as name', 'file_tm as tm', 'seen'])
    .where('feed_run_id', 'in', [runId, currentRunId ?? runId])
    .execute()
  return files.map((file) => {
    const findRead = (run: number | null) =>
      read.find((r) => r.feed_run_id === run && r.feed_file_id === file.feed_file_id)
    return {
      ...file,
      format: feedFormat.parse(file.format),
      mapping: feedMapping.parse(file.mapping),
      own: findRead(runId) as StoredFile | undefined,
      last: findRead(currentRunId) as (StoredFile & { seen: FurtherRowCounts | null }) | undefined,
    }
  })
}
export type Further = Awaited<ReturnType<typeof furtherOf>>[number]

/** Runs of equal ones are comparable row by row: how the main file is read, and each further one. */
export function settingsHashOf(settings: ReadSettings, further: readonly Further[]): string {
  const parts = further.map(({ feed_file_id, format, mapping }) => [feed_file_id, format, mapping])
  return createHash('sha256')
    .update(JSON.stringify([readingVersion, settings, ...parts]))
    .digest('hex')
}

/** Says of which further file a failure is. */
export async function ofFile<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (name === undefined || !(error instanceof FeedFailure)) throw error
    throw new FeedFailure(furtherCode(error.code), `“${name}”: ${error.message}`)
  }
}
