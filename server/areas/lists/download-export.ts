import { PassThrough, pipeline } from 'node:stream'
import type { Parsed } from '#contract/index.ts'
import { many } from '#contract/words.ts'
import { untilAborted } from '#server/platform/database/db.ts'
import { conflict, notFound, Refusal } from '#server/platform/http/errors.ts'
import type { FileAnswer } from '#server/platform/http/http.ts'
import type { Ctx } from '#server/platform/services.ts'
import { makeFile, fileTypes } from './make-file.ts'
import { readOwnExport, type readExport } from './read.ts'
import { recordExport } from './record-export.ts'

/** Each download holds a connection of this process: a few per login, and half of the connections for all. */
const mostOfALogin = 2
const downloads = new Map<number, number>()

/** The file that a job made, or one that is made while it is sent; hanging up ends the reading. */
export async function downloadExport(ctx: Ctx, { params }: Parsed<'downloadExport'>): Promise<FileAnswer> {
  const listExport = await readOwnExport(ctx, params.id)
  const type = fileTypes[listExport.format]
  if (listExport.job_id === null)
    return { name: listExport.file_name, type, body: await streamExport(ctx, listExport) }
  if (!listExport.file_key) throw conflict('The file isn’t made yet')
  if (!(await ctx.files.stat(listExport.file_key))) throw notFound('file', 'Files are deleted after 7 days')
  const body = await ctx.files.open(listExport.file_key)
  ctx.afterAnswer(() =>
    recordDownload(ctx, listExport, `downloaded, ${many(listExport.rows_written ?? 0, 'row')}`),
  )
  return { name: listExport.file_name, type, body }
}

type ListExport = Awaited<ReturnType<typeof readExport>>

async function streamExport(ctx: Ctx, listExport: ListExport) {
  const { login_id } = ctx.who
  const all = [...downloads.values()].reduce((sum, n) => sum + n, 0)
  if ((downloads.get(login_id) ?? 0) >= mostOfALogin || all >= ctx.config.connections.requests / 2)
    throw new Refusal('too_many', 'Too many exports are running. Try again when one finishes.')
  const hangUp = new AbortController()
  const database = untilAborted(ctx.database, hangUp.signal, (err) =>
    ctx.log.warn({ err: err.message }, 'could not end the session of an export'),
  )
  let rows = 0
  const file = await makeFile(
    { ...ctx, database, db: database.db },
    listExport,
    (batchRows) => (rows += batchRows),
  )
  // closes at once; the file itself would wait for the current statement
  const body = new PassThrough()
  pipeline(file, body, () => {})
  downloads.set(login_id, (downloads.get(login_id) ?? 0) + 1)
  let whole = false
  body.once('end', () => (whole = true))
  body.once('close', () => {
    const remaining = (downloads.get(login_id) ?? 0) - 1
    if (remaining > 0) downloads.set(login_id, remaining)
    else downloads.delete(login_id)
    if (!whole) hangUp.abort()
  })
  ctx.afterAnswer(() =>
    recordDownload(ctx, listExport, whole ? many(rows, 'row') : `canceled after ${many(rows, 'row')}`),
  )
  return body
}

const recordDownload = (ctx: Ctx, listExport: ListExport, summary: string) =>
  ctx.db.transaction().execute((tx) => recordExport(tx, ctx, listExport, summary))
