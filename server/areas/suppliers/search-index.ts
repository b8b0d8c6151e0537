import type { Parsed } from '#contract/operation.ts'
import type { suppliers } from '#contract/suppliers.ts'
import { current, indexLag, turns } from '#server/areas/products/public.ts'
import type { Ctx } from '#server/platform/services.ts'

export const solrHistory = ({ db }: Ctx, { params }: Parsed<typeof suppliers.solrHistory>) => turns(db, 'PARTIAL_SOLR_SYNC_JOB', params.id)

export async function solrCurrent({ db }: Ctx, { params }: Parsed<typeof suppliers.solrCurrent>) {
  const [lag, history] = await Promise.all([indexLag(db, params.id), turns(db, 'PARTIAL_SOLR_SYNC_JOB', params.id)])
  return { ...lag, last_sync_tm: history.find((t) => t.job_status === 2)?.job_end_time ?? null, current: current(history) }
}
