import { jobStatus } from '#contract/jobs/types.ts'
import type { Parsed, Result } from '#contract/index.ts'
import { requireSupplier, rowsOfSupplier } from '#server/areas/supplier-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { indexLag } from './search-index.ts'
import { currentJob, listSupplierJobs } from './supplier-jobs.ts'

export const listIndexSyncs = async ({ db }: Ctx, { params }: Parsed<'listIndexSyncs'>) =>
  rowsOfSupplier(db, params.id, await listSupplierJobs(db, 'PARTIAL_SOLR_SYNC_JOB', params.id))

export async function getSearchIndex({ db }: Ctx, { params }: Parsed<'getSearchIndex'>) {
  const [lag, syncs] = await Promise.all([
    indexLag(db, params.id),
    listSupplierJobs(db, 'PARTIAL_SOLR_SYNC_JOB', params.id),
  ])
  if (lag.products === 0) await requireSupplier(db, params.id)
  const last = syncs.find((job) => job.job_status === jobStatus.succeeded)
  return { ...lag, last_sync_tm: last?.job_end_time ?? null, current: currentJob(syncs) }
}

/**
 * Each supplier's index compared with its catalog. New products are counted by the feed's high-water mark,
 * changed ones by the queue.
 */
export const listIndexLag = ({ db }: Ctx) => readIndexLag(db)

export type IndexLag = Result<'listIndexLag'>[number]
export async function readIndexLag(db: Db): Promise<IndexLag[]> {
  const { rows } = await sql<IndexLag>`
    select d.dropshipper_id, d.supplier_name, d.active_products,
      coalesce(w.pending, 0) as pending, j.job_end_time as last_sync_tm, j.job_id as last_job_id
    from dropshipper d
    left join (
      select f.dropshipper_id, sum(
        (select count(*) from product p where p.feed_id = f.feed_id and p.product_id > f.indexed_upto)
        + (select count(*) from index_pending q where q.feed_id = f.feed_id))::bigint as pending
      from feed f
      group by 1
    ) w using (dropshipper_id)
    left join lateral (
      select job_end_time, job_id
      from job
      where job_type = 'PARTIAL_SOLR_SYNC_JOB'
        and param_value = d.dropshipper_id::text
        and job_status = ${sql.lit(jobStatus.succeeded)}
      order by job_id desc
      limit 1
    ) j on true
    order by coalesce(w.pending, 0) desc, lower(d.supplier_name)
    limit 2000`.execute(db)
  return rows
}
