import { furtherFile, type FurtherFile, type TypedFurtherFile } from '#contract/feeds/further.ts'
import { feedFormat, feedMapping, feedSource, isFed, passwordForgotten } from '#contract/feeds/settings.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import type { Files } from '#server/platform/files/files.ts'
import { differences, type Activity, type Ctx } from '#server/platform/services.ts'
import { furtherColumns } from './file-columns.ts'
import { uploadKeys } from '../files/old-files.ts'

const savedFiles = (db: Db | Tx, feedId: number) =>
  db
    .selectFrom('feed_file')
    .select(furtherColumns)
    .where('feed_id', '=', feedId)
    .orderBy('position')
    .orderBy('feed_file_id')
    .execute()
type Saved = Awaited<ReturnType<typeof savedFiles>>[number]

export const uploadOf = async (
  files: Files,
  {
    upload_key: key,
    upload_name: name,
    upload_tm: tm,
  }: Pick<Saved, 'upload_key' | 'upload_name' | 'upload_tm'>,
): Promise<FurtherFile['upload']> =>
  key
    ? {
        id: key.slice(key.lastIndexOf('/') + 1),
        name: name ?? '',
        tm: tm ?? '',
        bytes: (await files.stat(key))?.bytes ?? 0,
      }
    : null

/** A feed's further files as its form edits them, in their order. */
export async function furtherFilesOf(db: Db, files: Files, feedId: number): Promise<FurtherFile[]> {
  const saved = await savedFiles(db, feedId)
  return Promise.all(
    saved.map(async (row) =>
      furtherFile.parse({
        ...row,
        source_secret_set: row.source_secret !== null,
        upload: await uploadOf(files, row),
      }),
    ),
  )
}

/**
 * Saves a feed's further files as they are given: new ones, changed ones, their order; what isn't given goes.
 * Part of the caller's transaction, which has locked the feed. Says what changed, by the files' names.
 */
export async function saveFurther(
  tx: Tx,
  ctx: Ctx,
  feedId: number,
  given: readonly TypedFurtherFile[],
): Promise<Activity['changes']> {
  const saved = await savedFiles(tx, feedId)
  const before: Record<string, Told> = Object.fromEntries(saved.map((was, i) => [was.name, toldOf(was, i)]))
  const after: Record<string, Told> = {}
  const stay: number[] = []
  for (const [i, file] of given.entries()) {
    const was = saved.find((one) => one.feed_file_id === file.feed_file_id)
    if (file.feed_file_id !== undefined && !was)
      throw invalid({ [`further.${i}.name`]: 'Somebody has removed this file meanwhile' })
    const { row, told } = await changedFile(ctx, feedId, file, was, i)
    after[file.name] = told
    if (was) stay.push(was.feed_file_id)
    const values = { ...row, position: i + 1 }
    if (was)
      await tx.updateTable('feed_file').set(values).where('feed_file_id', '=', was.feed_file_id).execute()
    else
      await tx
        .insertInto('feed_file')
        .values({ ...values, feed_id: feedId })
        .execute()
  }
  const gone = saved.map((one) => one.feed_file_id).filter((id) => !stay.includes(id))
  if (gone.length) await tx.deleteFrom('feed_file').where('feed_file_id', 'in', gone).execute()
  return differences({ further: before }, { further: after })
}

/** What the activity log keeps of a file. */
interface Told {
  order: number
  source: unknown
  source_secret: string
  file: string | null
  format: unknown
  mapping: unknown
}
const toldOf = (was: Saved, i: number): Told => ({
  order: i + 1,
  source: feedSource.parse(was.source),
  source_secret: was.source_secret === null ? '' : '(hidden)',
  file: was.upload_name,
  format: feedFormat.parse(was.format),
  mapping: feedMapping.parse(was.mapping),
})

async function changedFile(
  ctx: Ctx,
  feedId: number,
  { name, source, format, source_secret, new_file, ...file }: TypedFurtherFile,
  was: Saved | undefined,
  i: number,
) {
  const mapping = file.mapping.filter(isFed)
  const key = new_file && uploadKeys.key({ owner: feedId, uuid: new_file.id })
  const taken = key !== undefined && key !== was?.upload_key
  if (taken && !(await ctx.files.stat(key)))
    throw invalid({ [`further.${i}.new_file`]: 'The uploaded file is not kept any more; upload it again' })
  const before = was && feedSource.parse(was.source)
  const moved = before && passwordForgotten(before, source) !== undefined
  const forgotten = was?.source_secret != null && source_secret === undefined && moved
  const secret = forgotten ? '' : source_secret
  const kept = was?.source_secret == null ? '' : '(hidden)'
  const told: Told = {
    order: i + 1,
    source,
    source_secret: forgotten ? '(forgotten)' : secret === undefined ? kept : secret && '(changed)',
    file: taken ? newName(new_file!.name, was?.upload_name) : (was?.upload_name ?? null),
    format,
    mapping,
  }
  const elsewhere = JSON.stringify(before) !== JSON.stringify(source)
  const row = {
    name,
    source: JSON.stringify(source),
    format: JSON.stringify(format),
    mapping: JSON.stringify(mapping),
    ...(taken && { upload_key: key, upload_name: new_file!.name, upload_tm: sql<string>`now()` }),
    ...(secret !== undefined && { source_secret: secret === '' ? null : ctx.secrets.seal(secret) }),
    // another source's tags say nothing of this one
    ...(elsewhere && { etag: null, last_modified: null }),
  }
  return { row, told }
}

/** Another file of the same name is a change, too. */
const newName = (name: string, before: string | null | undefined) =>
  name === before ? `${name}, uploaded anew` : name
