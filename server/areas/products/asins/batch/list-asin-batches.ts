import type { Parsed, Result } from '#contract/index.ts'
import { undoDays } from '#contract/products/asins/queue.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

const shown = 20

export async function listAsinBatches({ db }: Ctx, { query }: Parsed<'listAsinBatches'>) {
  const { rows } = await sql<Result<'listAsinBatches'>[number]>`
    select b.asin_batch_id, b.kind, b.market_id, d.supplier_name, b.accepted, b.sampled, b.requested_by, b.insert_tm,
      b.done_tm, case when b.undone_tm is null and b.done_tm > now() - make_interval(days => ${sql.lit(undoDays)})
        then b.done_tm + make_interval(days => ${sql.lit(undoDays)}) end as undo_until,
      b.undo_by as undone_by, b.undone_tm, b.undo_done_tm, b.restored, b.kept, b.job_id
    from asin_batch b
    left join dropshipper d using (dropshipper_id)
    where b.market_id = ${query.market_id}
    order by b.asin_batch_id desc
    limit ${sql.lit(shown)}`.execute(db)
  return rows
}
