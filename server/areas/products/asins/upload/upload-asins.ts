import type { MultipartFile } from '@fastify/multipart'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Parsed } from '#contract/index.ts'
import { asinUploadLimits } from '#contract/products/asins/uploads.ts'
import { FeedFailure } from '#engine/failure.ts'
import { requireSupplier } from '#server/areas/supplier-record/public.ts'
import { requireSpace } from '#server/platform/disk.ts'
import { fileKeys } from '#server/platform/files/file-keys.ts'
import type { NamedFiles } from '#server/platform/files/old-files.ts'
import { temporaryPath } from '#server/platform/files/temporary-files.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid, Refusal } from '#server/platform/http/errors.ts'
import { receiveOnlyFile } from '#server/platform/http/one-file.ts'
import { write, type Ctx, type Services } from '#server/platform/services.ts'
import { checkAsinFile } from './asin-file.ts'
import { importAsins } from './import-asins.job.ts'

const uploadKeys = fileKeys('asin-uploads/{owner}/{uuid}')
/** Uploads whose job hasn't read them yet. */
export const asinFiles: NamedFiles = {
  keys: uploadKeys,
  async needed(tx, keys, ids) {
    const { rows } = await sql<{ file_key: string }>`
      select file_key
      from asin_upload
      where asin_upload_id = any(${ids}::int[]) and file_key = any(${keys})`.execute(tx)
    return rows.map((row) => row.file_key)
  },
}

/** Checks the whole file before anything is stored, and queues the job that reads it. Returns the job's id. */
export async function uploadAsins(ctx: Ctx, { query }: Parsed<'uploadAsins'>): Promise<number> {
  const { dropshipper_id, market_id } = query
  if (dropshipper_id !== undefined) await requireSupplier(ctx.db, dropshipper_id)
  await requireMarket(ctx, market_id)
  const { name, bytes } = await receiveFile(ctx)
  const path = temporaryPath('copy', '-asins')
  try {
    await writeFile(path, bytes)
    const { columns } = await checkAsinFile(path, name).catch((error: unknown) => {
      if (error instanceof FeedFailure) throw refusal(error.message.replace(/^The file /, 'it '))
      throw error
    })
    return await write(ctx, async (tx, logActivity) => {
      const upload = await queueAsinImport(ctx, tx, {
        login_id: ctx.who.login_id,
        requested_by: ctx.who.name,
        name,
        market_id,
        dropshipper_id,
        columns,
        bytes: bytes.length,
        file: createReadStream(path),
      })
      await logActivity({
        type: 'asin.upload',
        entity: 'asin_upload',
        entity_id: upload.asin_upload_id,
        dropshipper_id: dropshipper_id ?? null,
        message: `${name} uploaded`,
      })
      return upload.job_id
    })
  } finally {
    await rm(path, { force: true })
  }
}

interface CheckedFile {
  login_id: number
  requested_by: string
  name: string
  market_id: number
  dropshipper_id: number | undefined
  columns: readonly string[]
  bytes: number
  file: Readable
}

/** Stores a checked file and queues the job that reads it. */
export async function queueAsinImport(
  { files, jobs }: Pick<Services, 'files' | 'jobs'>,
  tx: Tx,
  { login_id, requested_by, name, market_id, dropshipper_id, columns, bytes, file }: CheckedFile,
): Promise<{ asin_upload_id: number; job_id: number }> {
  const { asin_upload_id } = await tx
    .insertInto('asin_upload')
    .values({
      login_id,
      requested_by,
      dropshipper_id: dropshipper_id ?? null,
      market_id,
      file_name: name,
      bytes,
      columns: [...columns],
    })
    .returning('asin_upload_id')
    .executeTakeFirstOrThrow()
  const file_key = uploadKeys.key({ owner: asin_upload_id, uuid: randomUUID() })
  await files.put(file_key, file)
  const job_id = await jobs.enqueue(tx, importAsins, {
    payload: { asin_upload_id },
    subject: name,
    paramValue: asin_upload_id,
    requestedBy: requested_by,
    rank: 10,
  })
  await tx
    .updateTable('asin_upload')
    .set({ job_id, file_key })
    .where('asin_upload_id', '=', asin_upload_id)
    .execute()
  return { asin_upload_id, job_id }
}

async function requireMarket(ctx: Ctx, marketId: number): Promise<void> {
  const market = await ctx.db
    .selectFrom('market')
    .select('market_id')
    .where('market_id', '=', marketId)
    .executeTakeFirst()
  if (!market) throw invalid({ market_id: 'Choose a market that exists' })
}

const refusal = (why: string) => new Refusal('invalid', `The file can’t be used: ${why}`, { asinFile: why })

async function receiveFile(ctx: Ctx): Promise<{ name: string; bytes: Buffer }> {
  if (!ctx.req.isMultipart()) throw invalid({ asinFile: 'Choose one file' })
  await requireSpace(ctx)
  const { received, refused } = await receiveOnlyFile(
    ctx.req,
    { names: ['asinFile'], bytes: asinUploadLimits.bytes, second: 'Choose one file only' },
    async (part) => ({ name: nameOf(part), bytes: await part.toBuffer(), isTooLarge: part.file.truncated }),
  )
  if (!received) throw invalid({ asinFile: 'Choose a file to upload', ...refused })
  if (Object.keys(refused).length > 0) throw invalid(refused)
  if (received.isTooLarge)
    throw new Refusal('too_large', 'The file can’t be used: it is larger than 10 MB', {
      asinFile: 'it is larger than 10 MB',
    })
  if (received.bytes.length === 0) throw refusal('it is empty')
  return received
}

const nameOf = (part: MultipartFile): string =>
  (part.filename ?? '')
    .replace(/[/\\\0]/g, '_')
    .trim()
    .slice(-200) || 'asins.csv'
