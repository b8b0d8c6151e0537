import { noProductsNow, type CatalogueFile, type DownloadableSupplier } from '#contract/account/downloads.ts'
import { exportColumns, exportKeptDays } from '#contract/lists/columns.ts'
import type { ExportFormat } from '#contract/lists/formats.ts'
import { endedStatuses, jobStatus } from '#contract/jobs/types.ts'
import { downloadName } from '#contract/suppliers/config.ts'
import type { Parsed } from '#contract/index.ts'
import { exportActivity, fileTypes, keepExport, queueExport } from '#server/areas/lists/public.ts'
import { soldByOwnFeeds } from '#server/areas/listings/public.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { lockUndeletedVendor, suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { conflict, notFound, Refusal } from '#server/platform/http/errors.ts'
import type { FileAnswer } from '#server/platform/http/http.ts'
import { storedPart } from '#server/platform/http/file-parts.ts'
import { withinLimit, write, type Ctx } from '#server/platform/services.ts'
import { ownVendor } from './own-vendor.ts'

const requireOwnVendor = (ctx: Pick<Ctx, 'who'>) => ownVendor(ctx, 'catalog downloads')
type Downloadable = Omit<DownloadableSupplier, 'files'>

/**
 * Suppliers that a vendor is subscribed to, may see, and may download the products of (docs/domain/alerts-and-catalogs.md, Catalog downloads).
 */
async function downloadable(db: Db, vendorId: number, supplierId: number | null): Promise<Downloadable[]> {
  const closedIds = await suppliersClosedTo(db, vendorId)
  const { rows } = await sql<Downloadable>`
    select d.dropshipper_id, d.supplier_name as dropshipper_name, d.active_products,
      exists (
        select
        from feed f
        join product p using (feed_id)
        where f.dropshipper_id = s.dropshipper_id
          and ${ownFeed('f')}
          and p.gone_tm is null
          and p.product_status_id = 1
      ) as has_products
    from subscription s
    join dropshipper d using (dropshipper_id)
    where s.vendor_id = ${vendorId}
      and ${supplierId === null ? sql`true` : sql`d.dropshipper_id = ${supplierId}`}
      and d.dropshipper_id <> all(${closedIds}::int[])
      and (
        d.allow_browse <> -2
        or exists (
          select
          from vendor_custom_feed c
          where c.vendor_id = s.vendor_id and c.dropshipper_id = s.dropshipper_id and c.active))
      and not exists (
        select
        from supplier_config x
        where x.dropshipper_id = d.dropshipper_id
          and x.config_name = ${downloadName}
          and btrim(x.config_value) = '0')
    order by lower(d.supplier_name), d.dropshipper_id
    limit 2000`.execute(db)
  const soldCounts = await soldByOwnFeeds(db, vendorId)
  return rows.map((row) => {
    const active_products = soldCounts.get(row.dropshipper_id)
    return active_products === undefined
      ? row
      : { ...row, active_products, has_products: active_products > 0 }
  })
}

export async function listDownloadableSuppliers(ctx: Ctx): Promise<DownloadableSupplier[]> {
  const vendorId = requireOwnVendor(ctx)
  const suppliers = await downloadable(ctx.db, vendorId, null)
  const { rows } = await sql<CatalogueFile & { dropshipper_id: number }>`
    select distinct on (x.dropshipper_id, e.format) x.dropshipper_id, e.list_export_id, e.format,
      e.file_name, e.rows_written, e.bytes, e.insert_tm, j.progress,
      e.insert_tm + make_interval(days => ${exportKeptDays}::int) as until_tm,
      case
        when e.file_key is not null and j.job_status = ${jobStatus.succeeded} then 'ready'
        when j.job_id is null or j.job_status = any(${[...endedStatuses]}::int[]) then 'failed'
        else 'waiting' end as state
    from list_export e
    cross join lateral (select (e.input ->> 'dropshipper_id')::int as dropshipper_id) x
    left join job j using (job_id)
    where e.list = 'own_catalogue'
      and (e.input ->> 'vendor_id')::int = ${vendorId}
      and e.insert_tm > now() - make_interval(days => ${exportKeptDays}::int)
    order by x.dropshipper_id, e.format, e.list_export_id desc
    limit 5000`.execute(ctx.db)
  const files = Map.groupBy(rows, (row) => row.dropshipper_id)
  return suppliers.map((s) => ({ ...s, files: files.get(s.dropshipper_id) ?? [] }))
}

const filesAnHour = 60

/** A job writes the file to storage, so even a large download can resume. */
export async function startCatalogueFile(ctx: Ctx, { params, body }: Parsed<'startCatalogueFile'>) {
  const vendorId = requireOwnVendor(ctx)
  return write(ctx, async (tx, logActivity) => {
    await lockUndeletedVendor(tx, vendorId)
    const [supplier] = await downloadable(tx, vendorId, params.did)
    if (!supplier) throw notFound('catalog')
    if (!supplier.has_products) throw conflict(noProductsNow)
    const list = 'own_catalogue' as const
    const input = { vendor_id: vendorId, dropshipper_id: params.did }
    const waits = await findUnfinishedFile(tx, input, body.format)
    if (waits !== undefined) return { list_export_id: waits }
    if (!(await withinLimit(tx, `catalogs of ${vendorId}`, filesAnHour, 3600)))
      throw new Refusal('too_many', 'You’ve created too many files. Try again in an hour')
    const request = { list, format: body.format, columns: Object.keys(exportColumns[list]), input }
    const list_export_id = await keepExport(ctx, tx, request, supplier.dropshipper_name)
    const job_id = await queueExport(ctx, tx, { ...request, list_export_id })
    const fileText = `for ${supplier.dropshipper_name}, created by job ${job_id}`
    await logActivity(exportActivity(ctx, { ...request, list_export_id }, fileText))
    return { list_export_id }
  })
}

/** The id of the same file, if it is already being made. */
async function findUnfinishedFile(
  tx: Tx,
  { vendor_id, dropshipper_id }: { vendor_id: number; dropshipper_id: number },
  format: ExportFormat,
): Promise<number | undefined> {
  const { rows } = await sql<{ list_export_id: number }>`
    select e.list_export_id
    from list_export e
    join job j using (job_id)
    where e.list = 'own_catalogue'
      and (e.input ->> 'vendor_id')::int = ${vendor_id}
      and (e.input ->> 'dropshipper_id')::int = ${dropshipper_id}
      and e.format = ${format}
      and j.job_status <> all(${[...endedStatuses]}::int[])
    order by e.list_export_id desc
    limit 1`.execute(tx)
  return rows[0]?.list_export_id
}

/** Files of others, or of suppliers no longer available, are not found. */
export async function downloadCatalogueFile(
  ctx: Ctx,
  { params }: Parsed<'downloadCatalogueFile'>,
): Promise<FileAnswer> {
  const vendorId = requireOwnVendor(ctx)
  const { rows } = await sql<{
    dropshipper_id: number
    format: ExportFormat
    file_name: string
    file_key: string | null
    ended: boolean
  }>`
    select (e.input ->> 'dropshipper_id')::int as dropshipper_id, e.format, e.file_name, e.file_key,
      j.job_status = ${jobStatus.succeeded} as ended
    from list_export e
    left join job j using (job_id)
    where e.list_export_id = ${params.id}
      and e.list = 'own_catalogue'
      and (e.input ->> 'vendor_id')::int = ${vendorId}`.execute(ctx.db)
  const [file] = rows
  if (!file || (await downloadable(ctx.db, vendorId, file.dropshipper_id)).length === 0)
    throw notFound('file', 'Files are deleted after 7 days')
  if (!file.file_key || !file.ended) throw conflict('The file isn’t ready yet')
  const stat = await ctx.files.stat(file.file_key)
  if (!stat) throw notFound('file', 'Files are deleted after 7 days')
  const storedFile = storedPart(ctx.req.headers, stat)
  const body = await ctx.files.open(file.file_key, storedFile.part)
  return { name: file.file_name, type: fileTypes[file.format], body, stored: storedFile }
}
