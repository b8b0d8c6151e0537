import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { count, many } from '#contract/words.ts'
import { FeedFailure } from '#engine/failure.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { temporaryPath } from '#server/platform/files/temporary-files.ts'
import type { JobDefinition, RunningJob } from '#server/platform/jobs/jobs.ts'
import { record } from '#server/platform/services.ts'
import { acceptLines, refuseLines } from '../batch/accept-lines.ts'
import { makeCandidates } from '../compare/make-candidates.ts'
import { lineReader, readAsinFile, type AsinLine } from './asin-file.ts'
import { findProductsOfLines } from './find-products-of-lines.ts'
import { countLines, keepIssues, keepItems, queueLines, tellLinesApart } from './queue-lines.ts'
import { stageLines } from './stage-lines.ts'

const payload = z.object({ asin_upload_id: z.number() })
const comparedAtOnce = 500
/** From so many lines on an upload changes what the planner must know of the queue. */
const manyLines = 2000

/** Reads an uploaded file of ASINs into the queue (docs/domain/asins.md, Uploads). */
export const importAsins: JobDefinition<z.output<typeof payload>> = {
  type: 'ASIN_UPLOAD_JOB',
  payload,
  key: (p) => `asin-upload-${p.asin_upload_id}`,
  retries: 2,
  timeoutSeconds: 3600,
  async run(job) {
    const upload = await readUpload(job.db, job.payload.asin_upload_id)
    // an earlier attempt did it, but its worker was killed before it could report it
    if (upload.end_tm === null) {
      if (upload.read_tm === null) await importLines(job, upload)
      await compareNamed(job, upload)
      await endUpload(job, upload)
    }
    const { added, conflicts, errors, rows_read } = await readUpload(job.db, upload.asin_upload_id)
    return { rows_read, added, conflicts, errors }
  },
}

type Upload = Awaited<ReturnType<typeof readUpload>>
const readUpload = (db: Db, id: number) =>
  db.selectFrom('asin_upload').selectAll().where('asin_upload_id', '=', id).executeTakeFirstOrThrow()

async function importLines(job: RunningJob<unknown>, upload: Upload): Promise<void> {
  const staged = await stageFile(job, upload)
  await job.say(`${many(staged, 'line')} read`)
  job.signal.throwIfAborted()
  job.progress('Finding products', 0.3)
  await job.db.transaction().execute(async (tx) => {
    await findProductsOfLines(tx, upload)
    await tellLinesApart(tx, upload)
    await keepItems(tx, upload)
    await queueLines(tx, upload)
    await refuseLines(tx, upload)
    await acceptLines(tx, job, upload)
    await keepIssues(tx, upload)
    const counts = await countLines(tx, upload)
    await tx
      .updateTable('asin_upload')
      .set({ ...counts, read_tm: sql`now()` })
      .where('asin_upload_id', '=', upload.asin_upload_id)
      .execute()
    await sql`delete from asin_stage where asin_upload_id = ${upload.asin_upload_id}`.execute(tx)
  })
  // the queue is read at once, long before its statistics would be renewed by themselves
  if (staged >= manyLines)
    await sql`analyze product_asin_match, product_asin_candidate, asin_item`.execute(job.db)
}

/** The whole file through a copy on this machine into `asin_stage`. */
async function stageFile(job: RunningJob<unknown>, upload: Upload): Promise<number> {
  if (upload.file_key === null) throw new FeedFailure('no_file', 'The file was deleted')
  const path = temporaryPath('copy', '-asins')
  try {
    await pipeline(await job.files.open(upload.file_key), createWriteStream(path))
    let lines = 0
    async function* batches(): AsyncGenerator<readonly AsinLine[]> {
      let read: ReturnType<typeof lineReader> | undefined
      for await (const { columns, rows } of readAsinFile(path, upload.file_name)) {
        job.signal.throwIfAborted()
        read ??= lineReader(columns)
        yield rows.map(read)
        lines += rows.length
        job.progress(`${count(lines)} lines read`, 0.2)
      }
    }
    return await stageLines(job.database, upload.asin_upload_id, batches())
  } finally {
    await rm(path, { force: true })
  }
}

/** Compares the products whose lines have a title, in batches that each are kept. */
async function compareNamed(job: RunningJob<unknown>, { asin_upload_id }: Upload): Promise<void> {
  const waiting = sql`from product_asin_match where asin_upload_id = ${asin_upload_id} and not is_compared`
  const { rows: totals } = await sql<{ n: number }>`select count(*) as n ${waiting}`.execute(job.db)
  const total = totals[0]?.n ?? 0
  let compared = 0
  for (;;) {
    job.signal.throwIfAborted()
    const taken = await job.db.transaction().execute((tx) => compareNext(tx, waiting))
    compared += taken
    if (taken < comparedAtOnce) break
    job.progress(`${count(compared)} of ${many(total, 'product')} compared`, 0.5 + (0.5 * compared) / total)
  }
}

async function compareNext(tx: Tx, waiting: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ product_asin_match_id: number }>`
    select product_asin_match_id ${waiting}
    order by product_asin_match_id
    limit ${sql.lit(comparedAtOnce)}
    for update`.execute(tx)
  await makeCandidates(
    tx,
    rows.map((row) => row.product_asin_match_id),
  )
  return rows.length
}

const endUpload = (job: RunningJob<unknown>, upload: Upload) =>
  job.db.transaction().execute(async (tx) => {
    const { asin_upload_id, file_key, file_name } = upload
    await sql`
      update asin_upload u
      set end_tm = now(), file_key = null, green = x.green, amber = x.amber, grey = x.grey, unmatched = x.unmatched
      from (
        select count(*) filter (where class = 'green') as green, count(*) filter (where class = 'amber') as amber,
          count(*) filter (where class = 'grey') as grey, count(*) filter (where class = 'none') as unmatched
        from product_asin_match
        where asin_upload_id = ${asin_upload_id}) x
      where u.asin_upload_id = ${asin_upload_id}`.execute(tx)
    const { added } = await readUpload(tx, asin_upload_id)
    await record(
      tx,
      upload.login_id === null ? {} : { who: { login_id: upload.login_id, name: upload.requested_by } },
      {
        type: 'asin.upload',
        entity: 'asin_upload',
        entity_id: asin_upload_id,
        dropshipper_id: upload.dropshipper_id,
        message: `${file_name}: ${many(added, 'ASIN')} added`,
      },
    )
    if (file_key !== null) await job.files.remove(file_key)
  })
