import { furtherFile, type FurtherFile, type TypedFurtherFile } from '#contract/feeds/further-files.ts'
import { feedFormat, feedMapping, isFed, passwordForgotten } from '#contract/feeds/settings.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import type { Files } from '#server/platform/files/files.ts'
import { differences, type Activity, type Ctx } from '#server/platform/services.ts'
import { refuseKey, shownSource, storeSource } from './source-keys.ts'
import { furtherColumns } from './file-columns.ts'
import { uploadKeys } from '../files/old-files.ts'

const readSavedFiles = (db: Db | Tx, feedId: number) =>
  db
    .selectFrom('feed_file')
    .select(furtherColumns)
    .where('feed_id', '=', feedId)
    .orderBy('position')
    .orderBy('feed_file_id')
    .execute()
type SavedFile = Awaited<ReturnType<typeof readSavedFiles>>[number]

export const uploadOf = async (
  files: Files,
  {
    upload_key: key,
    upload_name: name,
    upload_tm: tm,
  }: Pick<SavedFile, 'upload_key' | 'upload_name' | 'upload_tm'>,
): Promise<FurtherFile['upload']> =>
  key
    ? {
        id: key.slice(key.lastIndexOf('/') + 1),
        name: name ?? '',
        tm: tm ?? '',
        bytes: (await files.stat(key))?.bytes ?? 0,
      }
    : null

/** A feed's further files in order, as its form edits them. */
export async function furtherFilesOf(db: Db, files: Files, feedId: number): Promise<FurtherFile[]> {
  const savedRows = await readSavedFiles(db, feedId)
  return Promise.all(
    savedRows.map(async (row) =>
      furtherFile.parse({
        ...row,
        source: shownSource(row.source),
        source_secret_set: row.source_secret !== null,
        upload: await uploadOf(files, row),
      }),
    ),
  )
}

/**
 * Saves a feed's further files: new ones, changed ones and their order; files that aren't given are removed. Part
 * of the caller's transaction, which has locked the feed. Returns what changed, by the files' names.
 */
export async function saveFurther(
  tx: Tx,
  ctx: Ctx,
  feedId: number,
  typedFiles: readonly TypedFurtherFile[],
): Promise<Activity['changes']> {
  const savedRows = await readSavedFiles(tx, feedId)
  const before: Record<string, LoggedFile> = Object.fromEntries(
    savedRows.map((savedFile, i) => [savedFile.name, toLoggedFile(savedFile, i)]),
  )
  const after: Record<string, LoggedFile> = {}
  const stay: number[] = []
  for (const [i, file] of typedFiles.entries()) {
    const savedFile = savedRows.find((row) => row.feed_file_id === file.feed_file_id)
    if (file.feed_file_id !== undefined && !savedFile)
      throw invalid({ [`further.${i}.name`]: 'This file was removed by someone else' })
    const { row, loggedFile } = await prepareFile(ctx, feedId, file, { savedFile, index: i })
    after[file.name] = loggedFile
    if (savedFile) stay.push(savedFile.feed_file_id)
    const values = { ...row, position: i + 1 }
    if (savedFile)
      await tx
        .updateTable('feed_file')
        .set(values)
        .where('feed_file_id', '=', savedFile.feed_file_id)
        .execute()
    else
      await tx
        .insertInto('feed_file')
        .values({ ...values, feed_id: feedId })
        .execute()
  }
  const removedIds = savedRows.map((row) => row.feed_file_id).filter((id) => !stay.includes(id))
  if (removedIds.length) await tx.deleteFrom('feed_file').where('feed_file_id', 'in', removedIds).execute()
  return differences({ further: before }, { further: after })
}

/** What the activity log keeps about a file. */
interface LoggedFile {
  order: number
  source: unknown
  source_secret: string
  file: string | null
  format: unknown
  mapping: unknown
}
const toLoggedFile = (savedFile: SavedFile, i: number): LoggedFile => ({
  order: i + 1,
  source: shownSource(savedFile.source),
  source_secret: savedFile.source_secret === null ? '' : '(hidden)',
  file: savedFile.upload_name,
  format: feedFormat.parse(savedFile.format),
  mapping: feedMapping.parse(savedFile.mapping),
})

async function prepareFile(
  ctx: Ctx,
  feedId: number,
  { name, source: typedSource, format, source_secret, new_file, ...file }: TypedFurtherFile,
  { savedFile, index }: { savedFile: SavedFile | undefined; index: number },
) {
  const mapping = file.mapping.filter(isFed)
  const field = `further.${index}.source.url`
  const { shown: source, json, moved } = storeSource(ctx.secrets, typedSource, savedFile?.source, field)
  refuseKey(source, source_secret, `further.${index}.source_secret`)
  const key = new_file && uploadKeys.key({ owner: feedId, uuid: new_file.id })
  const upload = new_file && key && key !== savedFile?.upload_key ? { key, name: new_file.name } : undefined
  if (upload && !(await ctx.files.stat(upload.key)))
    throw invalid({
      [`further.${index}.new_file`]: 'The uploaded file has expired. Upload it again.',
    })
  const before = savedFile && shownSource(savedFile.source)
  const leadsElsewhere = before && passwordForgotten(before, source) !== undefined
  const forgetsPassword = savedFile?.source_secret != null && source_secret === undefined && leadsElsewhere
  const secret = forgetsPassword ? '' : source_secret
  const keptSecret = savedFile?.source_secret == null ? '' : '(hidden)'
  const secretText = () => {
    if (forgetsPassword) return '(forgotten)'
    return secret === undefined ? keptSecret : secret && '(changed)'
  }
  const loggedFile: LoggedFile = {
    order: index + 1,
    source,
    source_secret: [secretText(), ...moved].filter(Boolean).join(', '),
    file: upload ? newName(upload.name, savedFile?.upload_name) : (savedFile?.upload_name ?? null),
    format,
    mapping,
  }
  const elsewhere = JSON.stringify(before) !== JSON.stringify(source) || moved.length > 0
  const row = {
    name,
    source: json,
    format: JSON.stringify(format),
    mapping: JSON.stringify(mapping),
    ...(upload && {
      upload_key: upload.key,
      upload_name: upload.name,
      upload_tm: sql<string>`now()`,
    }),
    ...(secret !== undefined && { source_secret: secret === '' ? null : ctx.secrets.seal(secret) }),
    // another source's tags don't apply to this one
    ...(elsewhere && { etag: null, last_modified: null }),
  }
  return { row, loggedFile }
}

/** A new file with the same name is a change, too. */
const newName = (name: string, before: string | null | undefined) =>
  name === before ? `${name}, uploaded again` : name
