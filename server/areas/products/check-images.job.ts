import { Readable } from 'node:stream'
import { z } from 'zod'
import { ownFeed, readConfigNumbers } from '#server/areas/supplier-record/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { JobDefinition, RunningJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { fetchImage, ImageFailure } from './fetch-image.ts'

const payload = z.object({ dropshipper_id: z.number(), host: z.string().nullable().default(null) })
type Payload = z.output<typeof payload>
const batch = 96

interface Due {
  product_image_id: number
  url: string
  etag: string | null
  attempts: number
}
interface CheckedImage {
  product_image_id: number
  state: 'good' | 'failed'
  reason: string | null
  reason_code: string | null
  attempts: number
  width: number | null
  height: number | null
  bytes: number | null
  file_key: string | null
  etag: string | null
  unchanged: boolean
}

/**
 * Fetches the images of a supplier's products that are new, due again, or (with a host) failed there; each
 * is checked, reduced and stored.
 */
export const checkImages: JobDefinition<Payload> = {
  type: 'BASIC_IMAGE',
  payload,
  key: (p) => `supplier-${p.dropshipper_id}`,
  retries: 3,
  timeoutSeconds: 6 * 3600,
  async run(job) {
    const { db, payload, signal, progress, say: logLine } = job
    const config = await readConfigNumbers(db, payload.dropshipper_id)
    const counts = { added: 0, removed: 0, checked: 0, good: 0, unchanged: 0, failed: 0 }
    Object.assign(counts, await matchCatalogue(job))
    const due = await countDue(db, payload)
    for (let after = 0; ;) {
      signal.throwIfAborted()
      const rows = await nextDue(db, payload, after)
      const last = rows.at(-1)
      if (!last) break
      after = last.product_image_id
      const checkedImages = await inTurn(rows, config.image_fetches_at_once, (row) => check(job, row))
      await keep(db, checkedImages, config.image_recheck_days)
      counts.checked += checkedImages.length
      counts.unchanged += checkedImages.filter((c) => c.unchanged).length
      counts.good += checkedImages.filter((c) => c.state === 'good').length
      counts.failed += checkedImages.filter((c) => c.state === 'failed').length
      const share = due ? counts.checked / due : 1
      progress(`${counts.checked.toLocaleString('en-US')} of ${due.toLocaleString('en-US')} images`, share)
    }
    const good = `${counts.good} OK (${counts.unchanged} unchanged)`
    const changeText = `${counts.added} new, ${counts.removed} removed`
    await logLine(`${counts.checked} checked: ${good}, ${counts.failed} failed; ${changeText}`)
    // a few bad images are normal; if most are bad, a person must look at the job
    if (counts.failed * 100 > counts.checked * config.image_failures_allowed_percent)
      return { ...counts, completed_with_errors: `${counts.failed} of ${counts.checked} images failed` }
    return counts
  },
}

/**
 * Adds a row for each image address in the catalog; those that no product names any more are removed with
 * their files.
 */
async function matchCatalogue(job: RunningJob<Payload>): Promise<{ added: number; removed: number }> {
  const { db, files, payload } = job
  const { dropshipper_id } = payload
  const namedImages = sql`
      select distinct on (md5(u.url)) u.url, p.sku
      from product p
      join feed f using (feed_id)
      cross join lateral unnest(string_to_array(p.images, E'\n')) as u(url)
      where f.dropshipper_id = ${dropshipper_id}
        and ${ownFeed('f')}
        and p.gone_tm is null
        and p.images is not null
        and u.url <> ''
      order by md5(u.url), p.product_id`
  const addedRows = await sql`
    insert into product_image (dropshipper_id, url, host, sku)
    select ${dropshipper_id}::int, n.url,
      coalesce(lower(substring(n.url from '^https?://([^/?#]+)')), ''), n.sku
    from (${namedImages}) n
    on conflict do nothing`.execute(db)
  const removedRows = await sql<{ file_key: string | null }>`
    delete from product_image i
    where dropshipper_id = ${dropshipper_id}
      and not exists (select 1 from (${namedImages}) n where md5(n.url) = md5(i.url))
    returning file_key`.execute(db)
  for (const { file_key } of removedRows.rows) if (file_key) await files.remove(file_key)
  return { added: Number(addedRows.numAffectedRows ?? 0), removed: removedRows.rows.length }
}

const isDue = ({ dropshipper_id, host }: Payload) =>
  host === null
    ? sql`dropshipper_id = ${dropshipper_id} and next_check_tm <= now()`
    : sql`dropshipper_id = ${dropshipper_id} and host = ${host} and state in ('failed', 'waiting')`

async function countDue(db: Db, payload: Payload): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    from product_image
    where ${isDue(payload)}`.execute(db)
  return singleRow(rows).n
}

async function nextDue(db: Db, payload: Payload, after: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select product_image_id, url, etag, attempts
    from product_image
    where ${isDue(payload)}
      and product_image_id > ${after}
    order by product_image_id
    limit ${batch}`.execute(db)
  return rows
}

const nothing = {
  reason: null,
  reason_code: null,
  attempts: 0,
  width: null,
  height: null,
  bytes: null,
  file_key: null,
  etag: null,
  unchanged: false,
}

async function check(job: RunningJob<Payload>, due: Due): Promise<CheckedImage> {
  const { files, config, signal, payload } = job
  const { product_image_id } = due
  try {
    const image = await fetchImage(due.url, { etag: due.etag, allowHosts: config.fetchAllowHosts, signal })
    if (image === 'not modified') return { ...nothing, product_image_id, state: 'good', unchanged: true }
    const file_key = `images/${payload.dropshipper_id}/${product_image_id}.webp`
    await files.put(file_key, Readable.from([image.reduced]))
    const { width, height, bytes, etag } = image
    return { ...nothing, product_image_id, state: 'good', width, height, bytes, etag, file_key }
  } catch (error) {
    if (!(error instanceof ImageFailure)) throw error
    const reason = error.message.slice(0, 300)
    const attempts = due.attempts + 1
    return { ...nothing, product_image_id, state: 'failed', reason, reason_code: error.code, attempts }
  }
}

/** A good image is checked again after some days; a failed one after an hour, two, four, at most a week. */
const keep = (db: Db, images: readonly CheckedImage[], recheckDays: number) =>
  sql`
    update product_image i
    set state = c.state, reason = c.reason, reason_code = c.reason_code, attempts = c.attempts,
      checked_tm = now(),
      width = coalesce(c.width, i.width), height = coalesce(c.height, i.height),
      bytes = coalesce(c.bytes, i.bytes), file_key = coalesce(c.file_key, i.file_key),
      etag = case when c.unchanged then i.etag else c.etag end,
      next_check_tm = now() + case
        when c.state = 'good' then make_interval(days => ${recheckDays}::int)
        else least(interval '1 hour' * power(2, c.attempts - 1), interval '7 days') end
    from jsonb_to_recordset(${JSON.stringify(images)}::jsonb) as c(
      product_image_id bigint, state text, reason text, reason_code text, attempts int, width int,
      height int, bytes int, file_key text, etag text, unchanged boolean)
    where c.product_image_id = i.product_image_id`.execute(db)

/** Runs `work` on every item, at most `width` at once. */
async function inTurn<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = Array.from({ length: items.length })
  // each worker takes the next item of one queue
  const queue = items.entries()
  await Promise.all(
    Array.from({ length: Math.min(width, items.length) }, async () => {
      for (const [i, item] of queue) results[i] = await work(item)
    }),
  )
  return results
}

/** Queues a check of a supplier's images; null if one is queued already. */
export const queueImageCheck = (
  services: Services,
  tx: Tx,
  { host = null, ...supplier }: { dropshipper_id: number; supplier_name: string; host?: string | null },
  requester: string,
) =>
  services.jobs.enqueueUnlessWaiting(tx, checkImages, {
    payload: { dropshipper_id: supplier.dropshipper_id, host },
    subject: host ? `${supplier.supplier_name}: ${host}` : supplier.supplier_name,
    paramValue: supplier.dropshipper_id,
    requestedBy: requester,
    // behind other jobs: it takes long, and late feeds are worse than late pictures
    rank: requester === 'schedule' ? -5 : 5,
  })
