import type { Parsed } from '#contract/index.ts'
import type { ImageRow } from '#contract/products/images.ts'
import { requireSupplier, rowsOfSupplier } from '#server/areas/supplier-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { FileAnswer } from '#server/platform/http/http.ts'
import type { Ctx } from '#server/platform/services.ts'
import { sortOrder, singleRow } from '#server/platform/database/sql.ts'
import { currentJob, listSupplierJobs } from './supplier-jobs.ts'

export const listImageChecks = async ({ db }: Ctx, { params }: Parsed<'listImageChecks'>) =>
  rowsOfSupplier(db, params.id, await listSupplierJobs(db, 'BASIC_IMAGE', params.id))

interface States {
  good: number
  waiting: number
  failed: number
}
interface Reason {
  reason_code: string
  reason: string
  images: number
}
interface Sample {
  product_image_id: number
  sku: string
}

/** The state of a supplier's images: in all, by host, and why the failed ones failed. */
export async function getImageSummary({ db }: Ctx, { params }: Parsed<'getImageSummary'>) {
  const supplierImages = sql`from product_image where dropshipper_id = ${params.id}`
  const states = sql`
      count(*) filter (where state = 'good') as good,
      count(*) filter (where state = 'waiting') as waiting,
      count(*) filter (where state = 'failed') as failed`
  const [all, hosts, reasons, samples, checks] = await Promise.all([
    sql<States & { bytes: number }>`
      select ${states}, coalesce(sum(bytes), 0)::bigint as bytes
      ${supplierImages}`.execute(db),
    sql<States & { host: string }>`
      select host, ${states}
      ${supplierImages}
      group by host
      order by failed desc, host
      limit 100`.execute(db),
    sql<Reason>`
      select reason_code, min(reason) as reason, count(*) as images
      ${supplierImages} and state = 'failed'
      group by reason_code
      order by count(*) desc
      limit 50`.execute(db),
    sql<Sample>`
      select product_image_id, sku
      ${supplierImages} and state = 'good' and file_key is not null
      order by product_image_id
      limit 12`.execute(db),
    listSupplierJobs(db, 'BASIC_IMAGE', params.id),
  ])
  if (hosts.rows.length === 0) await requireSupplier(db, params.id)
  return {
    ...singleRow(all.rows),
    hosts: hosts.rows,
    reasons: reasons.rows,
    samples: samples.rows,
    current: currentJob(checks),
  }
}

/** The sort orders of failed images, then by id. */
const failureKeys = {
  sku: sql`sku`,
  url: sql`url`,
  reason: sql`coalesce(reason, '')`,
  tries: sql`attempts`,
  last: sql`coalesce(checked_tm, '-infinity'::timestamptz)`,
  id: sql`product_image_id`,
} as const

/** A supplier's failed images, by id or in the chosen order. */
export const failedImages = (
  id: number,
  { host, reason_code, sort, after }: Partial<Parsed<'listFailedImages'>['query']>,
) => {
  const { key, way, after: comparison } = sortOrder(sort ?? 'id', failureKeys)
  const afterImage = (image: number) =>
    sort === undefined
      ? sql`product_image_id > ${image}`
      : sql`(${key}, product_image_id) ${comparison} (
            select ${key}, product_image_id from product_image where product_image_id = ${image})`
  return sql<ImageRow>`
  select product_image_id, sku, url, host, reason, reason_code, attempts, checked_tm, next_check_tm
  from product_image
  where dropshipper_id = ${id}
    and state = 'failed'
    and ${host === undefined ? sql`true` : sql`host = ${host}`}
    and ${reason_code === undefined ? sql`true` : sql`reason_code = ${reason_code}`}
    and ${after === undefined ? sql`true` : afterImage(after)}
  order by ${key} ${way}, product_image_id ${way}`
}

export async function listFailedImages(
  { db }: Ctx,
  { params, query }: Parsed<'listFailedImages'>,
): Promise<ImageRow[]> {
  const { rows } = await sql<ImageRow>`
    ${failedImages(params.id, query)}
    limit 50`.execute(db)
  return rowsOfSupplier(db, params.id, rows)
}

export async function getImage(ctx: Ctx, { params }: Parsed<'getImage'>): Promise<FileAnswer> {
  const row = await ctx.db
    .selectFrom('product_image')
    .select('file_key')
    .where('product_image_id', '=', params.product_image_id)
    .where('dropshipper_id', '=', params.id)
    .executeTakeFirst()
  if (!row?.file_key) throw notFound('image')
  return {
    name: `${params.product_image_id}.webp`,
    type: 'image/webp',
    body: await ctx.files.open(row.file_key),
  }
}
