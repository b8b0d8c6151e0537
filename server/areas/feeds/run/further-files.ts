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
/** What a run keeps about a further file's rows. */
export interface FurtherRowCounts {
  read: number
  rejected: number
  /** Rejected rows whose SKU another row has; undefined in runs from before this was counted. */
  repeated?: number
  unknown: number
  unknown_skus: string[]
  missing: number
  /** Whether its last record ended with a line end, as in a complete file. */
  ended: boolean
}

/** A feed's further files in order, with what this run and the current run read of them. */
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
      ownCopy: findRead(runId) as StoredFile | undefined,
      last: findRead(currentRunId) as (StoredFile & { seen: FurtherRowCounts | null }) | undefined,
    }
  })
}
export type Further = Awaited<ReturnType<typeof furtherOf>>[number]

/** Hashes how the main file and each further file are read. Runs with equal hashes are comparable row by row. */
export function settingsHashOf(settings: ReadSettings, further: readonly Further[]): string {
  const parts = further.map(({ feed_file_id, format, mapping }) => [feed_file_id, format, mapping])
  return createHash('sha256')
    .update(JSON.stringify([readingVersion, settings, ...parts]))
    .digest('hex')
}

/** Adds the further file's name to a failure. */
export async function ofFile<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (name === undefined || !(error instanceof FeedFailure)) throw error
    throw new FurtherFailure(name, error)
  }
}

/** A failure of a further file, whose place is in that file. */
export class FurtherFailure extends FeedFailure {
  readonly file: string
  readonly failure: FeedFailure
  constructor(file: string, failure: FeedFailure) {
    super(furtherCode(failure.code), `“${file}”: ${failure.message}`)
    this.file = file
    this.failure = failure
  }
}
