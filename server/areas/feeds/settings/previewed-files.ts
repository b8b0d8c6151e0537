import type { Selectable } from 'kysely'
import type { FeedFile } from '#server/db/tables.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { fileColumns } from './file-columns.ts'

type FileSettings = Pick<Selectable<FeedFile>, (typeof fileColumns)[number]>

/** A further file's own settings; defaults if it isn't saved yet. */
export async function ownOfFurther({ db }: Ctx, feedId: number, id: number): Promise<FileSettings> {
  const nothing = { source_secret: null, upload_key: null, upload_name: null, upload_tm: null }
  if (id === 0) return { ...nothing, source: { kind: 'upload' }, format: { kind: 'csv' }, mapping: [] }
  const row = await db
    .selectFrom('feed_file')
    .select(fileColumns)
    .where('feed_file_id', '=', id)
    .where('feed_id', '=', feedId)
    .executeTakeFirst()
  if (!row) throw notFound('additional file')
  return row
}

/** The largest kept file that is read whenever somebody opens the settings. */
export const keptBytes = 64 * 1024 ** 2

/** The kept file that the newest run read. */
export async function keptFile(db: Ctx['db'], feedId: number, further: number | undefined) {
  const run = await (further === undefined ? mainRead(db, feedId) : furtherRead(db, feedId, further))
  return run?.key && (run.bytes ?? 0) <= keptBytes
    ? { key: run.key, name: run.name ?? '', tm: run.tm ?? '' }
    : undefined
}

const furtherRead = (db: Ctx['db'], feedId: number, further: number) =>
  db
    .selectFrom('feed_run_file')
    .innerJoin('feed_run', 'feed_run.feed_run_id', 'feed_run_file.feed_run_id')
    .select([
      'feed_run_file.file_key as key',
      'feed_run_file.file_name as name',
      'feed_run_file.file_bytes as bytes',
      'feed_run_file.file_tm as tm',
    ])
    .where('feed_id', '=', feedId)
    .where('feed_file_id', '=', further)
    .orderBy('feed_run.feed_run_id', 'desc')
    .limit(1)
    .executeTakeFirst()

const mainRead = (db: Ctx['db'], feedId: number) =>
  db
    .selectFrom('feed_run')
    .select(['file_key as key', 'file_name as name', 'file_bytes as bytes', 'file_tm as tm'])
    .where('feed_id', '=', feedId)
    .where('file_key', 'is not', null)
    // mended rows aren't in the feed's format
    .where('mends_run_id', 'is', null)
    .orderBy('feed_run_id', 'desc')
    .limit(1)
    .executeTakeFirst()
