import { present } from '#contract/present.ts'
import { jobStates } from '#contract/jobs/types.ts'
import type { PaletteHit } from '#contract/search/palette.ts'
import { many } from '#contract/words.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { vendorsOf } from '#server/areas/vendors/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

/** A match without the facts that tell it from others. */
export type Hit = Omit<PaletteHit, 'facts' | 'held_run'>
type Facts = Pick<PaletteHit, 'facts' | 'held_run'>

export async function withFacts(db: Db, hits: readonly Hit[]): Promise<PaletteHit[]> {
  const ids = (kind: PaletteHit['kind']) => hits.filter((hit) => hit.kind === kind).map((hit) => hit.id)
  const factsByKind: Partial<Record<PaletteHit['kind'], Map<number, Facts>>> = {
    vendor: await vendorFacts(db, ids('vendor')),
    supplier: await supplierFacts(db, ids('supplier')),
    job: await jobFacts(db, ids('job')),
  }
  return hits.map((hit) => ({
    ...hit,
    ...(factsByKind[hit.kind]?.get(hit.id) ?? { facts: '', held_run: null }),
  }))
}

async function vendorFacts(db: Db, ids: readonly number[]) {
  const vendors = ids.length ? await vendorsOf(db, ids) : []
  return new Map(
    vendors.map(({ vendor_id, status, plan }) => [
      vendor_id,
      { facts: [status, plan].filter(Boolean).join(', '), held_run: null },
    ]),
  )
}

interface SupplierFacts {
  id: number
  active_products: number
  subscribers: number
  feed_run_id: number | null
  end_tm: string | null
}
async function supplierFacts(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, Facts>()
  const { rows } = await sql<SupplierFacts>`
    select d.dropshipper_id as id, d.active_products, held.feed_run_id, held.end_tm,
      (select count(*) from subscription s where s.dropshipper_id = d.dropshipper_id) as subscribers
    from dropshipper d
    left join lateral (
      select r.feed_run_id, r.end_tm
      from feed f
      join feed_run r on r.feed_id = f.feed_id and r.state = 'held'
      where f.dropshipper_id = d.dropshipper_id and ${ownFeed('f')}
      order by r.feed_run_id desc
      limit 1) held on true
    where d.dropshipper_id = any(${ids as number[]}::int[])`.execute(db)
  return new Map(
    rows.map(({ id, active_products, subscribers, feed_run_id, end_tm }) => [
      id,
      {
        facts: `${many(active_products, 'product')}, ${many(subscribers, 'subscriber')}`,
        held_run: feed_run_id === null ? null : { feed_run_id, end_tm },
      },
    ]),
  )
}

async function jobFacts(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, Facts>()
  const rows = await db
    .selectFrom('job')
    .select(['job_id', 'job_status'])
    .where('job_id', 'in', ids as number[])
    .execute()
  return new Map(
    rows.map((row) => [
      row.job_id,
      { facts: present(jobStates[row.job_status], `Status ${row.job_status}`), held_run: null },
    ]),
  )
}
